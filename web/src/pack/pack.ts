// The pack: entries for the gallery, puzzles and colored pictures loaded on demand.

import entries from 'virtual:pack';
import { msg } from '../i18n/languages';
import { decodePuzzle } from '../model/share';
import type { Puzzle } from '../model/puzzle';
import {
  type ColoredPicture,
  type PackClues,
  type PackEntry,
  PICTURES_PER_PART,
  type Reward,
} from './types';

export const PACK: readonly PackEntry[] = entries;

/** The collections of the pack, in order. */
export const CHAPTERS = {
  doodles: msg('Doodles'),
  sketches: msg('Sketches'),
  drawings: msg('Drawings'),
  paintings: msg('Paintings'),
  murals: msg('Murals'),
  panoramas: msg('Panoramas'),
  hard: msg('Hard'),
  expert: msg('For experts'),
} as const;
export type Chapter = keyof typeof CHAPTERS;

const byNumber = new Map(PACK.map((e) => [e.number, e]));
const byKey = new Map(PACK.map((e) => [e.key, e]));

export const packEntry = (number: number): PackEntry | undefined => byNumber.get(number);
export const packEntryOf = (key: string): PackEntry | undefined => byKey.get(key);

/** A puzzle with the color names of the pack. */
export async function packPuzzle(number: number): Promise<Puzzle | undefined> {
  const at = PACK.findIndex((e) => e.number === number);
  if (at < 0) return undefined;
  return puzzleFrom((await import('virtual:pack-clues')).default[at]);
}

/** A puzzle with its color names. */
export function puzzleFrom({ code, colors }: PackClues): Puzzle {
  const puzzle = decodePuzzle(code);
  if (!colors) return puzzle;
  const palette = puzzle.palette.map((swatch, i) => ({
    ...swatch,
    name: colors[i][0],
    symbol: colors[i][1],
  }));
  return { ...puzzle, palette };
}

export function rewardFrom({ colors, rows }: ColoredPicture): Reward {
  const symbols = Object.keys(colors);
  return {
    cells: Uint8Array.from(rows.join(''), (c) => symbols.indexOf(c) + 1),
    colors: ['#ffffff', ...symbols.map((s) => colors[s])],
  };
}

/**
 * The colored picture of a puzzle; undefined for color puzzles, and if it cannot be loaded,
 * because a puzzle can be played without.
 */
export async function packReward(number: number): Promise<Reward | undefined> {
  const at = PACK.findIndex((e) => e.number === number);
  if (at < 0 || PACK[at].inks > 1) return undefined;
  try {
    const parts = (await import('virtual:pack-colors')).default;
    const part = (await parts[Math.floor(at / PICTURES_PER_PART)]()).default;
    const picture = part[at % PICTURES_PER_PART];
    return picture ? rewardFrom(picture) : undefined;
  } catch {
    return undefined;
  }
}
