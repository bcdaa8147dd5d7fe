// Draws the sheet of a triddler: cells, lines, and clues along the lines. It is small, so that
// all of it is redrawn when a cell changes.

import { clueOf, isColored, type Position, type Shape } from '../model/puzzle';
import { EMPTY } from '../model/puzzle';
import type { LineName } from '../model/grid';
import { middleOf, corners, type Point } from '../model/triddler';
import { halves, plainColor } from '../model/triangles';
import { BoardPainter } from './boardPainter';
import { numberText } from './clueLayout';
import {
  laneOf,
  linesOf,
  numbersOf,
  outlineOf,
  placeOf,
  seams,
  type Slants,
} from './triddlerGeometry';

/** The square in the middle of a triangle that marks are drawn in, as a part of its height. */
const SQUARE = 0.62;
/** The inset of a what-if fill, as a part of a triangle. */
const INSET = 0.22;

export class TriddlerPainter extends BoardPainter {
  override all(): void {
    const { ctx, theme, sheet, shape } = this;
    ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    this.path(outlineOf(shape));
    ctx.fillStyle = theme.paper;
    ctx.fill();
    this.cells((place) => this.cell(place.column, place.row));
    if (sheet.colored > 0) this.cells((place) => this.color(place.column, place.row));
    this.lines();
    this.edge();
    if (sheet.finish < 1 && this.l.font > 0) for (const line of linesOf(shape)) this.clue(line);
  }

  override some(): void {
    this.all();
  }

  private get shape(): Shape {
    return this.sheet.puzzle.shape!;
  }

  private get slants(): Slants {
    const { puzzle, marks } = this.sheet;
    const chips = isColored(puzzle);
    return { puzzle, shape: this.shape, chips, letters: chips && marks === 'letters' };
  }

  private cells(draw: (place: Position) => void): void {
    const { shape } = this;
    for (const row of shape.lines.slice(0, shape.height))
      for (const cell of row) draw(placeOf(shape, cell));
  }

  /** Begins a path along points. */
  private path(points: readonly Point[]): void {
    const { ctx, l } = this;
    ctx.beginPath();
    for (const [x, y] of points) ctx.lineTo(x * l.cell - l.x, y * l.cell - l.y);
    ctx.closePath();
  }

  /** The square in a triangle for marks. */
  protected override inside(column: number, row: number): [number, number, number, number] {
    const { l } = this;
    const { x, y } = middleOf(this.shape, { row, column });
    const side = SQUARE * l.cell;
    return [x * l.cell - l.x - side / 2, y * l.cell - l.y - side / 2, side, side];
  }

  protected override fill(column: number, row: number, color: number): void {
    const paint = this.colorOf(color);
    this.triangle({ row, column }, halves(paint)?.left ?? paint);
    if (this.sheet.finish === 0) this.secondSign(color, ...this.inside(column, row));
  }

  /** Fills a triangle, over its edges, so that no seam shows where there is no line. */
  private triangle(place: Position, color: string): void {
    const { ctx } = this;
    this.path(corners(this.shape, place));
    ctx.fillStyle = ctx.strokeStyle = color;
    ctx.lineWidth = 1;
    ctx.lineJoin = 'round';
    ctx.fill();
    ctx.stroke();
  }

  /** A what-if fill: hatched in a frame. */
  protected override supposedFill(column: number, row: number, color: number): void {
    const { ctx, l, theme, sheet, shape } = this;
    const place = { row, column };
    const { x, y } = middleOf(shape, place);
    const inner = corners(shape, place).map(([cx, cy]): Point => [
      cx + (x - cx) * INSET,
      cy + (y - cy) * INSET,
    ]);
    ctx.save();
    this.path(inner);
    ctx.strokeStyle = isColored(sheet.puzzle) ? plainColor(this.colorOf(color)) : theme.mark;
    ctx.lineWidth = Math.max(1, l.cell * 0.06);
    ctx.stroke();
    ctx.clip();
    const side = l.cell * 1.2;
    this.hatch(x * l.cell - l.x - side / 2, y * l.cell - l.y - side / 2, side, side);
    ctx.restore();
  }

  protected override color(column: number, row: number): void {
    const { ctx, sheet, theme } = this;
    if (!sheet.reward) return;
    const color = sheet.reward.cells[row * sheet.puzzle.width + column];
    ctx.globalAlpha = this.shown(column, row);
    this.triangle(
      { row, column },
      color === EMPTY ? theme.sheet : plainColor(sheet.reward.colors[color]),
    );
    ctx.globalAlpha = 1;
  }

  /** The lines between lanes, every fifth one thick. */
  protected override lines(): void {
    const { ctx, theme, l, sheet } = this;
    ctx.globalAlpha = 1 - sheet.finish;
    for (const five of [false, true]) {
      ctx.strokeStyle = five ? theme.five : theme.line;
      ctx.lineWidth = five ? 2 : 1;
      ctx.beginPath();
      for (const { lane, from, to } of seams(this.shape)) {
        if ((lane % 5 === 0) !== five) continue;
        ctx.moveTo(from[0] * l.cell - l.x, from[1] * l.cell - l.y);
        ctx.lineTo(to[0] * l.cell - l.x, to[1] * l.cell - l.y);
      }
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }

  protected override edge(): void {
    const { ctx, theme, sheet } = this;
    ctx.globalAlpha = 1 - sheet.finish * 0.75;
    ctx.strokeStyle = theme.edge;
    ctx.lineWidth = 1.5;
    this.path(outlineOf(this.shape));
    ctx.stroke();
    ctx.globalAlpha = 1;
  }

  private clue(line: LineName): void {
    const { ctx, theme, l, sheet, slants } = this;
    const { font, cell } = l;
    const look = sheet.clue(line.axis, line.line);
    ctx.globalAlpha = 1 - sheet.finish;
    if (look.impossible) {
      // The warning color behind the clue; the cells of the lane are drawn over it.
      ctx.save();
      this.path(laneOf(slants, line, font / cell));
      ctx.fillStyle = theme.warnWash;
      ctx.globalCompositeOperation = 'destination-over';
      ctx.fill();
      ctx.restore();
    }
    const clue = clueOf(sheet.puzzle, line.axis, line.line);
    // A drawing that is not begun has no zeros around it.
    if (clue.length === 0 && sheet.puzzle.rows.every((row) => row.length === 0)) return;
    const painter = this.clues();
    const view = { cell, font, x: -l.x, y: -l.y };
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    numbersOf(slants, line, view).forEach(({ x, y, width }, i) => {
      if (clue.length === 0) return painter.zero(x, y, font);
      const at = {
        x,
        y,
        widest: cell,
        font,
        wide: Math.max(font * 1.1, width - 2),
        high: font * 1.2,
      };
      painter.number(at, numberText(clue[i]), clue[i].color, {
        off: look.off[i] ?? false,
        impossible: look.impossible,
      });
    });
    ctx.globalAlpha = 1;
  }
}
