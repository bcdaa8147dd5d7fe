// The layer above the sheet: cross-hair, focus, hints, wrong marks, stroke counter,
// minimap. It is cheap, so it is always redrawn.

import type { LineName } from '../model/grid';
import type { Axis, Position, Puzzle } from '../model/puzzle';
import type { ThemeColors } from './themeColors';
import type { Layout } from './layout';

export interface Highlight {
  /** Lines to highlight. */
  readonly lines: readonly LineName[];
  /** Cells to highlight. */
  readonly cells: readonly number[];
}

export interface Overlay {
  readonly puzzle: Puzzle;
  readonly cross: Position | undefined;
  /** The cell with the keyboard focus. */
  readonly focus: Position | undefined;
  readonly hint: Highlight | undefined;
  readonly wrong: readonly number[];
  /** Cells in which solutions differ. */
  readonly doubtful: readonly number[];
  readonly counter: { readonly at: Position; readonly text: string } | undefined;
  /** The minimap. */
  readonly map?: HTMLCanvasElement;
}

export function paintOverlay(
  ctx: CanvasRenderingContext2D,
  theme: ThemeColors,
  l: Layout,
  o: Overlay,
  Tool: typeof Pen = Pen,
): void {
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  const pen = new Tool(ctx, theme, l, o);
  if (o.hint) pen.hint(o.hint);
  if (o.cross) pen.crossHair(o.cross);
  pen.inGrid(() => {
    if (o.hint) pen.hintCells(o.hint);
    o.doubtful.forEach((cell) => pen.doubtful(cell));
    o.wrong.forEach((cell) => pen.wrong(cell));
    if (o.focus) pen.focus(o.focus);
  });
  if (o.map && l.map) pen.map(o.map, l.map);
  if (l.grip) pen.grip();
  if (o.counter) pen.counter(o.counter.at, o.counter.text);
}

export class Pen {
  constructor(
    protected readonly ctx: CanvasRenderingContext2D,
    protected readonly theme: ThemeColors,
    protected readonly l: Layout,
    protected readonly o: Overlay,
  ) {}

  inGrid(draw: () => void): void {
    const { ctx, l } = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(l.gridX - 2, l.gridY - 2, l.viewX + 4, l.viewY + 4);
    ctx.clip();
    draw();
    ctx.restore();
  }

  /** Fills a line including its clue, or only the first pixels of it. */
  private band(axis: Axis, line: number, thin?: number): void {
    const { ctx, l } = this;
    ctx.save();
    ctx.beginPath();
    if (axis === 'row') {
      const wide = l.gridX - l.left + l.viewX;
      ctx.rect(l.left, l.gridY, wide, l.viewY);
      ctx.clip();
      ctx.fillRect(l.left, l.gridY + line * l.cell - l.y, thin ?? wide, l.cell);
    } else {
      const high = l.gridY - l.top + l.viewY;
      ctx.rect(l.gridX, l.top, l.viewX, high);
      ctx.clip();
      ctx.fillRect(l.gridX + line * l.cell - l.x, l.top, l.cell, thin ?? high);
    }
    ctx.restore();
  }

  crossHair(at: Position): void {
    this.ctx.fillStyle = this.theme.hover;
    // Over a clue one coordinate is -1.
    if (at.row >= 0) this.band('row', at.row);
    if (at.column >= 0) this.band('column', at.column);
  }

  hint({ lines }: Highlight): void {
    const { ctx, theme } = this;
    for (const { axis, line } of lines) {
      ctx.fillStyle = theme.accent;
      ctx.globalAlpha = 0.12;
      this.band(axis, line);
      ctx.globalAlpha = 1;
      // A bar beside the clue marks the line without relying on color.
      this.band(axis, line, 3);
    }
  }

  /** Tints the hinted cells and draws a frame around adjacent ones. */
  hintCells({ cells }: Highlight): void {
    const { ctx, theme, l, o } = this;
    const all = new Set(cells);
    ctx.strokeStyle = ctx.fillStyle = theme.mark;
    ctx.lineWidth = 2.5;
    ctx.lineCap = 'square';
    for (const cell of cells) {
      const [x, y] = this.corner(cell);
      const column = cell % o.puzzle.width;
      ctx.globalAlpha = 0.16;
      ctx.fillRect(x, y, l.cell, l.cell);
      ctx.globalAlpha = 1;
      ctx.beginPath();
      const side = (same: boolean, x1: number, y1: number, x2: number, y2: number) => {
        if (same) return;
        ctx.moveTo(x + 0.5 + x1 * l.cell, y + 0.5 + y1 * l.cell);
        ctx.lineTo(x + 0.5 + x2 * l.cell, y + 0.5 + y2 * l.cell);
      };
      side(all.has(cell - o.puzzle.width), 0, 0, 1, 0);
      side(all.has(cell + o.puzzle.width), 0, 1, 1, 1);
      side(column > 0 && all.has(cell - 1), 0, 0, 0, 1);
      side(column < o.puzzle.width - 1 && all.has(cell + 1), 1, 0, 1, 1);
      ctx.stroke();
    }
  }

  /** A wrong mark: a frame with a filled corner on paper, visible on any color. */
  wrong(cell: number): void {
    const { ctx, theme, l } = this;
    const [x, y] = this.corner(cell);
    ctx.strokeStyle = ctx.fillStyle = theme.paper;
    ctx.lineWidth = 4;
    ctx.strokeRect(x + 2, y + 2, l.cell - 3, l.cell - 3);
    this.triangle(x + 1, y + 1, l.cell * 0.5 + 2);
    ctx.strokeStyle = ctx.fillStyle = theme.error;
    ctx.lineWidth = 2;
    ctx.strokeRect(x + 2, y + 2, l.cell - 3, l.cell - 3);
    this.triangle(x + 1, y + 1, l.cell * 0.5);
  }

  /** A doubtful cell: hatched in the warning color on a light ground, visible on any color. */
  doubtful(cell: number): void {
    const { ctx, theme, l } = this;
    const [x, y] = this.corner(cell);
    ctx.save();
    ctx.beginPath();
    ctx.rect(x + 1, y + 1, l.cell - 1, l.cell - 1);
    ctx.clip();
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = theme.errorWash;
    ctx.fillRect(x + 1, y + 1, l.cell - 1, l.cell - 1);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = theme.error;
    ctx.lineWidth = Math.max(1, l.cell * 0.07);
    ctx.beginPath();
    for (let d = -l.cell; d < l.cell; d += Math.max(4, l.cell / 4)) {
      ctx.moveTo(x + d, y);
      ctx.lineTo(x + d + l.cell, y + l.cell);
    }
    ctx.stroke();
    ctx.restore();
  }

  focus({ row, column }: Position): void {
    const { ctx, theme, l } = this;
    const x = l.gridX + column * l.cell - l.x;
    const y = l.gridY + row * l.cell - l.y;
    ctx.lineWidth = 4;
    ctx.strokeStyle = theme.page;
    ctx.strokeRect(x + 0.5, y + 0.5, l.cell, l.cell);
    ctx.lineWidth = 2;
    ctx.strokeStyle = theme.accent;
    ctx.strokeRect(x + 0.5, y + 0.5, l.cell, l.cell);
  }

  /** The minimap with a frame around the part in view. */
  map(picture: HTMLCanvasElement, { x, y, width, height }: NonNullable<Layout['map']>): void {
    const { ctx, theme, l, o } = this;
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(picture, x, y, width, height);
    ctx.lineWidth = 1;
    ctx.strokeStyle = theme.five;
    ctx.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1);
    const scale = width / (o.puzzle.width * l.cell);
    ctx.lineWidth = 2;
    ctx.strokeStyle = theme.accent;
    ctx.strokeRect(
      x + l.x * scale,
      y + l.y * scale,
      Math.min(width - l.x * scale, l.viewX * scale),
      Math.min(height - l.y * scale, l.viewY * scale),
    );
  }

  /** The grip: three short lines across the corner of the bars. */
  grip(): void {
    const { ctx, theme, l } = this;
    ctx.strokeStyle = theme.faint;
    ctx.lineWidth = 1.5;
    ctx.lineCap = 'round';
    ctx.beginPath();
    for (const far of [6, 11, 16]) {
      ctx.moveTo(l.gridX - far, l.gridY - 4);
      ctx.lineTo(l.gridX - 4, l.gridY - far);
    }
    ctx.stroke();
  }

  /** The length of the stroke beside its end. */
  counter({ row, column }: Position, text: string): void {
    const { ctx, theme, l } = this;
    ctx.font = '600 14px system-ui, sans-serif';
    const w = ctx.measureText(text).width + 14;
    const [right, top] = this.besides({ row, column });
    const x = Math.min(right + 6, l.gridX + l.viewX - w);
    const y = Math.max(top - 28, l.top);
    ctx.fillStyle = theme.accent;
    ctx.beginPath();
    ctx.roundRect(x, y, w, 24, 4);
    ctx.fill();
    ctx.fillStyle = theme.accentInk;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, x + w / 2, y + 12.5);
  }

  /** The right and the upper edge of a cell. */
  protected besides({ row, column }: Position): [right: number, top: number] {
    const { l } = this;
    return [l.gridX + (column + 1) * l.cell - l.x, l.gridY + row * l.cell - l.y];
  }

  /** The upper left half of a square. */
  private triangle(x: number, y: number, side: number): void {
    const { ctx } = this;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + side, y);
    ctx.lineTo(x, y + side);
    ctx.fill();
  }

  private corner(cell: number): [number, number] {
    const { l, o } = this;
    return [
      l.gridX + (cell % o.puzzle.width) * l.cell - l.x,
      l.gridY + Math.floor(cell / o.puzzle.width) * l.cell - l.y,
    ];
  }
}
