// Cells that a repair keeps, as the dialog selects them and as the engine is told.

import { describe, expect, it, vi } from 'vitest';

vi.mock('../src/engine', () => ({ EngineError: class extends Error {}, call: vi.fn() }));

const { areasOf, cellsBetween } = await import('../src/create/repair');

describe('cells to keep', () => {
  it('are a rectangle between any two corners', () => {
    const all = [6, 7, 11, 12];
    for (const [a, b] of [
      [6, 12],
      [12, 6],
      [7, 11],
      [11, 7],
    ]) {
      expect(cellsBetween(a, b, 5)).toEqual(all);
    }
    expect(cellsBetween(3, 3, 5)).toEqual([3]);
  });

  it('are told as runs of rows', () => {
    expect(areasOf(new Set([12, 3, 4, 5, 11, 14]), 5)).toEqual([
      { row: 1, column: 4, width: 2, height: 1 },
      { row: 2, column: 1, width: 1, height: 1 },
      { row: 3, column: 2, width: 2, height: 1 },
      { row: 3, column: 5, width: 1, height: 1 },
    ]);
    expect(areasOf(new Set(), 5)).toEqual([]);
  });
});
