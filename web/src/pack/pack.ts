// The pack: entries for the gallery, and puzzles loaded on demand.

import entries from 'virtual:pack';
import { decodePuzzle } from '../model/share';
import type { Puzzle } from '../model/puzzle';
import type { PackEntry } from './types';

export const PACK: readonly PackEntry[] = entries;

const byNumber = new Map(PACK.map((e) => [e.number, e]));
const byKey = new Map(PACK.map((e) => [e.key, e]));

export const packEntry = (number: number): PackEntry | undefined => byNumber.get(number);
export const packEntryOf = (key: string): PackEntry | undefined => byKey.get(key);

/** A puzzle with the color names of the pack. */
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
