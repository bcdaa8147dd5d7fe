import { describe, expect, it } from 'vitest';
import type { ScanDoubt } from '../src/model/schema';
import { withChoices } from '../src/solve/photoReading';

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

  it('keep colors', () => {
    const colored = { ...puzzle, palette: [{ symbol: '.' }, { symbol: '#' }, { symbol: 'r' }] };
    const doubts = [doubt(0, 0, 3, 8)];
    expect(withChoices({ puzzle: colored, doubts }, [1]).rows![0][0]).toEqual({ n: 8, c: '#' });
  });
});
