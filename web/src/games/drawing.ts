// A picture being drawn: size, colors, cells. Drawings are immutable values, so undo is a
// list of them. A cell is PAPER or an ink.

import { cluesFrom } from '../model/cluesFromCells';
import {
  BLACK_AND_WHITE,
  EMPTY,
  type Puzzle,
  type Shape,
  type Swatch,
  UNKNOWN,
} from '../model/puzzle';

/** The board shows UNKNOWN as blank, and EMPTY as a cross. */
export const PAPER = UNKNOWN;

/** The largest side that can be drawn. */
export const MAX_DRAWN_SIDE = 100;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** A triddler; undefined for rectangles. Cells outside of it are PAPER. */
  readonly shape?: Shape;
  readonly palette: readonly Swatch[];
  readonly cells: Uint8Array;
}

export const blankDrawing = (width: number, height: number, shape?: Shape): Drawing => ({
  width,
  height,
  ...(shape && { shape }),
  palette: BLACK_AND_WHITE,
  cells: new Uint8Array(width * height).fill(PAPER),
});

/** A drawing of the cells of a solved puzzle. */
export const drawingOf = (p: Puzzle, cells: Uint8Array): Drawing => ({
  width: p.width,
  height: p.height,
  ...(p.shape && { shape: p.shape }),
  palette: p.palette,
  cells: cells.map((c) => (c === EMPTY ? PAPER : c)),
});

export const isBlank = (d: Drawing): boolean => d.cells.every((c) => c === PAPER);

export const sameDrawing = (a: Drawing, b: Drawing): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.shape?.sides.join() === b.shape?.sides.join() &&
  a.palette.length === b.palette.length &&
  a.palette.every((s, i) => s.rgb === b.palette[i].rgb) &&
  a.cells.every((c, i) => c === b.cells[i]);

export const puzzleOf = (d: Drawing): Puzzle => ({
  width: d.width,
  height: d.height,
  ...(d.shape && { shape: d.shape }),
  palette: d.palette,
  ...cluesFrom(d.width, d.height, d.cells, d.shape),
});

/** The cells as rows of the palette's characters. */
export function goalRows(d: Drawing): string[] {
  return Array.from({ length: d.height }, (_, y) =>
    Array.from(
      d.cells.subarray(y * d.width, (y + 1) * d.width),
      (c) => d.palette[c === PAPER ? EMPTY : c].symbol,
    ).join(''),
  );
}

export type Side = 'top' | 'right' | 'bottom' | 'left';

/** Adds blank lines at a side, or removes lines. */
export function grow(d: Drawing, side: Side, by: number): Drawing {
  const tall = side === 'top' || side === 'bottom';
  const width = d.width + (tall ? 0 : by);
  const height = d.height + (tall ? by : 0);
  if (width < 1 || height < 1 || width > MAX_DRAWN_SIDE || height > MAX_DRAWN_SIDE) return d;
  return copied(d, width, height, side === 'left' ? by : 0, side === 'top' ? by : 0);
}

/** A sheet of another size with the old one on it at an offset. */
function copied(d: Drawing, width: number, height: number, right: number, down: number): Drawing {
  const cells = new Uint8Array(width * height).fill(PAPER);
  for (let y = 0; y < d.height; y++) {
    for (let x = 0; x < d.width; x++) {
      const [toX, toY] = [x + right, y + down];
      if (toX < 0 || toY < 0 || toX >= width || toY >= height) continue;
      cells[toY * width + toX] = d.cells[y * d.width + x];
    }
  }
  return { ...d, width, height, cells };
}

/** The drawing without blank lines around it. */
export function trim(d: Drawing): Drawing {
  if (isBlank(d)) return d;
  const filled = [...d.cells.keys()].filter((i) => d.cells[i] !== PAPER);
  const rows = filled.map((i) => Math.floor(i / d.width));
  const columns = filled.map((i) => i % d.width);
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  return copied(d, right - left + 1, bottom - top + 1, -left, -top);
}

/** The cells moved with wrap-around. */
export function shifted(d: Drawing, right: number, down: number): Uint8Array {
  const { width, height, cells } = d;
  const wrap = (value: number, size: number) => ((value % size) + size) % size;
  const next = new Uint8Array(cells.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      next[wrap(y + down, height) * width + wrap(x + right, width)] = cells[y * width + x];
    }
  }
  return next;
}

/** The drawing with another palette. Cells of a removed ink become paper. */
export function repainted(d: Drawing, palette: readonly Swatch[], removed?: number): Drawing {
  if (removed === undefined) return { ...d, palette };
  const cells = d.cells.map((c) =>
    c === PAPER ? PAPER : c === removed ? PAPER : c > removed ? c - 1 : c,
  );
  return { ...d, palette, cells };
}
