// Draws the board. The sheet (cells, lines, clues) is on one canvas and is drawn
// again only where it changed; what follows the pointer is on another above it
// (overlay.ts). All positions are rounded to device pixels, so that lines are sharp
// at every zoom.
//
// Cost: a full sheet of 100×100 cells is some ten thousand rectangles; a stroke
// redraws its own cells and the clues it touches.

import { textOn } from '../model/colors';
import { type Axis, clueOf, EMPTY, isColored, type Puzzle, UNKNOWN } from '../model/puzzle';
import type { Ink } from './ink';
import type { Layout } from './layout';
import { strokePattern } from './patterns';

/** What a clue looks like: which blocks are crossed off, and whether it can be met at all. */
export interface ClueLook {
  readonly off: readonly boolean[];
  readonly impossible: boolean;
}

export interface Sheet {
  readonly puzzle: Puzzle;
  /** What is drawn, an unfinished stroke included. */
  readonly cells: Uint8Array;
  /** What was drawn before what-if began; cells that differ from it are what-if marks. */
  readonly base: Uint8Array | undefined;
  readonly clue: (axis: Axis, line: number) => ClueLook;
  readonly marks: 'none' | 'letters' | 'patterns';
  /** 0 while playing, 1 when only the picture is left. */
  readonly finish: number;
}

export class Painter {
  private font = '';

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly ink: Ink,
    private readonly l: Layout,
    private readonly sheet: Sheet,
    private readonly dpr: number,
  ) {}

  /** Draws everything. */
  all(): void {
    const { ctx, l } = this;
    ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    this.clipped(this.gridX, this.gridY, l.viewX, l.viewY, () => {
      ctx.fillStyle = this.ink.paper;
      ctx.fillRect(this.gridX, this.gridY, l.viewX, l.viewY);
      this.lines();
      this.eachCell((column, row) => this.cell(column, row));
    });
    this.edge();
    this.clues('row');
    this.clues('column');
  }

  /** Draws some cells again, and the clues of their lines. */
  some(cells: Iterable<number>): void {
    const { l, sheet } = this;
    const rows = new Set<number>();
    const columns = new Set<number>();
    this.clipped(this.gridX, this.gridY, l.viewX, l.viewY, () => {
      for (const cell of cells) {
        const row = Math.floor(cell / sheet.puzzle.width);
        const column = cell % sheet.puzzle.width;
        rows.add(row);
        columns.add(column);
        const [x, y, w, h] = this.inside(column, row);
        this.ctx.fillStyle = this.ink.paper;
        this.ctx.fillRect(x, y, w, h);
        this.cell(column, row);
      }
    });
    this.clueLines('row', rows);
    this.clueLines('column', columns);
  }

  /** Reading a font's name costs more than drawing a number with it. */
  private setFont(weight: number, size: number): void {
    const font = `${weight} ${size}px ${NUMBERS}`;
    if (font === this.font) return;
    this.ctx.font = this.font = font;
  }

  private get gridX(): number {
    return this.l.left + this.l.gutterX;
  }

  private get gridY(): number {
    return this.l.top + this.l.gutterY;
  }

  private snap(value: number): number {
    return Math.round(value * this.dpr) / this.dpr;
  }

  /** Where a column begins, and a row. */
  private atX(column: number): number {
    return this.snap(this.gridX + column * this.l.cell - this.l.x);
  }

  private atY(row: number): number {
    return this.snap(this.gridY + row * this.l.cell - this.l.y);
  }

  private get first(): { column: number; row: number } {
    const { l } = this;
    return { column: Math.floor(l.x / l.cell), row: Math.floor(l.y / l.cell) };
  }

  private get last(): { column: number; row: number } {
    const { l, sheet } = this;
    return {
      column: Math.min(sheet.puzzle.width - 1, Math.floor((l.x + l.viewX) / l.cell)),
      row: Math.min(sheet.puzzle.height - 1, Math.floor((l.y + l.viewY) / l.cell)),
    };
  }

  private eachCell(draw: (column: number, row: number) => void): void {
    const { first, last } = this;
    for (let row = first.row; row <= last.row; row++) {
      for (let column = first.column; column <= last.column; column++) draw(column, row);
    }
  }

  private clipped(x: number, y: number, w: number, h: number, draw: () => void): void {
    const { ctx } = this;
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
    draw();
    ctx.restore();
    this.font = '';
  }

  /** A cell without its lines: these take its first pixel, every fifth also the last one before it. */
  private inside(column: number, row: number): [number, number, number, number] {
    const px = 1;
    const x = this.atX(column) + px;
    const y = this.atY(row) + px;
    const right = this.atX(column + 1) - ((column + 1) % 5 === 0 ? px : 0);
    const bottom = this.atY(row + 1) - ((row + 1) % 5 === 0 ? px : 0);
    return [x, y, right - x, bottom - y];
  }

  private lines(): void {
    const { ctx, ink, l, first, last, sheet } = this;
    ctx.globalAlpha = 1 - sheet.finish;
    for (const five of [false, true]) {
      ctx.fillStyle = five ? ink.five : ink.line;
      const isFive = (i: number) => i % 5 === 0;
      for (let column = first.column; column <= last.column + 1; column++) {
        if (isFive(column) !== five) continue;
        ctx.fillRect(this.atX(column) - (five ? 1 : 0), this.gridY, five ? 2 : 1, l.viewY);
      }
      for (let row = first.row; row <= last.row + 1; row++) {
        if (isFive(row) !== five) continue;
        ctx.fillRect(this.gridX, this.atY(row) - (five ? 1 : 0), l.viewX, five ? 2 : 1);
      }
    }
    ctx.globalAlpha = 1;
  }

  private edge(): void {
    const { ctx, ink, l } = this;
    ctx.globalAlpha = 1 - this.sheet.finish * 0.75;
    ctx.strokeStyle = ink.edge;
    ctx.lineWidth = 1.5;
    ctx.strokeRect(this.gridX, this.gridY, l.viewX, l.viewY);
    ctx.globalAlpha = 1;
  }

  private cell(column: number, row: number): void {
    const { sheet } = this;
    const at = row * sheet.puzzle.width + column;
    const color = sheet.cells[at];
    if (color === UNKNOWN) return;
    const supposed = sheet.base !== undefined && sheet.base[at] !== color;
    if (color === EMPTY) this.cross(column, row, supposed);
    else if (supposed) this.supposedFill(column, row, color);
    else this.fill(column, row, color);
  }

  private colorOf(color: number): string {
    const { puzzle } = this.sheet;
    return isColored(puzzle) ? puzzle.palette[color].rgb : this.ink.fill;
  }

  private fill(column: number, row: number, color: number): void {
    const { ctx, sheet } = this;
    let [x, y, w, h] = this.inside(column, row);
    if (sheet.finish > 0) {
      // The picture closes its gaps as the lines fade.
      [x, y] = [this.atX(column), this.atY(row)];
      [w, h] = [this.atX(column + 1) - x, this.atY(row + 1) - y];
    }
    ctx.fillStyle = this.colorOf(color);
    ctx.fillRect(x, y, w, h);
    if (sheet.finish === 0) this.secondSign(color, x, y, w, h);
  }

  /** The letter or pattern of a color, for those who do not tell colors apart. */
  private secondSign(color: number, x: number, y: number, w: number, h: number): void {
    const { ctx, sheet } = this;
    if (sheet.marks === 'none' || !isColored(sheet.puzzle) || w < 7) return;
    const swatch = sheet.puzzle.palette[color];
    if (sheet.marks === 'letters') {
      ctx.fillStyle = textOn(swatch.rgb);
      this.setFont(600, Math.min(h * 0.62, 20));
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.fillText(swatch.symbol.toUpperCase(), x + w / 2, y + h / 2 + 0.5);
      return;
    }
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
    ctx.strokeStyle = textOn(swatch.rgb);
    ctx.globalAlpha = 0.7;
    const tiles = Math.max(1, Math.round(w / PATTERN));
    ctx.lineWidth = Math.max(1, w / tiles / 12);
    for (let i = 0; i < tiles * tiles; i++) {
      const [column, row] = [i % tiles, Math.floor(i / tiles)];
      strokePattern(ctx, color, x + (column * w) / tiles, y + (row * w) / tiles, w / tiles);
    }
    ctx.restore();
  }

  /** A supposed fill: hatched within a frame, so that it cannot be taken for a sure one. */
  private supposedFill(column: number, row: number, color: number): void {
    const { ctx, ink } = this;
    const [x, y, w, h] = this.inside(column, row);
    const inset = Math.max(1, w * 0.12);
    const [fx, fy, fw, fh] = [x + inset, y + inset, w - 2 * inset, h - 2 * inset];
    ctx.save();
    ctx.beginPath();
    ctx.rect(fx, fy, fw, fh);
    ctx.clip();
    ctx.strokeStyle = isColored(this.sheet.puzzle) ? this.colorOf(color) : ink.accent;
    ctx.lineWidth = Math.max(1.5, w * 0.12);
    ctx.beginPath();
    for (let d = -fh; d < fw; d += Math.max(3, w * 0.26)) {
      ctx.moveTo(fx + d, fy + fh);
      ctx.lineTo(fx + d + fh, fy);
    }
    ctx.stroke();
    ctx.restore();
    ctx.strokeStyle = isColored(this.sheet.puzzle) ? this.colorOf(color) : ink.accent;
    ctx.lineWidth = Math.max(1, w * 0.07);
    ctx.strokeRect(fx, fy, fw, fh);
  }

  /** A cross; a supposed one has a ring around it. */
  private cross(column: number, row: number, supposed: boolean): void {
    const { ctx, ink, sheet } = this;
    if (sheet.finish >= 1) return;
    const [x, y, w, h] = this.inside(column, row);
    const [cx, cy, r] = [x + w / 2, y + h / 2, Math.min(w, h) * 0.17];
    ctx.globalAlpha = 1 - sheet.finish;
    ctx.strokeStyle = supposed ? ink.accent : ink.cross;
    ctx.lineWidth = Math.max(1, w * 0.055);
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(cx - r, cy - r);
    ctx.lineTo(cx + r, cy + r);
    ctx.moveTo(cx + r, cy - r);
    ctx.lineTo(cx - r, cy + r);
    if (supposed) {
      ctx.moveTo(cx + r * 2.2, cy);
      ctx.arc(cx, cy, r * 2.2, 0, 2 * Math.PI);
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  private clues(axis: Axis): void {
    const { first, last } = this;
    const [from, to] = axis === 'row' ? [first.row, last.row] : [first.column, last.column];
    this.clueLines(
      axis,
      Array.from({ length: to - from + 1 }, (_, i) => from + i),
    );
  }

  private clueLines(axis: Axis, lines: Iterable<number>): void {
    const { l } = this;
    const [x, y, w, h] =
      axis === 'row'
        ? [l.left, this.gridY, l.gutterX - 1, l.viewY]
        : [this.gridX, l.top, l.viewX, l.gutterY - 1];
    this.clipped(x, y, w, h, () => {
      for (const line of lines) this.clue(axis, line);
    });
  }

  private clue(axis: Axis, line: number): void {
    const { ctx, ink, l, sheet } = this;
    const across = axis === 'row';
    const at = across ? this.atY(line) : this.atX(line);
    const size = (across ? this.atY(line + 1) : this.atX(line + 1)) - at;
    if (across) ctx.clearRect(l.left, at, l.gutterX - 1, size);
    else ctx.clearRect(at, l.top, size, l.gutterY - 1);
    if (sheet.finish >= 1) return;
    ctx.globalAlpha = 1 - sheet.finish;
    const look = sheet.clue(axis, line);
    if (look.impossible) this.impossible(across, at, size);
    const clue = clueOf(sheet.puzzle, axis, line);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    clue.forEach((block, i) => {
      const back = clue.length - 1 - i + 0.5;
      const x = across ? this.gridX - 4 - back * l.stepX : at + size / 2;
      const y = across ? at + size / 2 : this.gridY - 3 - back * l.stepY;
      this.number(x, y, block.length ? String(block.length) : '?', block.color, look, i);
    });
    if (clue.length === 0) {
      const x = across ? this.gridX - 4 - 0.5 * l.stepX : at + size / 2;
      const y = across ? at + size / 2 : this.gridY - 3 - 0.5 * l.stepY;
      ctx.fillStyle = ink.faint;
      this.setFont(400, l.font);
      ctx.fillText('0', x, y + l.font * 0.06);
    }
    ctx.globalAlpha = 1;
  }

  private number(
    x: number,
    y: number,
    text: string,
    color: number,
    look: ClueLook,
    i: number,
  ): void {
    const { ctx, ink, l, sheet } = this;
    const off = look.off[i];
    const chip = isColored(sheet.puzzle);
    this.setFont(off ? 400 : 550, l.font);
    if (chip) {
      const rgb = sheet.puzzle.palette[color].rgb;
      const w = Math.max(l.font * 1.1, l.stepX - 2);
      const h = l.font * 1.25;
      ctx.globalAlpha = (1 - sheet.finish) * (off ? 0.35 : 1);
      ctx.fillStyle = rgb;
      ctx.beginPath();
      ctx.roundRect(x - w / 2, y - h / 2, w, h, 2);
      ctx.fill();
      this.chipSign(color, x - w / 2, y - h / 2, w, h);
      ctx.fillStyle = textOn(rgb);
    } else {
      ctx.fillStyle = off ? ink.faint : look.impossible ? ink.warn : ink.text;
    }
    ctx.fillText(text, x, y + l.font * 0.06);
    if (off) this.strike(x, y, text, chip ? textOn(sheet.puzzle.palette[color].rgb) : ink.faint);
    ctx.globalAlpha = 1 - sheet.finish;
  }

  /** In clues a letter stands in the corner; a pattern is drawn under the number. */
  private chipSign(color: number, x: number, y: number, w: number, h: number): void {
    const { ctx, l, sheet } = this;
    if (sheet.marks === 'none' || l.font < 9) return;
    const swatch = sheet.puzzle.palette[color];
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
    ctx.strokeStyle = ctx.fillStyle = textOn(swatch.rgb);
    if (sheet.marks === 'letters') {
      this.setFont(600, Math.max(6, l.font * 0.5));
      ctx.fillText(swatch.symbol.toUpperCase(), x + w - l.font * 0.22, y + h - l.font * 0.24);
    } else {
      ctx.globalAlpha *= 0.3;
      ctx.lineWidth = 1.5;
      strokePattern(ctx, color, x, y, h);
    }
    ctx.restore();
    this.font = '';
    this.setFont(550, l.font);
  }

  /** Crossed off is told by a line too, not by paleness alone. */
  private strike(x: number, y: number, text: string, color: string): void {
    const { ctx, l } = this;
    const w = (text.length * 0.6 + 0.2) * l.font;
    ctx.strokeStyle = color;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(x - w / 2, y);
    ctx.lineTo(x + w / 2, y);
    ctx.stroke();
  }

  /** A clue that cannot be met: a bar at its end beside the warning tone. */
  private impossible(across: boolean, at: number, size: number): void {
    const { ctx, ink, l } = this;
    ctx.fillStyle = ink.warnWash;
    if (across) ctx.fillRect(l.left, at + 1, l.gutterX - 1, size - 1);
    else ctx.fillRect(at + 1, l.top, size - 1, l.gutterY - 1);
    ctx.fillStyle = ink.warn;
    if (across) ctx.fillRect(l.left + l.gutterX - 4, at + 1, 3, size - 1);
    else ctx.fillRect(at + 1, l.top + l.gutterY - 4, size - 1, 3);
  }
}

/** About the size of a pattern's square. */
const PATTERN = 14;
const NUMBERS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
