// Base class of the painters: the positions of rows and columns, rounded to device pixels,
// and which of them are in view.

import type { Axis, Position, Puzzle } from '../model/puzzle';
import type { ThemeColors } from './themeColors';
import type { Layout } from './layout';

/** The look of a clue: which blocks are crossed off, and whether it can still be met. */
export interface ClueLook {
  readonly off: readonly boolean[];
  readonly impossible: boolean;
}

export interface Sheet {
  readonly puzzle: Puzzle;
  /** The cells including an unfinished stroke. */
  readonly cells: Uint8Array;
  /** The cells before what-if began; cells that differ are what-if marks. */
  readonly base: Uint8Array | undefined;
  readonly clue: (axis: Axis, line: number) => ClueLook;
  readonly marks: 'none' | 'letters' | 'patterns';
  /** Number the rows and columns. */
  readonly numbers?: boolean;
  /** 0 while playing, 1 when only the picture is left. */
  readonly finish: number;
  /** The colored picture that replaces the finished one, and its visible part, 0 to 1. */
  readonly reward?: Coloring;
  readonly colored: number;
  /** The cell that was drawn last, from which the colors spread. */
  readonly last: Position;
}

/** A picture in other colors than those of the puzzle. */
export interface Coloring {
  /** Indexes into colors, 0 for paper. */
  readonly cells: Uint8Array;
  readonly colors: readonly string[];
}

const NUMBERS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

export class CanvasPainter {
  protected font = '';

  constructor(
    protected readonly ctx: CanvasRenderingContext2D,
    protected readonly theme: ThemeColors,
    protected readonly l: Layout,
    protected readonly sheet: Sheet,
    protected readonly dpr: number,
  ) {}

  /** Setting a font is slower than drawing a number, so it is set only when it changes. */
  protected setFont(weight: number, size: number): void {
    const font = `${weight} ${size}px ${NUMBERS}`;
    if (font === this.font) return;
    this.ctx.font = this.font = font;
  }

  protected snap(value: number): number {
    return Math.round(value * this.dpr) / this.dpr;
  }

  /** The start of a column or row on the canvas. */
  protected atX(column: number): number {
    return this.snap(this.l.gridX + column * this.l.cell - this.l.x);
  }

  protected atY(row: number): number {
    return this.snap(this.l.gridY + row * this.l.cell - this.l.y);
  }

  /** The part of the window that contains cells. */
  protected get shownX(): number {
    return Math.min(this.l.viewX, this.sheet.puzzle.width * this.l.cell + 1 - this.l.x);
  }

  protected get shownY(): number {
    return Math.min(this.l.viewY, this.sheet.puzzle.height * this.l.cell + 1 - this.l.y);
  }

  protected get first(): { column: number; row: number } {
    const { l } = this;
    return { column: Math.floor(l.x / l.cell), row: Math.floor(l.y / l.cell) };
  }

  protected get last(): { column: number; row: number } {
    const { l, sheet } = this;
    return {
      column: Math.min(sheet.puzzle.width - 1, Math.floor((l.x + l.viewX) / l.cell)),
      row: Math.min(sheet.puzzle.height - 1, Math.floor((l.y + l.viewY) / l.cell)),
    };
  }

  protected clipped(x: number, y: number, w: number, h: number, draw: () => void): void {
    const { ctx } = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
    draw();
    ctx.restore();
    this.font = '';
  }
}
