// The boards that a triddler is drawn on: usual ones with a name, whose sides then move in and out.

import type { Shape } from '../model/puzzle';
import { triddler } from '../model/triddler';
import { blankDrawing, type Drawing } from './drawing';

/** The most lines at a side. */
export const MAX_TRIDDLER_SIDE = 30;

export type BoardName = 'hexagon' | 'triangle' | 'parallelogram';

const SIDES: Record<BoardName, (n: number) => number[]> = {
  hexagon: (n) => [n, n, n, n, n, n],
  triangle: (n) => [n, 0, n, 0, n, 0],
  parallelogram: (n) => [n, 0, n, n, 0, n],
};

/** The name of a board; undefined if its sides are not those of a usual one. */
export const boardNameOf = ({ sides }: Shape): BoardName | undefined =>
  (Object.keys(SIDES) as BoardName[]).find((name) => SIDES[name](sides[0]).join() === sides.join());

/** A usual board with n lines at its sides. The picture of another triddler stays in its middle. */
export function onUsualBoard(d: Drawing, name: BoardName, n: number): Drawing {
  const shape = triddler(SIDES[name](n))!;
  if (!d.shape) return { ...blankDrawing(shape.width, shape.height, shape), palette: d.palette };
  const down = (shape.height - d.height) >> 1;
  const right = (2 * (shape.offset - d.shape.offset) + shape.width - d.width) >> 1;
  // Triangles that point up still do.
  return onBoard(d, d.shape, shape, right + ((right + down) & 1), down);
}

/** Moves a side out or in by lines; undefined if there is no such board. The picture stays. */
export function withSideMoved(d: Drawing, side: number, by: number): Drawing | undefined {
  const { shape } = d;
  const sides = [...(shape?.sides ?? [])];
  sides[side] -= by;
  for (const beside of [1, 5]) sides[(side + beside) % 6] += by;
  const next = sides.every((n) => n <= MAX_TRIDDLER_SIDE) ? triddler(sides) : undefined;
  if (!shape || !next) return undefined;
  // Cells count from the corner between the sides A and F.
  const [right, down] = side === 0 ? [2 * by, 0] : side === 5 ? [-by, by] : [0, 0];
  return onBoard(d, shape, next, right, down);
}

/** The picture on another board, moved by columns and rows. */
function onBoard(d: Drawing, from: Shape, to: Shape, right: number, down: number): Drawing {
  const { cells, ...blank } = blankDrawing(to.width, to.height, to);
  for (const cell of from.lines.slice(0, from.height).flat()) {
    const row = Math.floor(cell / from.width) + down;
    const column = (cell % from.width) + from.offset + right - to.offset;
    const at = row * to.width + column;
    if (column >= 0 && column < to.width && to.of[at]) cells[at] = d.cells[cell];
  }
  return { ...blank, palette: d.palette, cells };
}
