// Draws the sheet: cells, lines and clues. It is redrawn only where it changed; the
// overlay is on another canvas (overlay.ts). Positions are rounded to device pixels, so
// that lines are sharp at every zoom.
//
// Cost: a full sheet of 100×100 cells is about ten thousand rectangles; a stroke redraws
// its cells and the clues of their lines.

import { inkLetters, textOn } from '../model/colors';
import { EMPTY, isColored, MAYBE, UNKNOWN } from '../model/puzzle';
import { fillPaint, halves, plainColor } from '../model/triangles';
import { CanvasPainter } from './canvasPainter';
import { CluePainter } from './cluePainter';
import { strokePattern } from './patterns';

/** The approximate size of one pattern tile. */
const PATTERN = 14;

/** The font size of line numbers, and the smallest cells at which every line has a number. */
const NUMBER_FONT = 10;
const NUMBERED = 16;

/** The part of the picture in which colors are appearing at a time. */
const WAVE = 0.25;

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

export class BoardPainter extends CanvasPainter {
  /** Draws everything. */
  all(): void {
    const { ctx, l } = this;
    ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    this.clipped(l.gridX, l.gridY, this.shownX, this.shownY, () => {
      ctx.fillStyle = this.theme.paper;
      ctx.fillRect(l.gridX, l.gridY, this.shownX, this.shownY);
      this.lines();
      this.eachCell((column, row) => this.cell(column, row));
      if (this.sheet.colored > 0) this.eachCell((column, row) => this.color(column, row));
    });
    this.edge();
    const clues = this.clues();
    const { first, last } = this;
    clues.lines('row', range(first.row, last.row));
    clues.lines('column', range(first.column, last.column));
    if (this.sheet.numbers) this.numbers();
  }

  /** Draws the numbers of the lines at their ends: all, or every fifth if cells are small. */
  protected numbers(): void {
    const { ctx, theme, l, first, last, sheet } = this;
    const every = l.cell >= NUMBERED ? 1 : 5;
    const shown = (line: number) => line === 0 || (line + 1) % every === 0;
    ctx.globalAlpha = 1 - sheet.finish;
    ctx.fillStyle = theme.quiet;
    ctx.textBaseline = 'middle';
    this.setFont(400, NUMBER_FONT);
    const [endX, endY] = [l.gridX + this.shownX, l.gridY + this.shownY];
    const within = (at: number, from: number, to: number) => at > from && at < to;
    ctx.textAlign = 'left';
    for (const row of range(first.row, last.row).filter(shown)) {
      const y = this.atY(row) + l.cell / 2;
      if (within(y, l.gridY, endY)) ctx.fillText(String(row + 1), endX + 4, y);
    }
    ctx.textAlign = 'center';
    for (const column of range(first.column, last.column).filter(shown)) {
      const x = this.atX(column) + l.cell / 2;
      if (within(x, l.gridX, endX)) ctx.fillText(String(column + 1), x, endY + 8);
    }
    ctx.globalAlpha = 1;
  }

  /** Redraws some cells and the clues of their lines. */
  some(cells: Iterable<number>): void {
    const { l, sheet } = this;
    const rows = new Set<number>();
    const columns = new Set<number>();
    this.clipped(l.gridX, l.gridY, this.shownX, this.shownY, () => {
      for (const cell of cells) {
        const row = Math.floor(cell / sheet.puzzle.width);
        const column = cell % sheet.puzzle.width;
        rows.add(row);
        columns.add(column);
        const [x, y, w, h] = this.inside(column, row);
        this.ctx.fillStyle = this.theme.paper;
        this.ctx.fillRect(x, y, w, h);
        this.cell(column, row);
      }
    });
    const clues = this.clues();
    clues.lines('row', rows);
    clues.lines('column', columns);
  }

  protected clues(): CluePainter {
    return new CluePainter(this.ctx, this.theme, this.l, this.sheet, this.dpr);
  }

  protected eachCell(draw: (column: number, row: number) => void): void {
    const { first, last } = this;
    for (let row = first.row; row <= last.row; row++) {
      for (let column = first.column; column <= last.column; column++) draw(column, row);
    }
  }

  /**
   * The inside of a cell: without the grid line at its start and, before every fifth line,
   * the one at its end.
   */
  protected inside(column: number, row: number): [number, number, number, number] {
    const px = 1;
    const x = this.atX(column) + px;
    const y = this.atY(row) + px;
    const right = this.atX(column + 1) - ((column + 1) % 5 === 0 ? px : 0);
    const bottom = this.atY(row + 1) - ((row + 1) % 5 === 0 ? px : 0);
    return [x, y, right - x, bottom - y];
  }

  protected lines(): void {
    const { ctx, theme, l, first, last, sheet } = this;
    ctx.globalAlpha = 1 - sheet.finish;
    for (const five of [false, true]) {
      ctx.fillStyle = five ? theme.five : theme.line;
      const isFive = (i: number) => i % 5 === 0;
      for (let column = first.column; column <= last.column + 1; column++) {
        if (isFive(column) !== five) continue;
        ctx.fillRect(this.atX(column) - (five ? 1 : 0), l.gridY, five ? 2 : 1, this.shownY);
      }
      for (let row = first.row; row <= last.row + 1; row++) {
        if (isFive(row) !== five) continue;
        ctx.fillRect(l.gridX, this.atY(row) - (five ? 1 : 0), this.shownX, five ? 2 : 1);
      }
    }
    ctx.globalAlpha = 1;
  }

  protected edge(): void {
    const { ctx, theme, l } = this;
    ctx.globalAlpha = 1 - this.sheet.finish * 0.75;
    ctx.strokeStyle = theme.edge;
    ctx.lineWidth = 1.5;
    ctx.strokeRect(l.gridX, l.gridY, this.shownX, this.shownY);
    ctx.globalAlpha = 1;
  }

  protected cell(column: number, row: number): void {
    const { sheet } = this;
    const at = row * sheet.puzzle.width + column;
    const color = sheet.cells[at];
    if (color === UNKNOWN) return;
    const supposed = sheet.base !== undefined && sheet.base[at] !== color;
    if (color === MAYBE) this.maybe(column, row);
    else if (color === EMPTY) this.cross(column, row, supposed);
    else if (supposed) this.supposedFill(column, row, color);
    else this.fill(column, row, color);
  }

  /** Draws the color of a finished cell. The colors appear ring by ring around the last cell. */
  protected color(column: number, row: number): void {
    const { ctx, sheet, theme } = this;
    const { reward, puzzle } = sheet;
    if (!reward) return;
    const color = reward.cells[row * puzzle.width + column];
    const [x, y] = [this.atX(column), this.atY(row)];
    ctx.globalAlpha = this.shown(column, row);
    const paint = color === EMPTY ? undefined : halves(reward.colors[color]);
    ctx.fillStyle = color === EMPTY ? theme.sheet : reward.colors[color];
    const [w, h] = [this.atX(column + 1) - x, this.atY(row + 1) - y];
    if (paint) fillPaint(ctx, reward.colors[color], x, y, w, h);
    else ctx.fillRect(x, y, w, h);
    ctx.globalAlpha = 1;
  }

  /** How far the color of a finished cell has appeared, 0 to 1. */
  protected shown(column: number, row: number): number {
    const { puzzle, colored, last } = this.sheet;
    const far = (at: number, size: number) => Math.max(at, size - 1 - at);
    const rings = Math.max(far(last.column, puzzle.width), far(last.row, puzzle.height), 1);
    const ring = Math.max(Math.abs(column - last.column), Math.abs(row - last.row));
    const distance = ring / rings;
    return Math.min(1, Math.max(0, (colored * (1 + WAVE) - distance) / WAVE));
  }

  protected colorOf(color: number): string {
    const { puzzle } = this.sheet;
    return isColored(puzzle) ? puzzle.palette[color].rgb : this.theme.fill;
  }

  protected fill(column: number, row: number, color: number): void {
    const { ctx, sheet } = this;
    let [x, y, w, h] = this.inside(column, row);
    if (sheet.finish > 0) {
      // The cells close their gaps while the lines fade.
      [x, y] = [this.atX(column), this.atY(row)];
      [w, h] = [this.atX(column + 1) - x, this.atY(row + 1) - y];
    }
    const paint = this.colorOf(color);
    if (halves(paint)) fillPaint(ctx, paint, x, y, w, h);
    else {
      ctx.fillStyle = paint;
      ctx.fillRect(x, y, w, h);
    }
    if (sheet.finish === 0) this.secondSign(color, x, y, w, h);
  }

  /** Draws the letter or pattern that identifies a color without color vision. */
  protected secondSign(color: number, x: number, y: number, w: number, h: number): void {
    const { ctx, sheet } = this;
    if (sheet.marks === 'none' || !isColored(sheet.puzzle) || w < 7) return;
    const swatch = sheet.puzzle.palette[color];
    if (sheet.marks === 'letters') {
      ctx.fillStyle = textOn(swatch.rgb);
      this.setFont(600, Math.min(h * 0.62, 20));
      ctx.textAlign = 'center';
      ctx.textBaseline = 'middle';
      ctx.fillText(inkLetters(sheet.puzzle.palette)[color], x + w / 2, y + h / 2 + 0.5);
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

  /** A what-if fill: hatched in a frame, so that it differs from a regular fill. */
  protected supposedFill(column: number, row: number, color: number): void {
    const { ctx, theme, sheet } = this;
    const [x, y, w, h] = this.inside(column, row);
    const inset = Math.max(1, w * 0.12);
    const frame = [x + inset, y + inset, w - 2 * inset, h - 2 * inset] as const;
    const colored = isColored(sheet.puzzle);
    ctx.save();
    ctx.beginPath();
    ctx.rect(...frame);
    ctx.clip();
    ctx.strokeStyle = colored ? plainColor(this.colorOf(color)) : theme.mark;
    if (colored && sheet.marks === 'patterns') this.supposedPattern(color, ...frame);
    else this.hatch(...frame);
    ctx.restore();
    if (colored && sheet.marks === 'letters') this.supposedLetter(color, x, y, w, h);
    ctx.strokeStyle = colored ? plainColor(this.colorOf(color)) : theme.mark;
    ctx.lineWidth = Math.max(1, w * 0.07);
    ctx.strokeRect(...frame);
  }

  protected hatch(x: number, y: number, w: number, h: number): void {
    const { ctx } = this;
    ctx.lineWidth = Math.max(1.5, w * 0.16);
    ctx.beginPath();
    for (let d = -h; d < w; d += Math.max(3, w * 0.34)) {
      ctx.moveTo(x + d, y + h);
      ctx.lineTo(x + d + h, y);
    }
    ctx.stroke();
  }

  /** The pattern of the color on paper. Regular fills have it on the color. */
  private supposedPattern(color: number, x: number, y: number, w: number, h: number): void {
    const { ctx, sheet } = this;
    ctx.strokeStyle = textOn(sheet.puzzle.palette[EMPTY].rgb);
    ctx.lineWidth = Math.max(1, w / 12);
    strokePattern(ctx, color, x, y, Math.min(w, h));
  }

  /** The letter of the color on a patch of paper in the hatching. */
  private supposedLetter(color: number, x: number, y: number, w: number, h: number): void {
    const { ctx, theme, sheet } = this;
    ctx.fillStyle = theme.paper;
    ctx.fillRect(x + w * 0.22, y + h * 0.22, w * 0.56, h * 0.56);
    ctx.fillStyle = textOn(sheet.puzzle.palette[EMPTY].rgb);
    this.setFont(600, Math.min(h * 0.55, 18));
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(inkLetters(sheet.puzzle.palette)[color], x + w / 2, y + h / 2 + 0.5);
  }

  /** A mark that decides nothing: a small square. */
  private maybe(column: number, row: number): void {
    const { ctx, theme, sheet } = this;
    if (sheet.finish > 0) return;
    const [x, y, w, h] = this.inside(column, row);
    const side = Math.max(4, Math.round(Math.min(w, h) * 0.38));
    ctx.strokeStyle = theme.mark;
    ctx.lineWidth = Math.max(1.5, w * 0.07);
    ctx.strokeRect(x + (w - side) / 2, y + (h - side) / 2, side, side);
  }

  /** A cross; a what-if cross has a ring around it. */
  private cross(column: number, row: number, supposed: boolean): void {
    const { ctx, theme, sheet } = this;
    if (sheet.finish >= 1) return;
    const [x, y, w, h] = this.inside(column, row);
    const [cx, cy, r] = [x + w / 2, y + h / 2, Math.min(w, h) * 0.17];
    ctx.globalAlpha = 1 - sheet.finish;
    ctx.strokeStyle = supposed ? theme.mark : theme.cross;
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
}
