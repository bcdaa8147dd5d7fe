// What a player has reached, from the records.

import { describe, expect, it } from 'vitest';
import type { Solve } from '../src/games/records';
import { achievementsOf } from '../src/records/achievements';

const solve = (name: string, more: Partial<Solve> = {}): Solve => ({
  ...{ name, width: 10, height: 10, inks: 1, seconds: 60, hints: 0, at: 1 },
  ...more,
});

/** The achievement of a name, after some solves. */
const reached = (name: string, solves: readonly Solve[], streak = 0) =>
  achievementsOf(solves, streak).find((a) => a.name === name)!;

describe('achievements', () => {
  it('begin with nothing, and each has a next step', () => {
    for (const { count, reached, next } of achievementsOf([], 0)) {
      expect([count, reached]).toEqual([0, 0]);
      expect(next).toBeGreaterThan(0);
    }
  });

  it('count different puzzles, not games', () => {
    const solves = [solve('a'), solve('a'), solve('b', { hints: 2 })];
    expect(reached('Pictures', solves)).toMatchObject({ count: 2, reached: 1, next: 10 });
    expect(reached('Without a hint', solves)).toMatchObject({ count: 1, reached: 1 });
  });

  it('tell colors, sizes, difficulty, techniques and days apart', () => {
    const solves = [
      solve('a', { inks: 3, level: 'expert' }),
      solve('b', { width: 30, level: 'easy' }),
      solve('made/glue.1'),
    ];
    expect(reached('In color', solves).count).toBe(1);
    expect(reached('All sizes', solves).count).toBe(2);
    expect(reached('Hard nuts', solves).count).toBe(1);
    expect(reached('Techniques practiced', solves).count).toBe(1);
    expect(reached('Days in a row', solves, 7)).toMatchObject({ reached: 2, next: 30 });
  });

  it('show the nearest next step first, and complete ones last', () => {
    const many = Array.from({ length: 300 }, (_, i) => solve(`p${i}`, { hints: 1 }));
    const all = achievementsOf(many, 6);
    expect(all[0].name).toBe('Days in a row');
    expect(all.at(-1)).toMatchObject({ name: 'Pictures', reached: 5, next: undefined });
  });
});
