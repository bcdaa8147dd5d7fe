// The layer above the sheet of a triddler: its marks are triangles, and its lines lanes in three
// directions.

import { type LineName, linesAt } from '../model/grid';
import { isColored, type Position } from '../model/puzzle';
import type { Shape } from '../model/puzzle';
import { type Highlight, Pen } from './overlay';
import { laneOf, middleBetween, placeOf } from './triddlerGeometry';
import { corners, type Point } from '../model/triddler';

export class TrianglePen extends Pen {
  private get shape(): Shape {
    return this.o.puzzle.shape!;
  }

  private at([x, y]: Point): Point {
    const { l } = this;
    return [x * l.cell - l.x, y * l.cell - l.y];
  }

  /** Begins a path along points. */
  private path(points: readonly Point[]): void {
    const { ctx } = this;
    ctx.beginPath();
    for (const point of points) ctx.lineTo(...this.at(point));
    ctx.closePath();
  }

  private lane(line: LineName): void {
    const { l, shape, o } = this;
    const slants = { puzzle: o.puzzle, shape, chips: isColored(o.puzzle), letters: false };
    this.path(laneOf(slants, line, l.font / l.cell));
  }

  override crossHair({ row, column }: Position): void {
    this.ctx.fillStyle = this.theme.hover;
    for (const line of linesAt(this.o.puzzle, row * this.shape.width + column)) {
      this.lane(line);
      this.ctx.fill();
    }
  }

  /** A frame marks the lane without relying on color. */
  override hint({ lines }: Highlight): void {
    const { ctx, theme } = this;
    ctx.fillStyle = ctx.strokeStyle = theme.accent;
    ctx.lineWidth = 2;
    for (const line of lines) {
      this.lane(line);
      ctx.globalAlpha = 0.12;
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.stroke();
    }
  }

  override hintCells({ cells }: Highlight): void {
    const { ctx, theme } = this;
    ctx.fillStyle = ctx.strokeStyle = theme.mark;
    ctx.lineWidth = 2.5;
    ctx.lineJoin = 'round';
    for (const cell of cells) {
      this.smaller(cell, 0.12);
      ctx.globalAlpha = 0.2;
      ctx.fill();
      ctx.globalAlpha = 1;
      ctx.stroke();
    }
  }

  /** Begins the path of a triangle, smaller by a part of it. */
  private smaller(cell: number, inset: number): void {
    const points = corners(this.shape, placeOf(this.shape, cell));
    const middle = middleBetween(points);
    this.path(
      points.map(
        (point) => [0, 1].map((i) => point[i] + (middle[i] - point[i]) * inset) as [number, number],
      ),
    );
  }

  /** A wrong mark: a frame and a dot on paper, visible on any color. */
  override wrong(cell: number): void {
    const { ctx, theme, l } = this;
    ctx.lineJoin = 'round';
    const [x, y] = this.at(middleBetween(corners(this.shape, placeOf(this.shape, cell))));
    for (const [color, wide] of [
      [theme.paper, 4],
      [theme.error, 2],
    ] as const) {
      ctx.strokeStyle = ctx.fillStyle = color;
      ctx.lineWidth = wide;
      this.smaller(cell, 0.18);
      ctx.stroke();
      ctx.beginPath();
      ctx.arc(x, y, l.cell * 0.12 + wide / 2, 0, 2 * Math.PI);
      ctx.fill();
    }
  }

  override doubtful(cell: number): void {
    const { ctx, theme, l } = this;
    const [x, y] = this.at(middleBetween(corners(this.shape, placeOf(this.shape, cell))));
    ctx.save();
    this.smaller(cell, 0);
    ctx.clip();
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = theme.errorWash;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.strokeStyle = theme.error;
    ctx.lineWidth = Math.max(1, l.cell * 0.07);
    ctx.beginPath();
    for (let d = -l.cell; d < l.cell; d += Math.max(4, l.cell / 4)) {
      ctx.moveTo(x + d - l.cell, y - l.cell);
      ctx.lineTo(x + d + l.cell, y + l.cell);
    }
    ctx.stroke();
    ctx.restore();
  }

  override focus({ row, column }: Position): void {
    const { ctx, theme } = this;
    ctx.lineJoin = 'round';
    this.smaller(row * this.shape.width + column, 0.04);
    ctx.lineWidth = 5;
    ctx.strokeStyle = theme.page;
    ctx.stroke();
    ctx.lineWidth = 2.5;
    ctx.strokeStyle = theme.accent;
    ctx.stroke();
  }

  protected override besides(place: Position): [right: number, top: number] {
    const points = corners(this.shape, place).map((point) => this.at(point));
    return [Math.max(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
  }
}
