import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ScanDoubt } from '../src/model/schema';
import { around, changeText, type Point, stripOf, withChoices } from '../src/solve/photoReading';

const doubt = (number: number, chosen: number, ...values: number[]): ScanDoubt => ({
  line: 'row',
  index: 0,
  number,
  at: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  chosen,
  choices: values.map((value) => ({ value, color: 1, probability: 0.5 })),
});

describe('the choices of a reader', () => {
  const puzzle = { rows: [[3, 1]], columns: [[1], [1], [1], [], [1]] };

  it('leave the puzzle alone where nothing is changed', () => {
    const doubts = [doubt(0, 0, 3, 8)];
    expect(withChoices({ puzzle, doubts }, [0]).rows).toEqual([[3, 1]]);
  });

  it('change numbers, take them away and add them', () => {
    const doubts = [doubt(0, 0, 3, 8), doubt(1, 0, 0, 7), doubt(1, 1, 2, 1, 0)];
    expect(withChoices({ puzzle, doubts }, [1, 0, 1]).rows).toEqual([[8, 1]]);
    expect(withChoices({ puzzle, doubts }, [0, 1, 1]).rows).toEqual([[3, 7, 1]]);
    expect(withChoices({ puzzle, doubts }, [0, 1, 2]).rows).toEqual([[3, 7]]);
    expect(puzzle.rows).toEqual([[3, 1]]);
  });

  it('change columns and leave rows alone', () => {
    const inColumn = { ...doubt(0, 0, 1, 2), line: 'column' as const };
    const changed = withChoices({ puzzle, doubts: [inColumn] }, [1]);
    expect([changed.rows, changed.columns]).toEqual([[[3, 1]], [[2], [1], [1], [], [1]]]);
  });

  it('keep colors', () => {
    const colored = { ...puzzle, palette: [{ symbol: '.' }, { symbol: '#' }, { symbol: 'r' }] };
    const doubts = [doubt(0, 0, 3, 8)];
    expect(withChoices({ puzzle: colored, doubts }, [1]).rows![0][0]).toEqual({ n: 8, c: '#' });
  });
});

describe('the part of a photo around points', () => {
  const photo = { width: 100, height: 60 } as ImageData;

  it('is a square in the photo', () => {
    const line: Point[] = [
      [-30, 10],
      [40, 10],
      [40, 14],
      [-30, 14],
    ];
    expect(around(line, photo, 1)).toEqual({ x: 0, y: 0, side: 40 });
    const corner: Point[] = [
      [90, 50],
      [98, 58],
    ];
    expect(around(corner, photo, 2)).toEqual({ x: 84, y: 44, side: 16 });
  });
});

it('the strip of a line begins before the board and ends after a part of it', () => {
  const board: Point[] = [
    [100, 100],
    [200, 100],
    [200, 200],
    [100, 200],
  ];
  expect(stripOf(board, 'row', 1, 10, 0.25)).toEqual([
    [40, 110],
    [125, 110],
    [125, 120],
    [40, 120],
  ]);
});

describe('what was done to a photo', () => {
  it('is said in words of the app, or not at all', () => {
    expect(changeText('turned by 90°')).toBe('turned by 90°');
    // All names that the reader gives are known here.
    const source = readFileSync(new URL('../../scan/attempts.go', import.meta.url), 'utf8');
    const names = [...source.matchAll(/Retried.*"([a-z ]+)"/g)].map(([, name]) => name);
    expect(names).toContain('numbers without squares');
    for (const name of names) expect(changeText(name), name).toBeDefined();
    expect(changeText('something new')).toBeUndefined();
  });
});
