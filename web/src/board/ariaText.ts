// Clues, cells, lines and changes as text for screen readers. What is announced has one order, that
// of inOrder, and leaves out what the player knows already, such as the place of the cursor.

import {
  type Axis,
  type Block,
  type Clue,
  clueOf,
  type Color,
  EMPTY,
  isColored,
  isMissing,
  MAYBE,
  type Puzzle,
  UNKNOWN,
} from '../model/puzzle';
import { commonLines, lineCells, type LineName } from '../model/grid';
import { isUp } from '../model/triddler';
import { colorName } from '../ui/colorName';
import { formatNumber, plural, t } from '../i18n/i18n.svelte';

/** An announcement: the place, the state, and what follows from it. */
export const inOrder = (
  place: string | undefined,
  state: string,
  follows: readonly string[] = [],
): string => [...(place ? [place] : []), state, ...follows].join(', ');

/** A clue: "3 red, 1 blue", "none". */
export function clueText(p: Puzzle, clue: Clue): string {
  if (clue.length === 0) return t('none|of blocks');
  if (isMissing(clue)) return t('not known|of a clue');
  return clue.map((b) => blockText(p, b)).join(isColored(p) ? ', ' : ' ');
}

function blockText(p: Puzzle, b: Block): string {
  const length = b.length === 0 ? t('any|of a length') : formatNumber(b.length);
  return isColored(p) ? `${length} ${colorName(p.palette[b.color].name)}` : length;
}

/** What a cell shows. */
export function cellText(p: Puzzle, color: Color): string {
  if (color === UNKNOWN) return t('blank');
  if (color === MAYBE) return t('maybe|a mark');
  if (color === EMPTY) return t('crossed');
  return isColored(p) ? colorName(p.palette[color].name) : t('filled');
}

/** A line in the middle of a sentence. */
export function lineName({ shape }: Puzzle, { axis, line }: LineName): string {
  if (axis === 'row') return t('row {n}', { n: line + 1 });
  if (!shape) return t('column {n}', { n: line + 1 });
  return line < shape.rising
    ? t('rising line {n}', { n: line + 1 })
    : t('falling line {n}', { n: line - shape.rising + 1 });
}

/** A line with its clue. */
export function clueLineText(p: Puzzle, at: LineName, clue: string): string {
  const { axis, line } = at;
  if (p.shape) return t('{line}: {clue}', { line: lineName(p, at), clue });
  return axis === 'row'
    ? t('row {row}: {clue}', { row: line + 1, clue })
    : t('column {column}: {clue}', { column: line + 1, clue });
}

/** A cell by its place; on a triddler by its number in the row and where it points. */
export function placeText({ width, shape }: Puzzle, cell: number): string {
  const [row, column] = [Math.floor(cell / width), cell % width];
  if (!shape) return t('row {row}, column {column}', { row: row + 1, column: column + 1 });
  const place = { row: row + 1, cell: shape.lines[row].indexOf(cell) + 1 };
  return isUp(shape, { row, column })
    ? t('row {row}, cell {cell}, pointing up', place)
    : t('row {row}, cell {cell}, pointing down', place);
}

const MAX_NAMED = 6;

/** The first few cells by their places. */
export function placesText(p: Puzzle, cells: readonly number[]): string {
  const named = cells.slice(0, MAX_NAMED).map((cell) => placeText(p, cell));
  const rest = cells.length - MAX_NAMED;
  return [...named, ...(rest > 0 ? [t('and {count} more', { count: rest })] : [])].join('; ');
}

/** A line with its clue and its cells. */
export function lineText(p: Puzzle, all: Uint8Array, axis: Axis, line: number): string {
  const head = clueLineText(p, { axis, line }, clueText(p, clueOf(p, axis, line)));
  return `${head}. ${allCellsText(p, lineCells(p, all, axis, line))}`;
}

/** The cells of a whole line. Those of a triddler have many lengths. */
function allCellsText(p: Puzzle, cells: Uint8Array): string {
  const runs = runsText(p, cells);
  return p.shape ? inOrder(plural(cells.length, '{n} cell', '{n} cells'), runs) : runs;
}

/** A line with its cells. */
export const cellsText = (p: Puzzle, all: Uint8Array, axis: Axis, line: number): string =>
  t('{line}: {clue}', {
    line: lineName(p, { axis, line }),
    clue: allCellsText(p, lineCells(p, all, axis, line)),
  });

/** The cells of a line in runs: "1 to 3 filled, 4 crossed, the rest blank". */
export function runsText(p: Puzzle, cells: ArrayLike<Color>): string {
  const runs: string[] = [];
  for (let from = 0, to = 0; from < cells.length; from = to) {
    while (to < cells.length && cells[to] === cells[from]) to++;
    const state = cellText(p, cells[from]);
    if (from === 0 && to === cells.length) runs.push(t('all {state}', { state }));
    else if (to === cells.length && to - from > 1) runs.push(t('the rest {state}', { state }));
    else if (to - from === 1) runs.push(t('{n} {state}', { n: to, state }));
    else runs.push(t('{from} to {to} {state}', { from: from + 1, to, state }));
  }
  return runs.join(', ');
}

/** What changed cells are now. */
export function stateText(
  p: Puzzle,
  cells: ArrayLike<Color>,
  changes: readonly { readonly cell: number }[],
): string {
  const states = new Set(changes.map(({ cell }) => cellText(p, cells[cell])));
  const [state] = states;
  if (changes.length === 1) return state;
  return states.size === 1
    ? plural(changes.length, '{n} cell: {state}', '{n} cells: {state}', { state })
    : plural(changes.length, '{n} cell', '{n} cells');
}

/** A step that was undone or done again: where its cells are, if that is one line, and what
    they are now. */
export function steppedText(
  p: Puzzle,
  cells: ArrayLike<Color>,
  done: string,
  changes: readonly { readonly cell: number }[],
  follows: readonly string[] = [],
): string {
  if (changes.length === 0) return done;
  const stepped = changes.map(({ cell }) => cell);
  const [line] = commonLines(p, stepped);
  const place =
    changes.length === 1 ? placeText(p, stepped[0]) : line ? lineName(p, line) : undefined;
  return `${done}, ${inOrder(place, stateText(p, cells, changes), follows)}`;
}
