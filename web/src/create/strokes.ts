// The strokes of the drawing pens. They implement the board's strokes (model/stroke.ts).
// With a mirror every cell changes together with its images.

import type { Color, Position } from '../model/puzzle';
import { cellNear } from '../board/triddlerGeometry';
import { isUp, middleOf } from '../model/triddler';
import type { BoardStroke, Change } from '../model/stroke';
import { type Drawing, PAPER, shifted } from '../games/drawing';

/** The points of a straight line in the height of a triangle. */
const SAMPLES = 8;

export const PENS = ['pencil', 'line', 'rectangle', 'box', 'bucket', 'move'] as const;
export type Pen = (typeof PENS)[number];

/** The pens for a drawing: a triddler has no rectangles. */
export const pensFor = ({ shape }: Drawing): readonly Pen[] =>
  shape ? ['pencil', 'line', 'bucket'] : PENS;

/** x mirrors left and right, y mirrors top and bottom. */
export type Mirror = 'none' | 'x' | 'y' | 'both';

export function startStroke(
  pen: Pen,
  d: Drawing,
  start: Position,
  color: Color,
  mirror: Mirror,
): BoardStroke {
  switch (pen) {
    case 'pencil':
      return new Pencil(d, start, color, mirror);
    case 'line':
      return new Shape(d, start, color, mirror, (from, to) => straight(d, from, to));
    case 'rectangle':
      return new Shape(d, start, color, mirror, outline);
    case 'box':
      return new Shape(d, start, color, mirror, area);
    case 'bucket':
      return new Bucket(d, start, color, mirror);
    case 'move':
      return new Move(d, start);
  }
}

/** A cell and its mirror images. */
export function images(d: Drawing, mirror: Mirror, { row, column }: Position): Position[] {
  const x = { row, column: d.width - 1 - column };
  const y = { row: d.height - 1 - row, column };
  const both = { row: y.row, column: x.column };
  const all = { none: [], x: [x], y: [y], both: [x, y, both] }[mirror];
  return [{ row, column }, ...all];
}

/** Reports whether the picture is its own mirror image. */
export function isMirrored(d: Drawing, mirror: Mirror): boolean {
  if (mirror === 'none') return false;
  const at = (x: number, y: number) => d.cells[y * d.width + x];
  for (let y = 0; y < d.height; y++) {
    for (let x = 0; x < d.width; x++) {
      const [right, down] = [d.width - 1 - x, d.height - 1 - y];
      if (mirror !== 'y' && at(x, y) !== at(right, y)) return false;
      if (mirror !== 'x' && at(x, y) !== at(x, down)) return false;
    }
  }
  return true;
}

/** The changes of some cells and their images to a color. */
function changesTo(d: Drawing, mirror: Mirror, touched: Iterable<Position>, to: Color): Change[] {
  const seen = new Set<number>();
  const changes: Change[] = [];
  for (const place of touched) {
    for (const { row, column } of images(d, mirror, place)) {
      const cell = row * d.width + column;
      if (seen.has(cell)) continue;
      seen.add(cell);
      if (d.cells[cell] !== to) changes.push({ cell, from: d.cells[cell], to });
    }
  }
  return changes;
}

/** Draws a free line. Begun on a cell of its own color it erases. */
class Pencil implements BoardStroke {
  readonly length = 1; // no counter
  tip: Position;
  readonly to: Color;
  private readonly path: Position[];

  constructor(
    private readonly d: Drawing,
    start: Position,
    color: Color,
    private readonly mirror: Mirror,
  ) {
    this.tip = start;
    this.path = [start];
    this.to = d.cells[start.row * d.width + start.column] === color ? PAPER : color;
  }

  extend(to: Position): void {
    this.path.push(...straight(this.d, this.tip, to));
    this.tip = to;
  }

  changes(): Change[] {
    return changesTo(this.d, this.mirror, this.path, this.to);
  }
}

/** Draws a shape between its two ends. */
class Shape implements BoardStroke {
  tip: Position;

  constructor(
    private readonly d: Drawing,
    private readonly start: Position,
    readonly to: Color,
    private readonly mirror: Mirror,
    private readonly between: (from: Position, to: Position) => Position[],
  ) {
    this.tip = start;
  }

  get length(): number {
    const { d, start, tip } = this;
    return d.shape ? straight(d, start, tip).length : Math.max(...this.sides);
  }

  get label(): string {
    const [across, down] = this.sides;
    const flat = this.between === area || this.between === outline;
    return flat ? `${across} × ${down}` : String(this.length);
  }

  private get sides(): [number, number] {
    const { start, tip } = this;
    return [Math.abs(tip.column - start.column) + 1, Math.abs(tip.row - start.row) + 1];
  }

  extend(to: Position): void {
    this.tip = to;
  }

  changes(): Change[] {
    return changesTo(this.d, this.mirror, this.between(this.start, this.tip), this.to);
  }
}

/** The cells of a straight line (Bresenham), both ends included. */
export function line(from: Position, to: Position): Position[] {
  const across = Math.abs(to.column - from.column);
  const down = -Math.abs(to.row - from.row);
  const [stepX, stepY] = [from.column < to.column ? 1 : -1, from.row < to.row ? 1 : -1];
  const cells: Position[] = [];
  let { row, column } = from;
  let error = across + down;
  for (;;) {
    cells.push({ row, column });
    if (row === to.row && column === to.column) return cells;
    const twice = 2 * error;
    if (twice >= down) {
      error += down;
      column += stepX;
    }
    if (twice <= across) {
      error += across;
      row += stepY;
    }
  }
}

/** The cells of a straight line on a drawing. */
function straight({ shape }: Drawing, from: Position, to: Position): Position[] {
  if (!shape) return line(from, to);
  const [a, b] = [middleOf(shape, from), middleOf(shape, to)];
  const [across, down] = [b.x - a.x, b.y - a.y];
  const steps = Math.max(1, Math.ceil(Math.hypot(across, down) * SAMPLES));
  const cells = Array.from({ length: steps + 1 }, (_, i) =>
    cellNear(shape, a.x + (across * i) / steps, a.y + (down * i) / steps),
  );
  return cells.filter(
    ({ row, column }, i) => row !== cells[i - 1]?.row || column !== cells[i - 1]?.column,
  );
}

function area(from: Position, to: Position): Position[] {
  const cells: Position[] = [];
  for (let row = Math.min(from.row, to.row); row <= Math.max(from.row, to.row); row++) {
    const last = Math.max(from.column, to.column);
    for (let column = Math.min(from.column, to.column); column <= last; column++) {
      cells.push({ row, column });
    }
  }
  return cells;
}

const outline = (from: Position, to: Position): Position[] =>
  area(from, to).filter(
    ({ row, column }) =>
      row === from.row || row === to.row || column === from.column || column === to.column,
  );

/** Fills an area of one color. Diagonal neighbors do not connect. */
class Bucket implements BoardStroke {
  readonly length = 1;
  readonly tip: Position;
  private readonly found: Position[];

  constructor(
    private readonly d: Drawing,
    start: Position,
    readonly to: Color,
    private readonly mirror: Mirror,
  ) {
    this.tip = start;
    this.found = flood(d, start);
  }

  extend(): void {
    // The area is filled at once.
  }

  changes(): Change[] {
    return changesTo(this.d, this.mirror, this.found, this.to);
  }
}

export function flood(d: Drawing, start: Position): Position[] {
  const color = d.cells[start.row * d.width + start.column];
  const seen = new Set([start.row * d.width + start.column]);
  const found = [start];
  for (let i = 0; i < found.length; i++) {
    const { row, column } = found[i];
    const { shape } = d;
    for (const [y, x] of [
      // A triangle has a neighbor above or below it.
      ...(shape && isUp(shape, { row, column }) ? [] : [[row - 1, column]]),
      ...(shape && !isUp(shape, { row, column }) ? [] : [[row + 1, column]]),
      [row, column - 1],
      [row, column + 1],
    ]) {
      const cell = y * d.width + x;
      if (x < 0 || y < 0 || x >= d.width || y >= d.height || seen.has(cell)) continue;
      if (shape && !shape.of[cell]) continue;
      if (d.cells[cell] !== color) continue;
      seen.add(cell);
      found.push({ row: y, column: x });
    }
  }
  return found;
}

/** Drags the whole picture. */
class Move implements BoardStroke {
  readonly length = 1;
  tip: Position;

  constructor(
    private readonly d: Drawing,
    private readonly start: Position,
  ) {
    this.tip = start;
  }

  extend(to: Position): void {
    this.tip = to;
  }

  changes(): Change[] {
    const { d, start, tip } = this;
    const next = shifted(d, tip.column - start.column, tip.row - start.row);
    const changes: Change[] = [];
    next.forEach((to, cell) => {
      if (to !== d.cells[cell]) changes.push({ cell, from: d.cells[cell], to });
    });
    return changes;
  }
}
