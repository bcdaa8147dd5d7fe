// The layout of the board: pure arithmetic in CSS pixels.
//
//   0        left         gridX
//   ┌──────────┬────────────┬──────────────────┐ 0
//   │          : map    ┌──┐│  column bar      │
//   │  corner  :        │╱╱││                  │
//   ├ ─ ─ ─ ─ ─┼────────┴──┼┼──────────────────┤ gridY
//   │          :            │                  │
//   │          : row bar    │  cells           │  a window of viewX × viewY pixels,
//   │          :            │                  │  scrolled by x and y
//   └──────────┴────────────┴──────────────────┘
//
// The clues are in bars that stay in view; only the cells scroll. Zooming scales the cells
// but not the font of the clues, unless the cells get smaller than the font. If the board
// does not fit, the bars take a fraction of the place, or what the player has chosen, and
// scroll separately (clueX, clueY). The margin beyond a bar belongs to the bar, so a clue
// that grows while the player draws does not move the cells.
//
// The clues come first: the cells give way until they have 14 pixels. Only then a row clue that
// is too long for its bar is condensed, then wrapped onto two lines, then cut off.
//
// There are three steps: `dimensions` (the size of a puzzle), `settle` (font, bars and cell
// sizes in a place), `layOut` (all positions in a view). A board smaller than its place is
// centered, clear of the area that a sheet may cover.

import type { Position, Puzzle } from '../model/puzzle';
import {
  blockEms,
  type ClueBars,
  clueEms,
  columnStep,
  type Look,
  MIN_SQUEEZE,
  PADDING,
  TWO_LINES,
  wrapped,
} from './clueLayout';
import { cellNear, contains, extentOf, type Slants } from './triddlerGeometry';

/**
 * The smallest comfortable cells for a finger and for a mouse. A board that is whole with
 * smaller cells for a finger is still shown whole, because seeing whole lines matters more.
 */
const FINGER = 24;
const FINGER_WHOLE = 14;
export const MOUSE = 14;
/** Below this size of cells the row clues are condensed and wrapped, to make the cells larger. */
const CONDENSE_BELOW = 14;
/** A clue is cut off for cells of this size, not for smaller ones. */
const CUT_FOR = 18;
/** Below this size cells grow in steps of half a pixel. */
const HALVES_BELOW = 24;
/** The narrowest bar of row clues that makes room for cells. */
const MIN_BAR = 28;
/** The largest cells of a board that is shown whole, where text has its usual size. */
const LARGE = 96;
/** The largest cells after zooming. */
export const MAX_CELL = 192;
/** The smallest cells of a finished picture, which takes no input. */
const MIN_PICTURE = 0.25;
/** The font size of the clues as a fraction of the cells at opening. */
const TYPE = 0.5;
const MIN_TYPE = 11;
const MAX_TYPE = 22;
/** The largest fraction in small cells. Below LEGIBLE there are no numbers. */
const TYPE_IN_CELL = 0.9;
const LEGIBLE = 6;
/** The size of a bar without numbers. */
const BARE_BAR = 8;
/** The fractions of the place that the bars take if the board does not fit. */
const SHARE_X = 0.22;
const SHARE_Y = 0.25;
/** The limits for the player's choice. */
export const MIN_SHARE = 0.06;
export const MAX_SHARE = 0.6;
/** The size of the row and column numbers. */
const NUMBERS_X = 20;
const NUMBERS_Y = 14;
/** The size of the grip in the corner between the bars. */
export const GRIP = 28;
/** The largest font size of slanted clues as a fraction of the cells. */
const TYPE_IN_LANE = 0.62;
const MIN_MAP = 20;
const MAX_MAP = 180;
const MAP_MARGIN = 4;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the board's element. */
export interface Stage extends Size {
  /** The least comfortable size of a cell, at which a board opens that does not fit. */
  readonly comfort: number;
  /** The smallest cells of a board that opens whole; `comfort` by default. */
  readonly least?: number;
  /** The pixels that a sheet covers when it opens, at the right or at the bottom. */
  readonly right?: number;
  readonly bottom?: number;
}

/** The fractions of the place that the player gives to the bars. */
export interface Bars {
  readonly x: number;
  readonly y: number;
}

/**
 * The size of the clues: the widest row clue in ems, on one line and on two, and the highest
 * column clue in blocks.
 */
export interface Need {
  readonly rowEms: number;
  readonly wrappedEms: number;
  readonly columnBlocks: number;
}

/** The properties of a puzzle that the layout needs. */
export interface Dimensions extends Size, Need, Look {
  /** The board is a triddler: nothing stays in view while it scrolls. */
  readonly slants?: Slants;
  /** The room for clues that are still being drawn, instead of their current size. */
  readonly reserve?: Need;
  /** Without clues: the picture alone. */
  readonly bare?: boolean;
  /** How many times larger than usual the player reads text. */
  readonly text?: number;
}

/** A puzzle in a place of a certain size. */
export interface Setting {
  readonly d: Dimensions;
  readonly stage: Stage;
  /** The largest size of the bars. */
  readonly mostX: number;
  readonly mostY: number;
  /** The pixels that the bars get at opening so that no column or row is cut. */
  readonly extraX: number;
  readonly extraY: number;
  /** The board does not fit, so the player can change the size of the bars. */
  readonly adjustable: boolean;
  /** The size of cells at which the whole board is in view. */
  readonly whole: number;
  /** The size of cells at opening, which also determines the font size. */
  readonly open: number;
  readonly type: number;
}

export interface View {
  /** The side of a cell. */
  readonly cell: number;
  /** The scroll position of the cells. */
  readonly x: number;
  readonly y: number;
  /** The scroll position of the clues in their bars. */
  readonly clueX?: number;
  readonly clueY?: number;
}

interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Layout extends Required<View>, ClueBars {
  /** The font size of the clues; 0 if the cells are too small for numbers. */
  readonly font: number;
  readonly left: number;
  readonly top: number;
  readonly gridX: number;
  readonly gridY: number;
  readonly viewX: number;
  readonly viewY: number;
  /** The largest scroll positions of the clues. */
  readonly moreX: number;
  readonly moreY: number;
  /** The minimap, if only a part of the board is in view. */
  readonly map: Box | undefined;
  /** There is a grip to resize the bars. */
  readonly grip: boolean;
}

// Sizes of a puzzle.

export function dimensions(p: Puzzle, letters = false): Dimensions {
  const chips = p.palette.length > 2;
  const look = { chips, letters: chips && letters };
  return {
    ...look,
    width: p.width,
    height: p.height,
    rowEms: Math.max(...p.rows.map((clue) => clueEms(look, clue))),
    wrappedEms: Math.max(...p.rows.map((clue) => wrapped(look, clue).ems)),
    columnBlocks: Math.max(1, ...p.columns.map((clue) => clue.length)),
    ...(p.shape && { slants: { ...look, puzzle: p, shape: p.shape } }),
  };
}

/** The room for the clues of a picture that is being drawn. */
export function reserveFor({ width, height, chips, letters }: Dimensions): Need {
  const blocks = (cells: number) => Math.max(3, Math.min(12, Math.ceil(cells / 3) + 1));
  const one = blockEms({ chips, letters }, { length: 1, color: 1 });
  return {
    rowEms: blocks(width) * one,
    wrappedEms: Math.ceil(blocks(width) / 2) * one,
    columnBlocks: blocks(height),
  };
}

/** The room that the clues of a drawing reserve: their current size, or the usual one if that is larger. */
export function roomToGrow(d: Dimensions): Need {
  const usual = reserveFor(d);
  return {
    rowEms: Math.max(d.rowEms, usual.rowEms),
    wrappedEms: Math.max(d.wrappedEms, usual.wrappedEms),
    columnBlocks: Math.max(d.columnBlocks, usual.columnBlocks),
  };
}

// Settings.

/** The place without the numbers of rows and columns. */
export const besideNumbers = ({ width, height }: Size): Size => ({
  width: width - NUMBERS_X,
  height: height - NUMBERS_Y,
});

/** The sizes of cells for a finger or a mouse. */
export function comfortOf({ width, height }: Size, coarse: boolean) {
  if (!coarse) return { comfort: MOUSE };
  return { comfort: width > height ? FINGER_WHOLE : FINGER, least: FINGER_WHOLE };
}

export function settle(d: Dimensions, stage: Stage, bars?: Bars): Setting {
  const clear = { width: stage.width - (stage.right ?? 0), height: stage.height };
  let [mostX, mostY] = [Infinity, Infinity];
  let whole = largestWhole(d, clear, mostX, mostY);
  const wanted = Math.min(CONDENSE_BELOW, stage.comfort);
  for (const bar of narrowBars(d, clear.width)) {
    if (whole >= wanted || d.slants) break;
    const larger = largestWhole(d, clear, bar.most, mostY);
    if (larger < bar.least || larger <= whole) continue;
    mostX = bar.most;
    whole = larger;
  }
  const least = stage.least ?? stage.comfort;
  const adjustable = whole < least && !d.slants;
  if (adjustable) {
    mostX = Math.floor(stage.width * clamp(bars?.x ?? SHARE_X, MIN_SHARE, MAX_SHARE));
    mostY = Math.floor(stage.height * clamp(bars?.y ?? SHARE_Y, MIN_SHARE, MAX_SHARE));
    whole = largestWhole(d, clear, mostX, mostY);
  }
  const open = whole < least ? stage.comfort : whole;
  const setting = { d, stage, mostX, mostY, adjustable, whole, open, type: typeFor(d, open) };
  return { ...setting, ...(open > whole && !bars ? leftOver(setting) : { extraX: 0, extraY: 0 }) };
}

/**
 * The sizes to which the bar of row clues shrinks for larger cells: clues are condensed, then
 * on two lines, then cut off. All have the smallest font.
 */
function narrowBars(d: Dimensions, width: number) {
  const { rowEms, wrappedEms } = d.reserve ?? d;
  const most = (ems: number) => Math.ceil(ems * MIN_TYPE * MIN_SQUEEZE + PADDING);
  const left = Math.floor(width - d.width * CUT_FOR - 1);
  return [
    { most: most(rowEms), least: 0 },
    { most: most(wrappedEms), least: TWO_LINES },
    { most: Math.max(MIN_BAR, left), least: CUT_FOR },
  ];
}

/** The pixels of columns and rows that would be cut at the end of the place. */
function leftOver({ d, stage, mostX, mostY, open, type }: Omit<Setting, 'extraX' | 'extraY'>) {
  if (d.slants) return { extraX: 0, extraY: 0 };
  const { x, y } = barsOf(d, open, type, mostX, mostY);
  const cut = (room: number, count: number) => (room > count * open ? 0 : (room - 1) % open);
  return { extraX: cut(stage.width - x, d.width), extraY: cut(stage.height - y, d.height) };
}

/** Reports whether the board opens with only a part of it in view. */
export const isTooLarge = (s: Setting): boolean => s.open > s.whole;

const typeFor = ({ text = 1 }: Dimensions, cell: number): number =>
  clamp(cell * Math.min(TYPE * text, TYPE_IN_CELL), MIN_TYPE, MAX_TYPE * text);

/** The largest size of cells at which the board fits: whole pixels, halves below 24, quarters below 8. */
function largestWhole(d: Dimensions, room: Size, mostX: number, mostY: number): number {
  const fits = (cell: number) => {
    if (d.slants) {
      const { left, top, right, bottom } = extentOf(d.slants, cell, slantedType(d, cell));
      return right - left + 2 <= room.width && bottom - top + 2 <= room.height;
    }
    const bars = barsOf(d, cell, typeFor(d, cell), mostX, mostY);
    return bars.x + d.width * cell + 1 <= room.width && bars.y + d.height * cell + 1 <= room.height;
  };
  for (let cell = Math.round(LARGE * (d.text ?? 1)); cell >= HALVES_BELOW; cell--)
    if (fits(cell)) return cell;
  for (let cell = HALVES_BELOW - 0.5; cell >= 8; cell -= 0.5) if (fits(cell)) return cell;
  for (let cell = 7.75; cell > MIN_PICTURE; cell -= 0.25) if (fits(cell)) return cell;
  return MIN_PICTURE;
}

/** The font size of slanted clues; 0 if the cells are too small for numbers. */
function slantedType(d: Dimensions, cell: number): number {
  const font = Math.min(typeFor(d, cell), cell * TYPE_IN_LANE);
  return d.bare || font < LEGIBLE ? 0 : font;
}

function barsOf(d: Dimensions, cell: number, type: number, mostX: number, mostY: number) {
  const small = Math.min(type, typeFor(d, cell), cell * TYPE_IN_CELL);
  const font = d.bare || small < LEGIBLE ? 0 : small;
  const fill = (need: number, most: number) =>
    d.bare ? 0 : Math.ceil(Math.min(most, font === 0 ? BARE_BAR : need));
  const need = needOf(d, d.reserve ?? d, font);
  return { font, x: fill(need.x, mostX), y: fill(need.y, mostY) };
}

const needOf = (d: Dimensions, need: Need, font: number) => ({
  x: need.rowEms * font + PADDING,
  y: need.columnBlocks * columnStep(d) * font + PADDING,
});

// Views.

/** The view at opening: the whole board if that is comfortable. */
export const openingView = (s: Setting): View => ({ cell: s.open, ...begin(s) });

/** The whole board. */
export const wholeView = (s: Setting): View => ({ cell: s.whole, ...begin(s) });

/** Where scrolling begins: clues of a triddler are left of its cells and above them. */
const begin = ({ d }: Setting) => (d.slants ? { x: -Infinity, y: -Infinity } : { x: 0, y: 0 });

/** The whole picture without clues, as large as possible. */
export function pictureView({ d, stage }: Setting): View {
  const large = LARGE * (d.text ?? 1);
  const [wide, high] = d.slants ? [extentOf(d.slants, 1, 0).right, d.height] : [d.width, d.height];
  const cell = Math.min(large, (stage.width - 1) / wide, (stage.height - 1) / high);
  return { cell: Math.max(MIN_PICTURE, cell >= 8 ? Math.floor(cell) : cell), x: 0, y: 0 };
}

export function layOut(s: Setting, view: View): Layout {
  const { d, stage } = s;
  const cell = clamp(view.cell, d.bare ? MIN_PICTURE : s.whole, MAX_CELL);
  if (d.slants) return slantedLayout(d, d.slants, stage, { ...view, cell });
  const bars = barsOf(d, cell, s.type, s.mostX, s.mostY);
  if (cell >= s.open && !d.bare) {
    bars.x += Math.floor(s.extraX);
    bars.y += Math.floor(s.extraY);
  }
  const [wide, high] = [d.width * cell + 1, d.height * cell + 1];
  const left = marginBefore(stage.width - bars.x - wide, stage.right);
  const top = marginBefore(stage.height - bars.y - high, stage.bottom);
  const [gridX, gridY] = [left + bars.x, top + bars.y];
  const viewX = Math.max(1, Math.min(wide, stage.width - gridX));
  const viewY = Math.max(1, Math.min(high, stage.height - gridY));
  const need = needOf(d, d, bars.font);
  const small = bars.font * MIN_SQUEEZE;
  const more = (all: number, bar: number) =>
    bars.font ? Math.max(0, (all - PADDING) * MIN_SQUEEZE + PADDING - bar) : 0;
  const wraps = cell >= TWO_LINES;
  const moreY = more(need.y, gridY);
  // A cut clue has one full line, and another in which up to two ems were left.
  const moreX =
    wraps && d.wrappedEms * small + PADDING <= gridX
      ? 0
      : more(need.x, wraps ? 2 * (gridX - small) : gridX);
  const place = { cell, font: bars.font, left, top, gridX, gridY, viewX, viewY };
  return {
    ...place,
    x: clamp(view.x, 0, wide - viewX + covered(stage.width, stage.right, gridX + viewX)),
    y: clamp(view.y, 0, high - viewY + covered(stage.height, stage.bottom, gridY + viewY)),
    clueX: clamp(view.clueX ?? 0, 0, moreX),
    clueY: clamp(view.clueY ?? 0, 0, moreY),
    moreX,
    moreY,
    map: !d.bare && (viewX < wide || viewY < high) ? mapBox(d, gridX, gridY) : undefined,
    grip: !d.bare && s.adjustable && bars.font > 0 && gridX >= GRIP / 2 && gridY >= GRIP / 2,
  };
}

/** The layout of a triddler: its window is the whole place, and scrolls with the clues. */
function slantedLayout(d: Dimensions, slants: Slants, stage: Stage, view: View): Layout {
  const font = slantedType(d, view.cell);
  const { left, top, right, bottom } = extentOf(slants, view.cell, font);
  const scroll = (at: number, room: number, from: number, to: number, reserve = 0) => {
    const free = room - (to - from);
    if (free < 0) return clamp(at, from - 1, to + 1 - room + reserve);
    const still = from - marginBefore(free, reserve);
    return clamp(at, still, Math.max(still, to + 1 - room + reserve));
  };
  return {
    ...{ cell: view.cell, font, left: 0, top: 0, gridX: 0, gridY: 0 },
    ...{ viewX: stage.width, viewY: stage.height, clueX: 0, clueY: 0, moreX: 0, moreY: 0 },
    x: scroll(view.x, stage.width, left, right, stage.right),
    y: scroll(view.y, stage.height, top, bottom, stage.bottom),
    ...{ map: undefined, grip: false },
  };
}

/** The margin that centers the board clear of a sheet. */
const marginBefore = (free: number, reserve = 0) =>
  Math.max(0, Math.floor(Math.min(free / 2, free - reserve)));

/** The pixels of cells that a sheet covers, by which the cells can be scrolled further. */
const covered = (room: number, reserve = 0, end: number) =>
  reserve > 0 ? Math.max(0, end - (room - reserve)) : 0;

/** The position of the minimap: in the corner, beside or above the grip. */
function mapBox(d: Dimensions, gridX: number, gridY: number): Box | undefined {
  const scale = (width: number, height: number) =>
    Math.min(width / d.width, height / d.height, MAX_MAP / Math.max(d.width, d.height));
  const [roomX, roomY] = [gridX - 2 * MAP_MARGIN, gridY - 2 * MAP_MARGIN];
  const [above, beside] = [scale(roomX, roomY - GRIP), scale(roomX - GRIP, roomY)];
  const best = Math.max(above, beside);
  const [width, height] = [d.width * best, d.height * best];
  if (Math.max(width, height) < MIN_MAP) return undefined;
  const [x, y] = [gridX - MAP_MARGIN - width, gridY - MAP_MARGIN - height];
  return above >= beside ? { x, y: y - GRIP, width, height } : { x: x - GRIP, y, width, height };
}

export const clamp = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(value, Math.max(low, high)));

// Hit testing.

export type Zone = 'cells' | 'rows' | 'columns' | 'map' | 'corner' | 'outside';

export function zoneAt({ d }: Setting, l: Layout, x: number, y: number): Zone {
  if (d.slants) {
    const [across, down] = [(x + l.x) / l.cell, (y + l.y) / l.cell];
    const { shape } = d.slants;
    const inside = contains(shape, cellNear(shape, across, down), across, down);
    return inside ? 'cells' : 'rows';
  }
  const endX = l.gridX + Math.min(l.viewX, d.width * l.cell + 1 - l.x);
  const endY = l.gridY + Math.min(l.viewY, d.height * l.cell + 1 - l.y);
  if (x >= endX || y >= endY) return 'outside';
  if (x >= l.gridX) return y >= l.gridY ? 'cells' : 'columns';
  if (y >= l.gridY) return 'rows';
  const { map } = l;
  const onMap = map && x >= map.x && x < map.x + map.width && y >= map.y && y < map.y + map.height;
  return onMap ? 'map' : 'corner';
}

/** The cell under a point, or undefined where there is none. */
export const cellAt = (s: Setting, l: Layout, x: number, y: number): Position | undefined =>
  zoneAt(s, l, x, y) === 'cells' ? nearestCell(s, l, x, y) : undefined;

/** The cell in view nearest to a point, for strokes that leave the board. */
export function nearestCell({ d }: Setting, l: Layout, x: number, y: number): Position {
  if (d.slants) return cellNear(d.slants.shape, (x + l.x) / l.cell, (y + l.y) / l.cell);
  const at = (point: number, from: number, size: number, offset: number, count: number) =>
    clamp(Math.floor((clamp(point - from, 0, size - 1) + offset) / l.cell), 0, count - 1);
  return {
    row: at(y, l.gridY, l.viewY, l.y, d.height),
    column: at(x, l.gridX, l.viewX, l.x, d.width),
  };
}

/** The line whose clue is at a point, if any. */
export function clueAt(
  s: Setting,
  l: Layout,
  x: number,
  y: number,
): { axis: 'row' | 'column'; line: number } | undefined {
  const zone = s.d.slants ? 'cells' : zoneAt(s, l, x, y);
  const { row, column } = nearestCell(s, l, x, y);
  if (zone === 'rows') return { axis: 'row', line: row };
  if (zone === 'columns') return { axis: 'column', line: column };
  return undefined;
}
