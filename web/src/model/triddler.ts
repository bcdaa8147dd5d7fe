// Triddlers: boards of triangles with lines in three directions, as shape.go in the library has
// them. All follows from the numbers of lines at six sides:
//
//        F
//      ┌───┐
//    A ╱   ╲ E      rows      A + B = D + E   from left to right
//     ╱     ╲       rising    E + F = B + C   lines /, read from top to bottom
//     ╲     ╱       falling   C + D = A + F   lines \, read from top to bottom
//    B ╲   ╱ D
//      └───┘
//        C
//
// Grids have the cells in the rows of the smallest rectangle around the board, a triangle a
// column; cells outside are EMPTY. The columns of a puzzle are its rising and then its falling lines.

import type { Axis, Position, Shape } from './puzzle';

/** Makes a board from the lines at its sides; undefined if they do not close to a hexagon with cells. */
export function triddler(sides: readonly number[]): Shape | undefined {
  const [a, b, c, d, e, f] = sides;
  const natural = sides.length === 6 && sides.every((n) => Number.isInteger(n) && n >= 0);
  if (!natural || a + b !== d + e || a + f !== c + d) return undefined;
  if (a + b === 0 || e + f === 0 || a + f === 0) return undefined;
  const height = a + b;
  // Column 0 is the cell that points up at the left end of the top row, or would be.
  const rows = Array.from({ length: height }, (_, y) => [
    Math.max(-y, y + 1 - 2 * a),
    Math.min(2 * (e + f) - y, 2 * f + y + 1),
  ]);
  const offset = Math.min(...rows.map(([from]) => from));
  const width = Math.max(...rows.map(([, to]) => to)) - offset;
  const rising = e + f;
  const lines = Array.from({ length: height + rising + a + f }, () => [] as number[]);
  const of: (number[] | undefined)[] = Array.from({ length: width * height });
  const join = (line: number, y: number, x: number) => {
    const cell = y * width + x - offset;
    (of[cell] ??= []).push(line);
    lines[line].push(cell);
  };
  rows.forEach(([from, to], y) => {
    for (let x = from; x < to; x++) join(y, y, x);
    for (let x = to - 1; x >= from; x--) join(height + ((x + y) >> 1), y, x);
    for (let x = from; x < to; x++) join(height + rising + a + ((x - y - 1) >> 1), y, x);
  });
  return { sides: [...sides], width, height, rising, lines, of, offset };
}

/** Reports whether the triangle of a cell points up. */
export const isUp = (s: Shape, { row, column }: Position): boolean =>
  ((row + column + s.offset) & 1) === 0;

/** Half a side of a triangle whose height is 1. */
export const HALF_SIDE = 1 / Math.sqrt(3);

/** The middle of a triangle, in its heights from the corner of the grid. */
export const middleOf = (s: Shape, place: Position): { x: number; y: number } => ({
  x: (place.column + 1) * HALF_SIDE,
  y: place.row + (isUp(s, place) ? 2 : 1) / 3,
});

/** A place in heights of triangles from the corner of the grid. */
export type Point = readonly [x: number, y: number];

const vertex = (column: number, row: number): Point => [column * HALF_SIDE, row];

/** The corners of a triangle: its tip first. */
export function corners(s: Shape, { row, column }: Position): readonly Point[] {
  const [tip, base] = isUp(s, { row, column }) ? [row, row + 1] : [row + 1, row];
  return [vertex(column + 1, tip), vertex(column, base), vertex(column + 2, base)];
}

/** The cells of a line. */
export const cellsOf = (s: Shape, axis: Axis, line: number): readonly number[] =>
  s.lines[axis === 'row' ? line : s.height + line];

/** The cell of the board nearest to a place, in its row if there is one. */
export function nearestOn(s: Shape, { row, column }: Position): Position {
  const y = Math.max(0, Math.min(s.height - 1, row));
  const cells = s.lines[y];
  const [from, to] = [cells[0] % s.width, cells[cells.length - 1] % s.width];
  return { row: y, column: Math.max(from, Math.min(to, column)) };
}
