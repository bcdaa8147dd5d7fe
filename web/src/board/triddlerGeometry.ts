// The places of a triddler. A triangle is one unit high, and the origin is the corner of the grid.
// Every clue runs along its line and reads in its direction: rows begin at the left, rising
// lines at the upper right, and falling lines end at the lower right.
//
//                 1 2 3      rising lines
//                / / /
//           1  ▲▼▲▼▲
//         2 1 ▲▼▲▼▲▼▲
//           1  ▼▲▼▲▼
//                \ \ \
//                 1 2 3      falling lines

import { type Clue, clueOf, type Position, type Puzzle, type Shape } from '../model/puzzle';
import type { LineName } from '../model/grid';
import { cellsOf, corners, HALF_SIDE, isUp, nearestOn, type Point } from '../model/triddler';
import { blockEms, type Look, shownClue } from './clueLayout';

/** A rectangle around places. */
export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** From the edge to the first number of a clue, in ems. */
const PAD = 0.45;
/** From number to number of a slanted clue, in ems. */
const STEP = 1.3;
const CHIP_STEP = 1.6;
/** The height of a number, in ems. */
const HEIGHT = 1.2;
/** The blocks that a clue has room for while its picture is drawn: one for some cells. */
const CELLS_PER_BLOCK = 5;
const MAX_ROOM = 8;
/** How near a number is tapped, in pixels. */
const REACH = 14;

/** The middle of points. */
export const middleBetween = (points: readonly Point[]): Point => {
  const mean = (i: 0 | 1) => points.reduce((sum, point) => sum + point[i], 0) / points.length;
  return [mean(0), mean(1)];
};

export const placeOf = (s: Shape, cell: number): Position => ({
  row: Math.floor(cell / s.width),
  column: cell % s.width,
});

/** The edge at which the clue of a line begins, and the direction from there. */
function endOf(s: Shape, { axis, line }: LineName): { edge: readonly Point[]; out: Point } {
  const cells = cellsOf(s, axis, line);
  const slant = Math.sqrt(3) / 2;
  if (axis === 'row') {
    const [tip, left] = corners(s, placeOf(s, cells[0]));
    return { edge: [tip, left], out: [-1, 0] };
  }
  const rising = line < s.rising;
  const last = placeOf(s, rising ? cells[0] : cells[cells.length - 1]);
  const [tip, left, right] = corners(s, last);
  // At the top of a rising line there is a side of triangles that point down, and of others at the right.
  const flat = isUp(s, last) !== rising;
  return { edge: flat ? [left, right] : [tip, right], out: [0.5, rising ? -slant : slant] };
}

/** A number of a clue in pixels. */
export interface NumberPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** What is needed of a puzzle to place its clues. */
export interface Slants extends Look {
  readonly puzzle: Puzzle;
  readonly shape: Shape;
}

/** How far apart the numbers of a clue are, in ems. */
function steps(d: Slants, clue: Clue, { axis }: LineName): number[] {
  if (axis !== 'row') return clue.map(() => (d.chips ? CHIP_STEP : STEP));
  return clue.map((block) => blockEms(d, block));
}

/** The length of a clue with its gap, in ems. */
const lengthOf = (d: Slants, line: LineName, clue = clueOf(d.puzzle, line.axis, line.line)) =>
  steps(d, shownClue(clue), line).reduce((a, b) => a + b, PAD);

/** The board of a picture that is being drawn: short clues leave the usual room to grow, so that the
 * cells stay where they are. */
export function withRoom(d: Slants): Slants {
  const clues = linesOf(d.shape).map((line) => {
    const { length } = cellsOf(d.shape, line.axis, line.line);
    const blocks = Math.min(MAX_ROOM, Math.ceil(length / CELLS_PER_BLOCK) + 1);
    const usual: Clue = Array.from({ length: blocks }, () => ({ length: 1, color: 1 }));
    const own = clueOf(d.puzzle, line.axis, line.line);
    return lengthOf(d, line) > lengthOf(d, line, usual) ? own : usual;
  });
  const { height } = d.shape;
  return {
    ...d,
    puzzle: { ...d.puzzle, rows: clues.slice(0, height), columns: clues.slice(height) },
  };
}

/** The places of the numbers of a line, of the 0 of an empty one; the origin is at (x, y). */
export function numbersOf(
  d: Slants,
  line: LineName,
  { cell, font, x, y }: { cell: number; font: number; x: number; y: number },
): NumberPlace[] {
  const clue = shownClue(clueOf(d.puzzle, line.axis, line.line));
  const { edge, out } = endOf(d.shape, line);
  const [ex, ey] = [0, 1].map((i) => ((edge[0][i] + edge[1][i]) / 2) * cell);
  const each = steps(d, clue, line);
  const outwards = out[1] > 0;
  let away = PAD;
  const places = each.map((_, k) => {
    const i = outwards ? k : each.length - 1 - k;
    const far = (away + each[i] / 2) * font;
    away += each[i];
    return {
      x: x + ex + out[0] * far,
      y: y + ey + out[1] * far,
      width: blockEms(d, clue[i]) * font,
    };
  });
  return outwards ? places : places.reverse();
}

/** All lines of a triddler. */
export const linesOf = (s: Shape): LineName[] =>
  s.lines.map((_, i) =>
    i < s.height ? { axis: 'row', line: i } : { axis: 'column', line: i - s.height },
  );

/** The number of a clue nearest to a point, if one is near. */
export function numberAt(
  d: Slants,
  view: { cell: number; font: number; x: number; y: number },
  x: number,
  y: number,
): (LineName & { block: number }) | undefined {
  const reach = Math.max(REACH, view.font);
  const filled = linesOf(d.shape).filter((l) => clueOf(d.puzzle, l.axis, l.line).length > 0);
  const near = filled.flatMap((line) =>
    numbersOf(d, line, view).map((at, block) => ({
      ...line,
      block,
      distance: Math.hypot(at.x - x, at.y - y),
    })),
  );
  const nearest = near.reduce((a, b) => (b.distance < a.distance ? b : a), {
    ...near[0],
    distance: reach,
  });
  return nearest.distance < reach ? nearest : undefined;
}

/** The pixels that a board takes with its clues; without them if the font is 0. */
export function extentOf(d: Slants, cell: number, font: number): Extent {
  const { shape } = d;
  let [left, top, right, bottom] = [
    0,
    0,
    (shape.width + 1) * HALF_SIDE * cell,
    shape.height * cell,
  ];
  if (font === 0) return { left, top, right, bottom };
  const half = (HEIGHT / 2) * font;
  for (const line of linesOf(shape)) {
    for (const { x, y, width } of numbersOf(d, line, { cell, font, x: 0, y: 0 })) {
      const wide = Math.max(width, HEIGHT * font) / 2;
      [left, right] = [Math.min(left, x - wide), Math.max(right, x + wide)];
      [top, bottom] = [Math.min(top, y - half), Math.max(bottom, y + half)];
    }
  }
  return { left, top, right, bottom };
}

/** The cell at a point, or the nearest in its row. */
export function cellNear(s: Shape, x: number, y: number): Position {
  const row = Math.max(0, Math.min(s.height - 1, Math.floor(y)));
  const along = x / HALF_SIDE;
  const column = Math.floor(along);
  const down = Math.max(0, Math.min(1, y - row));
  const edge = isUp(s, { row, column }) ? 1 - down : down;
  return nearestOn(s, { row, column: along - column >= edge ? column : column - 1 });
}

/** Reports whether a point is in a cell. */
export function contains(s: Shape, place: Position, x: number, y: number): boolean {
  const down = y - place.row;
  const half = isUp(s, place) ? down : 1 - down;
  const across = Math.abs(x / HALF_SIDE - (place.column + 1));
  return down >= 0 && down < 1 && across <= half;
}

/** A lane with its clue, as a polygon. */
export function laneOf(d: Slants, line: LineName, font: number): Point[] {
  const cells = cellsOf(d.shape, line.axis, line.line);
  const { edge, out } = endOf(d.shape, line);
  const far = lengthOf(d, line) * font;
  const ends = [cells[0], cells[cells.length - 1]];
  return hull([
    ...ends.flatMap((cell) => corners(d.shape, placeOf(d.shape, cell))),
    ...edge.map(([x, y]): Point => [x + out[0] * far, y + out[1] * far]),
  ]);
}

/** The corners of the smallest convex polygon around points. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (from: readonly Point[]) => {
    const chain: Point[] = [];
    for (const [x, y] of from) {
      for (;;) {
        const [[ax, ay], [bx, by]] = [chain.at(-2) ?? [x, y], chain.at(-1) ?? [x, y]];
        if (chain.length < 2 || (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9) break;
        chain.pop();
      }
      chain.push([x, y]);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The outline of a board. */
export const outlineOf = (s: Shape): Point[] =>
  hull(
    Array.from({ length: s.height }, (_, y) => s.lines[y])
      .flatMap((row) => [row[0], row[row.length - 1]])
      .flatMap((cell) => corners(s, placeOf(s, cell))),
  );

/** The segments between the lanes of all directions, with the number of the lane after them. */
export function* seams(s: Shape): Generator<{ lane: number; from: Point; to: Point }> {
  for (const { axis, line } of linesOf(s)) {
    const before = line === 0 || (axis === 'column' && line === s.rising);
    if (before) continue;
    // The side that the lane shares with the one before it.
    const ends = cellsOf(s, axis, line)
      .flatMap((cell) => sideOf(s, placeOf(s, cell), axis, line < s.rising))
      .sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
    const lane = axis === 'column' && line >= s.rising ? line - s.rising : line;
    if (ends.length > 0) yield { lane, from: ends[0], to: ends[ends.length - 1] };
  }
}

/** The side of a triangle that is also one of its lane, above or left of it. */
function sideOf(s: Shape, place: Position, axis: 'row' | 'column', rising: boolean): Point[] {
  const up = isUp(s, place);
  const [tip, left, right] = corners(s, place);
  if (axis === 'row') return up ? [] : [left, right];
  if (rising) return up ? [tip, left] : [];
  return up ? [] : [tip, left];
}
