// Clues, cells and lines as text for screen readers.

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
import { lineCells } from '../model/grid';
import { colorName } from '../ui/colorName';
import { formatNumber, plural, t } from '../i18n/i18n.svelte';

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
export const lineName = (axis: Axis, line: number): string =>
  axis === 'row' ? t('row {n}', { n: line + 1 }) : t('column {n}', { n: line + 1 });

/** A cell by its place. */
export const placeText = ({ width }: Puzzle, cell: number): string =>
  t('row {row}, column {column}', {
    row: Math.floor(cell / width) + 1,
    column: (cell % width) + 1,
  });

const MAX_NAMED = 6;

/** The first few cells by their places. */
export function placesText(p: Puzzle, cells: readonly number[]): string {
  const named = cells.slice(0, MAX_NAMED).map((cell) => placeText(p, cell));
  const rest = cells.length - MAX_NAMED;
  return [...named, ...(rest > 0 ? [t('and {count} more', { count: rest })] : [])].join('; ');
}

/** A line with its clue and its cells. */
export function lineText(p: Puzzle, all: Uint8Array, axis: Axis, line: number): string {
  const clue = clueText(p, clueOf(p, axis, line));
  const head =
    axis === 'row'
      ? t('row {row}: {clue}', { row: line + 1, clue })
      : t('column {column}: {clue}', { column: line + 1, clue });
  return `${head}. ${runsText(p, lineCells(p, all, axis, line))}`;
}

/** A line with its cells. */
export const cellsText = (p: Puzzle, all: Uint8Array, axis: Axis, line: number): string =>
  `${lineName(axis, line)}: ${runsText(p, lineCells(p, all, axis, line))}`;

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
): string {
  if (changes.length === 0) return done;
  const rows = new Set(changes.map(({ cell }) => Math.floor(cell / p.width)));
  const columns = new Set(changes.map(({ cell }) => cell % p.width));
  let where: string[] = [];
  if (changes.length === 1) where = [placeText(p, changes[0].cell)];
  else if (rows.size === 1) where = [lineName('row', [...rows][0])];
  else if (columns.size === 1) where = [lineName('column', [...columns][0])];
  return [done, ...where, stateText(p, cells, changes)].join(', ');
}
