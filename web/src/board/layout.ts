// Where things are on the board: pure arithmetic, in CSS pixels.
//
//        ┌────────┬──────────────────┐  top
//        │        │  column clues    │
//        ├────────┼──────────────────┤  top + gutterY
//        │  row   │                  │
//        │  clues │  cells           │  shows viewX × viewY pixels of the cells,
//        │        │                  │  scrolled by view.x and view.y
//        └────────┴──────────────────┘
//      left    left + gutterX
//
// The gutters stay in view; only the cells scroll. A board that is smaller than its
// place is centered in it.

import type { Place, Puzzle } from '../model/puzzle';

/** Below this a cell cannot be hit, and its clue not be read. */
export const MIN_COMFORT = 14;
/** The preferred size; small puzzles may grow beyond it, up to LARGE. */
const PREFERRED = 32;
const LARGE = 56;
/** A small puzzle grows until it is about this wide. */
const SMALL_BOARD = 420;
/** The limits of zooming. */
export const MIN_CELL = 6;
export const MAX_CELL = 72;
/** A finished picture is looked at, not drawn on: it may be as small as it takes. */
const MIN_PICTURE = 1;
const MAX_FONT = 16;
const MIN_FONT = 7;
/** For clues that would otherwise fill the screen: to be made out, hardly to be read. */
const TINY_FONT = 5;
/** The part of the board's place that a gutter takes at most. */
const MAX_GUTTER = 0.6;
/** A digit's width in a system font with tabular figures, in ems. */
const DIGIT = 0.6;
/** Between the numbers of a row clue, in ems. */
const GAP = 0.5;
const LINE_HEIGHT = 1.3;
/** The letter of a color beside the number in a chip, in ems. */
export const LETTER = 0.5;
/** Room between the clues and the edges. */
const PADDING = 6;

/** What has to be known of a puzzle to lay it out. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
  /** Blocks of the longest clue of a row, and of a column. */
  readonly rowBlocks: number;
  readonly columnBlocks: number;
  /** Digits of the longest number. */
  readonly digits: number;
  /** Clues are drawn as colored chips, which take some more room. */
  readonly chips: boolean;
  /** Chips have the letter of their color beside the number. */
  readonly letters?: boolean;
  /** The part of the clues that has not faded away: 1 if not told, 0 for a picture alone. */
  readonly clues?: number;
}

export interface View {
  /** The side of a cell. */
  readonly cell: number;
  /** How far the cells are scrolled. */
  readonly x: number;
  readonly y: number;
}

export interface Layout extends View {
  readonly font: number;
  /** Steps between the numbers of a row clue, and of a column clue. */
  readonly stepX: number;
  readonly stepY: number;
  readonly left: number;
  readonly top: number;
  readonly gutterX: number;
  readonly gutterY: number;
  readonly viewX: number;
  readonly viewY: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function dimensions(p: Puzzle): Dimensions {
  const longest = (clues: Puzzle['rows']) => Math.max(1, ...clues.map((c) => c.length));
  const numbers = [...p.rows, ...p.columns].flat().map((b) => String(b.length || '?').length);
  return {
    width: p.width,
    height: p.height,
    rowBlocks: longest(p.rows),
    columnBlocks: longest(p.columns),
    digits: Math.max(1, ...numbers),
    chips: p.palette.length > 2,
  };
}

/** The sizes of type and gutters that go with a size of cells. */
function gutters(d: Dimensions, cell: number, room: Size) {
  const full = fullGutters(d, cell, room);
  const left = d.clues ?? 1;
  return { ...full, gutterX: full.gutterX * left, gutterY: full.gutterY * left };
}

function fullGutters(d: Dimensions, cell: number, room: Size) {
  const letter = d.letters ? LETTER : 0;
  const wide = (cell - (d.chips ? 4 : 1)) / (DIGIT * Math.max(d.digits, 1.4) + letter);
  // Cells too small to be drawn in are looked at from afar: numbers beside each other count
  // for more than numbers to be read.
  const least = cell < MIN_COMFORT ? TINY_FONT : MIN_FONT;
  const font = Math.min(MAX_FONT, Math.max(least, Math.min(cell * 0.6, wide)));
  const plain = gutterSizes(d, font);
  // Clues of many blocks get smaller type, before they leave no room for the cells.
  const [mostX, mostY] = [room.width * MAX_GUTTER, room.height * MAX_GUTTER];
  const share = Math.min(mostX / plain.gutterX, mostY / plain.gutterY);
  if (share >= 1) return plain;
  const small = gutterSizes(d, Math.max(TINY_FONT, font * share));
  return {
    ...small,
    gutterX: Math.min(small.gutterX, Math.floor(mostX)),
    gutterY: Math.min(small.gutterY, Math.floor(mostY)),
  };
}

function gutterSizes(d: Dimensions, font: number) {
  const stepX =
    font *
    (DIGIT * Math.max(d.digits, 1) + (d.chips ? GAP + 0.25 : GAP) + (d.letters ? LETTER : 0));
  const stepY = font * (d.chips ? LINE_HEIGHT + 0.15 : LINE_HEIGHT);
  return {
    font,
    stepX,
    stepY,
    gutterX: Math.ceil(d.rowBlocks * stepX + PADDING + font * 0.2),
    gutterY: Math.ceil(d.columnBlocks * stepY + PADDING),
  };
}

function boardSize(d: Dimensions, cell: number, room: Size): Size {
  const g = gutters(d, cell, room);
  return { width: g.gutterX + d.width * cell + 1, height: g.gutterY + d.height * cell + 1 };
}

/** The largest size of cells at which the whole board is in view, at least MIN_CELL. */
export function fitCell(d: Dimensions, room: Size): number {
  const side = Math.max(d.width, d.height);
  const largest = Math.max(PREFERRED, Math.min(LARGE, Math.floor(SMALL_BOARD / side)));
  for (let cell = largest; cell > MIN_CELL; cell--) {
    const size = boardSize(d, cell, room);
    if (size.width <= room.width && size.height <= room.height) return cell;
  }
  return MIN_CELL;
}

/** The view that a puzzle opens with: all of it if that is comfortable. */
export function openingView(d: Dimensions, room: Size): View {
  return { cell: Math.max(MIN_COMFORT, fitCell(d, room)), x: 0, y: 0 };
}

/** The whole picture without its clues, as large as there is room for. */
export function pictureView(d: Dimensions, room: Size): View {
  const cell = Math.min(LARGE, (room.width - 1) / d.width, (room.height - 1) / d.height);
  return { cell: Math.max(MIN_PICTURE, cell >= MIN_CELL ? Math.floor(cell) : cell), x: 0, y: 0 };
}

/** A view on the way from one to another. */
export function between(from: View, to: View, share: number): View {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return { cell: mix(from.cell, to.cell), x: mix(from.x, to.x), y: mix(from.y, to.y) };
}

/** Reports whether not even the least comfortable size shows the whole board. */
export function isTooLarge(d: Dimensions, room: Size): boolean {
  return fitCell(d, room) < MIN_COMFORT;
}

const leastCell = (d: Dimensions) => ((d.clues ?? 1) < 1 ? MIN_PICTURE : MIN_CELL);

export function layOut(d: Dimensions, room: Size, view: View): Layout {
  const cell = clamp(view.cell, leastCell(d), MAX_CELL);
  const g = gutters(d, cell, room);
  const viewX = Math.max(cell, Math.min(d.width * cell + 1, room.width - g.gutterX));
  const viewY = Math.max(cell, Math.min(d.height * cell + 1, room.height - g.gutterY));
  return {
    ...g,
    cell,
    viewX,
    viewY,
    x: clamp(view.x, 0, d.width * cell + 1 - viewX),
    y: clamp(view.y, 0, d.height * cell + 1 - viewY),
    left: Math.max(0, Math.floor((room.width - g.gutterX - viewX) / 2)),
    top: Math.max(0, Math.floor((room.height - g.gutterY - viewY) / 2)),
  };
}

const clamp = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(value, Math.max(low, high)));

/** The cell under a point, or undefined where there is none. */
export function cellAt(d: Dimensions, l: Layout, x: number, y: number): Place | undefined {
  const gridX = x - l.left - l.gutterX;
  const gridY = y - l.top - l.gutterY;
  if (gridX < 0 || gridY < 0 || gridX >= l.viewX || gridY >= l.viewY) return undefined;
  const { row, column } = nearestCell(d, l, x, y);
  return { row, column };
}

/** The cell nearest to a point; strokes go on when the pointer leaves the board. */
export function nearestCell(d: Dimensions, l: Layout, x: number, y: number): Place {
  return {
    row: clamp(Math.floor((y - l.top - l.gutterY + l.y) / l.cell), 0, d.height - 1),
    column: clamp(Math.floor((x - l.left - l.gutterX + l.x) / l.cell), 0, d.width - 1),
  };
}

/** The line whose clue is under a point, if any. */
export function clueAt(
  d: Dimensions,
  l: Layout,
  x: number,
  y: number,
): { axis: 'row' | 'column'; line: number } | undefined {
  const inX = x >= l.left + l.gutterX && x < l.left + l.gutterX + l.viewX;
  const inY = y >= l.top + l.gutterY && y < l.top + l.gutterY + l.viewY;
  const { row, column } = nearestCell(d, l, x, y);
  if (inY && x >= l.left && x < l.left + l.gutterX) return { axis: 'row', line: row };
  if (inX && y >= l.top && y < l.top + l.gutterY) return { axis: 'column', line: column };
  return undefined;
}

/** Zooms by a factor so that the cell under a point stays there, where that is possible. */
export function zoomAt(
  d: Dimensions,
  room: Size,
  l: Layout,
  factor: number,
  x: number,
  y: number,
): Layout {
  const cell = clamp(l.cell * factor, leastCell(d), MAX_CELL);
  const column = (x - l.left - l.gutterX + l.x) / l.cell;
  const row = (y - l.top - l.gutterY + l.y) / l.cell;
  const next = layOut(d, room, { cell, x: 0, y: 0 });
  return layOut(d, room, {
    cell,
    x: column * cell - (x - next.left - next.gutterX),
    y: row * cell - (y - next.top - next.gutterY),
  });
}

/** Scrolls as far as it takes to have a cell in view. */
export function reveal(d: Dimensions, room: Size, l: Layout, place: Place): Layout {
  const into = (offset: number, size: number, at: number) =>
    Math.min(at * l.cell, Math.max(offset, (at + 1) * l.cell + 1 - size));
  return layOut(d, room, {
    cell: l.cell,
    x: into(l.x, l.viewX, place.column),
    y: into(l.y, l.viewY, place.row),
  });
}
