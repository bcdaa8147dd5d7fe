// Grids: one byte per cell, row by row. A cell is UNKNOWN, MAYBE, EMPTY or a color.

import {
  type Axis,
  type Clue,
  clueOf,
  EMPTY,
  isMissing,
  isOpen,
  lineCount,
  type Position,
  type Puzzle,
  UNKNOWN,
  type Shape,
} from './puzzle';
import { cellsOf } from './triddler';

/** A grid with only the given cells. */
export function blankGrid(p: Pick<Puzzle, 'width' | 'height' | 'given' | 'shape'>): Uint8Array {
  const grid = p.given?.slice() ?? new Uint8Array(p.width * p.height).fill(UNKNOWN);
  return p.shape ? outside(p.shape, grid) : grid;
}

/** Empties the cells outside the board. */
function outside({ of }: Shape, grid: Uint8Array): Uint8Array {
  return grid.map((color, cell) => (of[cell] ? color : EMPTY));
}

/** The cells of a line of a rectangle: the first index and the step to the next. */
function lineOf(p: Puzzle, axis: Axis, line: number): { start: number; step: number } {
  return axis === 'row' ? { start: line * p.width, step: 1 } : { start: line, step: p.width };
}

/** The row and column of a cell. */
export const placeOf = ({ width }: Puzzle, cell: number): Position => ({
  row: Math.floor(cell / width),
  column: cell % width,
});

/** The index of a cell of a line. */
export function cellOn(p: Puzzle, axis: Axis, line: number, i: number): number {
  if (p.shape) return cellsOf(p.shape, axis, line)[i];
  const { start, step } = lineOf(p, axis, line);
  return start + i * step;
}

/** A copy of the cells of a line. */
export function lineCells(p: Puzzle, grid: Uint8Array, axis: Axis, line: number): Uint8Array {
  if (p.shape) return Uint8Array.from(cellsOf(p.shape, axis, line), (cell) => grid[cell]);
  const length = axis === 'row' ? p.width : p.height;
  const { start, step } = lineOf(p, axis, line);
  const cells = new Uint8Array(length);
  for (let i = 0; i < length; i++) cells[i] = grid[start + i * step];
  return cells;
}

/** A line of a puzzle. */
export interface LineName {
  readonly axis: Axis;
  readonly line: number;
}

/** The lines of a cell: two of a rectangle, three of a triddler. */
export function linesAt(
  { width, height, shape }: Pick<Puzzle, 'width' | 'height' | 'shape'>,
  cell: number,
): LineName[] {
  const lines = shape
    ? (shape.of[cell] ?? [])
    : [Math.floor(cell / width), height + (cell % width)];
  return lines.map((line) =>
    line < height ? { axis: 'row', line } : { axis: 'column', line: line - height },
  );
}

/** The lines that several cells have in common. */
export function commonLines(p: Puzzle, cells: readonly number[]): LineName[] {
  const [first, ...rest] = cells;
  const on = (cell: number, { axis, line }: LineName) =>
    linesAt(p, cell).some((l) => l.axis === axis && l.line === line);
  return linesAt(p, first).filter((line) => rest.every((cell) => on(cell, line)));
}

export const isFilled = (cell: number): boolean => !isOpen(cell) && cell !== EMPTY;

/** Reports whether the filled cells are exactly the blocks of the clue, ignoring crosses. Anything fits
 * a clue that is missing. */
export function fits(clue: Clue, cells: Uint8Array): boolean {
  if (isMissing(clue)) return true;
  let block = 0;
  for (let i = 0; i < cells.length;) {
    if (!isFilled(cells[i])) {
      i++;
      continue;
    }
    const color = cells[i];
    const from = i;
    while (i < cells.length && cells[i] === color) i++;
    const b = clue[block++];
    if (!b || b.color !== color || (b.length !== 0 && b.length !== i - from)) return false;
  }
  return block === clue.length;
}

/** Reports whether every clue fits. Any solution counts, and empty cells need no mark. */
export function isSolved(p: Puzzle, grid: Uint8Array): boolean {
  for (const axis of ['row', 'column'] as const) {
    for (let line = 0; line < lineCount(p, axis); line++) {
      if (!fits(clueOf(p, axis, line), lineCells(p, grid, axis, line))) return false;
    }
  }
  return true;
}

/** The grid as the engine writes it: a string per row, '?' for unknown cells. */
export function gridRows(p: Puzzle, grid: Uint8Array): string[] {
  return Array.from({ length: p.height }, (_, y) => {
    let row = '';
    for (let x = 0; x < p.width; x++) {
      const cell = grid[y * p.width + x];
      row += isOpen(cell) ? '?' : p.palette[cell].symbol;
    }
    return row;
  });
}

/** The inverse of gridRows. Unknown characters become unknown cells. */
export function parseRows(p: Puzzle, rows: readonly string[]): Uint8Array {
  const bySymbol = new Map(p.palette.map((s, color) => [s.symbol, color]));
  const grid = new Uint8Array(p.width * p.height).fill(UNKNOWN);
  rows.slice(0, p.height).forEach((row, y) => {
    for (let x = 0; x < Math.min(p.width, row.length); x++) {
      grid[y * p.width + x] = bySymbol.get(row[x]) ?? UNKNOWN;
    }
  });
  return grid;
}
