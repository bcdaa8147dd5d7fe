// Ghosts of races: what a link holds, and that it is refused on other puzzles.

import { describe, expect, it } from 'vitest';
import type { Entry } from '../src/games/history';
import { ghostOf, readGhost } from '../src/play/ghost';
import { packPuzzle } from '../src/pack/pack';

const [puzzle, other] = await Promise.all([packPuzzle(1), packPuzzle(2)]);

/** Strokes of so many cells, each after some milliseconds. */
const strokes = (...list: [cells: number, after: number, erased?: boolean][]): Entry[] => {
  let at = 0;
  return list.map(([cells, after, erased]) => ({
    after,
    changes: Array.from({ length: cells }, () =>
      erased ? { cell: --at, from: 1, to: 255 } : { cell: at++, from: 255, to: 1 },
    ),
  }));
};

const GAME = strokes([3, 0], [2, 10_000], [1, 5_000, true], [6, 5_000]);

describe('a ghost', () => {
  it('goes on as the strokes did, on the clock of the game', () => {
    const ghost = ghostOf(puzzle!, GAME, 40); // half of the time is pauses
    expect(ghost.seconds).toBe(40);
    expect([0, 19, 20, 29, 30, 39, 40].map((s) => Math.round(ghost.share(s) * 10))).toEqual([
      3, 3, 5, 5, 4, 4, 10,
    ]);
  });

  it('of strokes without times advances evenly', () => {
    const ghost = ghostOf(puzzle!, strokes([5, 0], [5, 0]), 10);
    expect([4, 5, 9, 10].map((s) => ghost.share(s))).toEqual([0, 0.5, 0.5, 1]);
  });

  it('comes back from its code, and from no damaged one', () => {
    const ghost = ghostOf(puzzle!, GAME, 40);
    const code = ghost.encode(puzzle!);
    expect(readGhost(code, puzzle!)).toEqual(ghost);
    expect(readGhost(code, other!)).toBeUndefined();
    for (let i = 0; i < code.length; i++) {
      const damaged = code.slice(0, i) + (code[i] === 'A' ? 'B' : 'A') + code.slice(i + 1);
      expect(readGhost(damaged, puzzle!), damaged).toBeUndefined();
      expect(readGhost(code.slice(0, i), puzzle!)).toBeUndefined();
    }
  });

  it('of 300 strokes has a link that a QR code holds', () => {
    const many = Array.from({ length: 300 }, () => strokes([2, 7000])[0]);
    expect(ghostOf(puzzle!, many, 2100).encode(puzzle!).length).toBeLessThan(1000);
  });
});
