// Recommends the next puzzle of the pack by the puzzles solved last.

import { SIZES, sizeClass } from '../model/sizeClass';
import { dayOfGame } from '../pack/daily';
import { PACK } from '../pack/pack';
import type { PackEntry } from '../pack/types';
import type { ProgressTable } from './savedGames';

/** The number of solved puzzles by which the next one is recommended. */
const RECENT = 3;

/** The solved puzzles, the latest first. */
export const solvedLately = (progress: ProgressTable, pack = PACK): PackEntry[] =>
  pack
    .filter((e) => progress[e.key]?.solved)
    .sort((a, b) => progress[b.key].updated - progress[a.key].updated);

/** The names of the games of solved days, the latest first. */
export const solvedDays = (progress: ProgressTable): string[] =>
  Object.keys(progress)
    .filter((name) => progress[name].solved && dayOfGame(name))
    .sort((a, b) => progress[b].updated - progress[a].updated);

/**
 * The puzzle to play next: the easiest new one that is at least as difficult as the easiest of
 * the latest solved ones, and not more than a size larger.
 */
export function recommended(progress: ProgressTable, pack = PACK): PackEntry | undefined {
  const recent = solvedLately(progress, pack).slice(0, RECENT);
  const score = Math.min(...recent.map((e) => e.score));
  const largest = Math.max(...recent.map((e) => SIZES.indexOf(sizeClass(e))), 0) + 1;
  const fresh = pack.filter((e) => !progress[e.key] && !e.panorama);
  const ranked = [...fresh].sort((a, b) => a.score - b.score || a.number - b.number);
  const fits = (e: PackEntry) => SIZES.indexOf(sizeClass(e)) <= largest;
  return recent.length === 0
    ? fresh[0]
    : (ranked.find((e) => e.score >= score && fits(e)) ?? ranked.at(-1));
}
