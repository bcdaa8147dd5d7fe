// Typed clues: how a line, a list and a pasted text are read, and what their totals say.

import { describe, expect, it } from 'vitest';
import { namePalette } from '../src/model/colors';
import { BLACK_AND_WHITE } from '../src/model/puzzle';
import {
  blankClues,
  disagreement,
  leastLength,
  pastedClues,
  readLine,
  readSheet,
  recolored,
  resized,
  totalsOf,
  typedFrom,
  typedPuzzle,
  withPasted,
} from '../src/solve/typedClues';
import { fromPicture } from './puzzles';

const COLORS = namePalette(['#ffffff', '#d62828', '#2458c8']); // r and b
const lengths = (text: string) => readLine(text, 20, BLACK_AND_WHITE).clue.map((b) => b.length);

describe('a typed line', () => {
  it.each([
    ['3 1 2', [3, 1, 2]],
    ['3,1,2', [3, 1, 2]],
    [' 3, 1 ,2 ', [3, 1, 2]],
    ['3.1.2', [3, 1, 2]],
    ['3-1-2', [3, 1, 2]],
    ['12', [12]],
    ['0', []],
    ['? 3 ?', [0, 3, 0]],
    ['?', [0]],
  ])('%j is read', (text, expected) => expect(lengths(text)).toEqual(expected));

  it('is blank until something is typed, and 0 is something', () => {
    expect(readLine('  ', 5, BLACK_AND_WHITE).state).toBe('blank');
    expect(readLine('0', 5, BLACK_AND_WHITE).state).toBe('good');
  });

  it('is marked as soon as it does not fit', () => {
    expect(readLine('3 1', 5, BLACK_AND_WHITE).state).toBe('good');
    expect(readLine('3 ?', 5, BLACK_AND_WHITE).state).toBe('good');
    expect(readLine('4 ?', 5, BLACK_AND_WHITE).state).toBe('long');
    const long = readLine('3 2', 5, BLACK_AND_WHITE);
    expect(long.state).toBe('long');
    expect(long.message).toBe('needs 6 cells, the line has 5');
  });

  it.each([
    ['3x', 'no color has the letter “x”'],
    ['one', '“one” is no number'],
    ['12345', '“12345” is no number'],
  ])('%j is refused', (text, message) => {
    expect(readLine(text, 20, BLACK_AND_WHITE)).toMatchObject({ state: 'bad', message });
  });

  it('has colors by their letters, and the first without', () => {
    const { clue } = readLine('3r 2b 1 4B', 20, COLORS);
    expect(clue).toEqual([
      { length: 3, color: 1 },
      { length: 2, color: 2 },
      { length: 1, color: 1 },
      { length: 4, color: 2 },
    ]);
  });

  it('needs gaps between blocks of one color only', () => {
    expect(leastLength(readLine('3r 2b 2b 1r', 20, COLORS).clue)).toBe(9);
  });
});

describe('totals', () => {
  const total = (rows: string[], columns: string[], palette = BLACK_AND_WHITE) => {
    const typed = { rows, columns, palette };
    return totalsOf(readSheet(typed), palette.length);
  };

  it('agree for the clues of a picture', () => {
    const typed = typedFrom(fromPicture('.##', '#.#', '...'));
    const totals = totalsOf(readSheet(typed), 2);
    expect(totals).toMatchObject({ rows: 4, columns: 4, uneven: [], blank: 0, wrong: 0 });
    expect(disagreement(totals, BLACK_AND_WHITE)).toBe('');
  });

  it('say which side has more', () => {
    const totals = total(['2', '1'], ['1', '1']);
    expect(disagreement(totals, BLACK_AND_WHITE)).toBe(
      'the rows have 1 cell more than the columns',
    );
    expect(disagreement(total(['1', ''], ['2', '2']), BLACK_AND_WHITE)).toBe(
      'the columns have 3 cells more than the rows',
    );
  });

  it('are not compared where a number is hidden', () => {
    const sheet = readSheet({ rows: ['1', '?'], columns: ['1', '2'], palette: BLACK_AND_WHITE });
    expect(totalsOf(sheet, 2).uneven).toEqual([]);
    const p = typedPuzzle(
      { rows: ['1', '?'], columns: ['1', '2'], palette: BLACK_AND_WHITE },
      sheet,
    );
    expect(typedFrom(p).rows).toEqual(['1', '?']);
  });

  it('are kept for each ink, so that two slips do not hide each other', () => {
    const totals = total(['1r', '1b'], ['1r', '1r'], COLORS);
    expect(totals.rows).toBe(totals.columns);
    expect(disagreement(totals, COLORS)).toBe(
      'red: the columns have 1 cell more than the rows; blue: the rows have 1 cell more than the columns',
    );
  });

  it('count what is left to do and what is wrong', () => {
    expect(total(['3', 'x', ''], ['1', '', ''])).toMatchObject({ blank: 3, wrong: 1 });
  });
});

describe('pasting', () => {
  it('puts a line of text into each line of the puzzle', () => {
    expect(pastedClues('3 1\r\n2\r\n\r\n4\n', 'row')).toEqual(['3 1', '2', '', '4']);
    expect(withPasted(['', '', ''], 1, ['3 1', '2'])).toEqual(['', '3 1', '2']);
  });

  it('makes the puzzle larger where there is more', () => {
    expect(withPasted(['', ''], 1, ['1', '2', '3'])).toEqual(['', '1', '2', '3']);
    expect(withPasted([''], 0, new Array<string>(1000).fill('1'))).toHaveLength(400);
  });

  it('reads a table downwards where columns are typed', () => {
    expect(pastedClues('1\t\t2\n3\t4\t5', 'column')).toEqual(['1 3', '4', '2 5']);
    expect(pastedClues('1\t2\n3\t4', 'row')).toEqual(['1 2', '3 4']);
  });

  it('resizes without losing what stays', () => {
    expect(resized(['1', '2', '3'], 2)).toEqual(['1', '2']);
    expect(resized(['1'], 3)).toEqual(['1', '', '']);
  });
});

describe('a typed puzzle', () => {
  it.each([
    ['black and white', fromPicture('##.#', '....', '#..#')],
    ['colors', fromPicture('aab.', '.b.a', '....')],
  ])('comes back as it was: %s', (_, puzzle) => {
    const typed = typedFrom(puzzle);
    expect(typedPuzzle(typed, readSheet(typed))).toEqual(puzzle);
  });

  it('begins blank', () => {
    const typed = blankClues(3, 2);
    expect([typed.columns.length, typed.rows.length]).toEqual([3, 2]);
    expect(totalsOf(readSheet(typed), 2).blank).toBe(5);
  });
});

describe('typed clues', () => {
  const typed = { rows: ['3r 2b', '1R'], columns: ['b'], palette: COLORS };

  it('keep their inks when one gets another color', () => {
    const green = namePalette(['#ffffff', '#2a9d4a', '#2458c8']);
    const after = recolored(typed, green);
    const [ink] = [green[1].symbol];
    expect(after.rows).toEqual([`3${ink} 2b`, `1${ink}`]);
    const lines = (t: typeof after) => readSheet(t).rows.map((line) => line.clue);
    expect(lines(after)).toEqual(lines(typed));
  });

  it('keep the other inks when one is taken away', () => {
    const two = namePalette(['#ffffff', '#2458c8', '#2a9d4a']);
    const three = namePalette(['#ffffff', '#d62828', '#2458c8', '#2a9d4a']);
    const all = { rows: ['1r 2b'], columns: [''], palette: three };
    expect(recolored(all, two, 1).rows).toEqual(['1r 2b']);
  });

  it('come back by undo, a line at a time', async () => {
    const { canUndoTyped, loadTyped, saveTyped, undoTyped } =
      await import('../src/solve/typedCluesStore');
    const blank = loadTyped();
    const rows = (text: string) => ({ ...blank, rows: [text, ...blank.rows.slice(1)] });
    expect(canUndoTyped()).toBe(false);
    for (const text of ['3', '3 ', '3 2']) saveTyped(rows(text), 'row 0');
    saveTyped(blank); // cleared
    expect(undoTyped()?.rows[0]).toBe('3 2');
    expect(loadTyped().rows[0]).toBe('3 2');
    expect(undoTyped()).toEqual(blank);
    expect(undoTyped()).toBeUndefined();
  });
});
