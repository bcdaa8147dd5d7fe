// A player's times as lines of JSON, a puzzle each with the seconds and hints of the first
// time it was solved: what "nonogram rate --calibrate" holds the scale of difficulty
// against (docs/difficulty.md). Who solves a puzzle again knows the picture, so later
// times are left out; so are titles, and when it was.

import { toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import type { Solve } from '../play/records';

export interface Times {
  readonly content: string;
  readonly puzzles: number;
  /** Puzzles that are not here any more. */
  readonly missing: number;
}

export async function timesOf(
  solves: readonly Solve[],
  find: (game: string) => Promise<Puzzle | undefined>,
): Promise<Times> {
  const first = new Map<string, Solve>();
  for (const solve of solves)
    if (!first.has(solve.name) && solve.seconds > 0) first.set(solve.name, solve);
  const found = await Promise.all(
    [...first.values()].map(async ({ name: id, seconds, hints }) => {
      const puzzle = await find(id);
      if (!puzzle) return [];
      const { palette, rows, columns, given } = toJSON(puzzle);
      return [JSON.stringify({ id, palette, rows, columns, given, seconds, hints }) + '\n'];
    }),
  );
  const lines = found.flat();
  return { content: lines.join(''), puzzles: lines.length, missing: first.size - lines.length };
}
