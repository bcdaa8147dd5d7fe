// The player's times as JSON lines for "nonogram rate --calibrate" (docs/difficulty.md):
// the seconds and hints of the first solve of each puzzle. Later solves are left out,
// because the picture is known, and so are titles and dates.

import { toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import type { Solve } from '../games/records';

export interface Times {
  readonly content: string;
  readonly puzzles: number;
  /** Puzzles that no longer exist. */
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
