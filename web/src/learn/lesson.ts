// The steps of the tutorial: a text and the cells that follow from a clue and the board.

import { EMPTY, type Axis, type Color, type Puzzle, BLACK_AND_WHITE } from '../model/puzzle';
import { msg } from '../i18n/languages';

export interface LessonStep {
  /** In English, for t. */
  readonly text: string;
  readonly line: { readonly axis: Axis; readonly line: number };
  readonly cells: readonly number[];
  readonly color: Color;
}

const SIDE = 5;
const FILLED: Color = 1;
const clues = (...lines: number[][]) =>
  lines.map((line) => line.map((length) => ({ length, color: FILLED })));

/** A heart. */
export const FIRST: Puzzle = {
  width: SIDE,
  height: SIDE,
  palette: BLACK_AND_WHITE,
  rows: clues([1, 1], [5], [5], [3], [1]),
  columns: clues([2], [4], [4], [4], [2]),
  title: msg('Heart'),
};

const row = (line: number, ...columns: number[]) => columns.map((c) => line * SIDE + c);
const column = (line: number, ...rows: number[]) => rows.map((r) => r * SIDE + line);

export const STEPS: readonly LessonStep[] = [
  {
    text: msg(
      'The number beside a row says how many cells, side by side, are filled. This one says 5, and there are five cells: fill them all. Press on the first and drag.',
    ),
    line: { axis: 'row', line: 1 },
    cells: row(1, 0, 1, 2, 3, 4),
    color: FILLED,
  },
  {
    text: msg(
      'This number above belongs to its column. It says 4, and there are five cells: whether the run begins in the first or in the second, it covers the three in the middle. Such overlaps are how larger puzzles begin. Fill the other two.',
    ),
    line: { axis: 'column', line: 1 },
    cells: column(1, 2, 3),
    color: FILLED,
  },
  {
    text: msg('The same here.'),
    line: { axis: 'column', line: 2 },
    cells: column(2, 2, 3),
    color: FILLED,
  },
  {
    text: msg('And a third time.'),
    line: { axis: 'column', line: 3 },
    cells: column(3, 2, 3),
    color: FILLED,
  },
  {
    text: msg('Another 5. Fill what is missing in this row.'),
    line: { axis: 'row', line: 2 },
    cells: row(2, 0, 4),
    color: FILLED,
  },
  {
    text: msg(
      'The first column says 2, and two are filled already: the rest stays empty. Choose Cross and mark the empty cells.',
    ),
    line: { axis: 'column', line: 0 },
    cells: column(0, 0, 3, 4),
    color: EMPTY,
  },
  {
    text: msg('The last column says 2 as well. Cross its other cells.'),
    line: { axis: 'column', line: 4 },
    cells: column(4, 0, 3, 4),
    color: EMPTY,
  },
  {
    text: msg(
      'Two numbers are two runs, with a gap between them. 1 and 1 in the three cells that are left: there is only one way. Choose Fill again.',
    ),
    line: { axis: 'row', line: 0 },
    cells: row(0, 1, 3),
    color: FILLED,
  },
  {
    text: msg(
      'Both runs of this row are drawn now. Cross the gap, so that nobody has to think of it again.',
    ),
    line: { axis: 'row', line: 0 },
    cells: row(0, 2),
    color: EMPTY,
  },
  {
    text: msg('The last one is yours: 4 in this column, and its top cell is crossed.'),
    line: { axis: 'column', line: 2 },
    cells: column(2, 4),
    color: FILLED,
  },
];
