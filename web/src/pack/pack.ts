// The pack: what the gallery lists, and the puzzles behind it, loaded on demand.

import entries from 'virtual:pack';
import { decodePuzzle } from '../model/share';
import type { Puzzle } from '../model/puzzle';
import type { PackEntry } from './types';

export const PACK: readonly PackEntry[] = entries;

const byNumber = new Map(PACK.map((e) => [e.number, e]));
const byKey = new Map(PACK.map((e) => [e.key, e]));

export const packEntry = (number: number): PackEntry | undefined => byNumber.get(number);
export const packEntryOf = (key: string): PackEntry | undefined => byKey.get(key);

/** The clues of a puzzle, with the names that its palette has in the pack. */
export async function packPuzzle(number: number): Promise<Puzzle | undefined> {
  const at = PACK.findIndex((e) => e.number === number);
  if (at < 0) return undefined;
  const { code, colors } = (await import('virtual:pack-clues')).default[at];
  const puzzle = decodePuzzle(code);
  if (!colors) return puzzle;
  const palette = puzzle.palette.map((swatch, i) => ({
    ...swatch,
    name: colors[i][0],
    symbol: colors[i][1],
  }));
  return { ...puzzle, palette };
}

/** What the picture shows; to be asked for only when it is solved. */
export async function packTitle(number: number): Promise<string | undefined> {
  return (await import('virtual:pack-titles')).default[PACK.findIndex((e) => e.number === number)];
}

/** Puzzles of the day are neither tiny nor an evening's work. */
const DAILY = PACK.filter((e) => e.width * e.height >= 100 && e.width * e.height <= 400);

/** The puzzle of a day, the same for everybody on that date. */
export function puzzleOfTheDay(date: Date): PackEntry {
  const day = Math.floor(
    Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000,
  );
  // A step that shares no factor with the number of puzzles visits each before it repeats.
  let step = Math.floor(DAILY.length * 0.618);
  while (gcd(step, DAILY.length) !== 1) step++;
  return DAILY[(day * step) % DAILY.length];
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
