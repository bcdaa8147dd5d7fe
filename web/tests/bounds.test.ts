// Values from outside that are almost right: the last one that is read, and the first that is
// refused.

import { describe, expect, it } from 'vitest';
import { BitWriter, crc32, toBase64Url } from '../src/model/bitStream';
import { readCells } from '../src/model/cellsText';
import { parseDay, streakOf } from '../src/model/dates';
import { fromJSON, type PuzzleJSON } from '../src/model/json';
import { MAX_COLORS } from '../src/model/puzzle';
import { readRecipe } from '../src/model/recipe';
import { decodePuzzle, ShareError } from '../src/model/share';

const empty = (width: number, height: number): PuzzleJSON => ({
  rows: new Array<number[]>(height).fill([]),
  columns: new Array<number[]>(width).fill([]),
});

describe('a puzzle in JSON', () => {
  it('has at most 40,000 cells', () => {
    expect(fromJSON(empty(200, 200)).width).toBe(200);
    expect(() => fromJSON(empty(201, 200))).toThrow('too many cells');
  });

  it('has two colors or more, each with a symbol', () => {
    const swatch = (i: number) => ({ symbol: String.fromCharCode(48 + i), color: '#000000' });
    const palette = (n: number) => Array.from({ length: n }, (_, i) => swatch(i));
    const read = (list: unknown) =>
      fromJSON({ ...empty(1, 1), palette: list } as PuzzleJSON).palette.length;
    expect(read(palette(2))).toBe(2);
    expect(read(palette(MAX_COLORS))).toBe(MAX_COLORS);
    for (const wrong of [palette(1), palette(MAX_COLORS + 1), { length: 2 }]) {
      expect(() => read(wrong)).toThrow('a palette has 2 to');
    }
    for (const symbol of [7, '', 'ab', undefined]) {
      expect(() => read([swatch(0), { ...swatch(1), symbol }])).toThrow('has no symbol');
    }
  });
});

describe('a share code with a right checksum', () => {
  /** A board of one row, with clues as lengths. */
  function code(row: number[], columns: number[][], tail = 0): string {
    const w = new BitWriter();
    w.bits(1, 4);
    w.gamma(columns.length);
    w.gamma(1);
    w.gamma(1); // an ink
    for (let no = 3; no > 0; no--) w.bit(0); // colors, unknown lengths, given cells
    for (const clue of [row, ...columns]) {
      for (const length of clue) w.gamma(length + 1);
      w.gamma(1);
    }
    w.bits(0, tail);
    const body = w.finish();
    const bytes = new Uint8Array(body.length + 4);
    bytes.set(body);
    new DataView(bytes.buffer).setUint32(body.length, crc32(body));
    return toBase64Url(bytes);
  }

  it('has clues that fit into their lines', () => {
    expect(decodePuzzle(code([2], [[1], [1]])).rows).toEqual([[{ length: 2, color: 1 }]]);
    expect(() => decodePuzzle(code([3], [[1], [1]]))).toThrow(ShareError);
    expect(() => decodePuzzle(code([1, 1, 1], [[1], [1]]))).toThrow(ShareError);
    expect(() => decodePuzzle(code([1], [[2], []]))).toThrow(ShareError);
  });

  it('ends with the puzzle', () => {
    for (const tail of [8, 9, 16]) {
      expect(() => decodePuzzle(code([2], [[1], [1]], tail))).toThrow(ShareError);
    }
  });
});

describe('cells as text', () => {
  it('are as many as there are, in colors that there are', () => {
    expect(readCells('2A?', 3)).toEqual(Uint8Array.of(1, 1, 255));
    expect(readCells('!', 1, 2)).toEqual(Uint8Array.of(254)); // a small mark
    expect(readCells('B', 1, 3)).toEqual(Uint8Array.of(2));
    for (const [text, count, colors] of [
      ['4A', 3, 2],
      ['2A', 3, 2],
      ['B', 1, 2],
      ['~', 1, 2],
    ] as const) {
      expect(readCells(text, count, colors)).toBeUndefined();
    }
  });
});

describe('a date', () => {
  it('is all of its text', () => {
    expect(parseDay('2026-11-19')).toBeDefined();
    for (const wrong of ['x2026-11-19', '2026-11-19x', '2026-11-19T00:00', '']) {
      expect(parseDay(wrong)).toBeUndefined();
    }
  });

  it('two days ago keeps a streak, three days ago does not', () => {
    expect(streakOf(['2026-11-17'], '2026-11-19').current).toBe(1);
    expect(streakOf(['2026-11-16'], '2026-11-19')).toEqual({ current: 0, best: 1 });
    expect(streakOf([], '2026-11-19')).toEqual({ current: 0, best: 0 });
  });
});

describe('the address of a made puzzle', () => {
  const read = (make: string) => readRecipe(new URLSearchParams({ make }));

  it('names a side, inks and a level that there are, and nothing else', () => {
    expect(read('10x10.1.easy.a')).toMatchObject({ width: 10, inks: 1, level: 'easy' });
    for (const wrong of [
      '11x11.1.easy.a',
      '10x10.0.easy.a',
      '10x10.5.easy.a',
      '110x10.1.easy.a',
      '10x10.1.easy.a!',
    ]) {
      expect(read(wrong)).toBeUndefined();
    }
  });
});
