// Statistics of records: by size and difficulty, and by week.

import { type SizeClass, sizeClass, SIZES } from '../model/sizeClass';
import { LEVELS, type Level } from '../model/level';
import type { Solve } from '../games/records';

export interface Row {
  readonly size: SizeClass;
  /** Undefined for puzzles without a rating. */
  readonly level?: Level;
  readonly count: number;
  readonly best: number;
  readonly median: number;
  readonly hints: number;
}

/** A row for each size and level with solved puzzles, small and easy first. */
export function rowsOf(solves: readonly Solve[]): Row[] {
  return SIZES.flatMap((size) =>
    [...LEVELS, undefined].flatMap((level) => {
      const group = solves.filter((s) => sizeClass(s) === size && s.level === level);
      if (group.length === 0) return [];
      const seconds = group.map((s) => s.seconds);
      return {
        size,
        level,
        count: group.length,
        best: Math.min(...seconds),
        median: median(seconds),
        hints: group.reduce((sum, s) => sum + s.hints, 0),
      };
    }),
  );
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}

const WEEK_MS = 7 * 86_400_000;

/** The number of solves in each of the last weeks, the current one last. */
export function weekly(solves: readonly Solve[], weeks: number, now: number): number[] {
  const counts = new Array<number>(weeks).fill(0);
  for (const { at } of solves) {
    const ago = Math.floor((now - at) / WEEK_MS);
    if (ago >= 0 && ago < weeks) counts[weeks - 1 - ago]++;
  }
  return counts;
}
