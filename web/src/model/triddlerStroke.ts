// A stroke on a triddler: it follows one of the three lines of its first cell. Neighbors share
// two lines, so the third cell determines which.

import { linesAt } from './grid';
import type { Position, Puzzle, Shape } from './puzzle';
import { Stroke, type Tool } from './stroke';
import { cellsOf, middleOf } from './triddler';

export class TriddlerStroke extends Stroke {
  private readonly shape: Shape;
  /** The lines that the stroke may follow, slanted ones first. */
  private lines: readonly (readonly number[])[];

  constructor(p: Puzzle, shape: Shape, cells: Uint8Array, start: Position, tool: Tool) {
    super(p.width, cells, p.given, start, tool);
    this.shape = shape;
    this.lines = linesAt(p, this.index(start))
      .reverse()
      .map(({ axis, line }) => cellsOf(shape, axis, line));
  }

  /** Extends the stroke to a cell, or to the nearest one on a line. */
  override extend(to: Position): void {
    const cell = this.index(to);
    const joining = this.lines.filter((line) => line.includes(cell));
    if (joining.length > 0) this.end = to;
    else this.end = this.nearest(to);
    if (this.length > 2)
      this.lines = this.lines.filter((line) => line.includes(this.index(this.end)));
  }

  /** The next cell of a line in the direction of an arrow key; the end if there is none. */
  beside(down: number, across: number): Position {
    const at = this.index(this.end);
    const from = middleOf(this.shape, this.end);
    const towards = (cell: number) => {
      const { x, y } = middleOf(this.shape, this.place(cell));
      return (y - from.y) * down + (x - from.x) * across;
    };
    const next = this.lines
      .flatMap((line) => [line.indexOf(at) - 1, line.indexOf(at) + 1].map((i) => line[i]))
      .filter((cell) => cell !== undefined && towards(cell) > 0.01)
      .sort((a, b) => towards(b) - towards(a));
    return next.length > 0 ? this.place(next[0]) : this.end;
  }

  override get length(): number {
    return this.path().length;
  }

  protected override path(): readonly number[] {
    const [from, to] = [this.index(this.start), this.index(this.end)];
    const line = this.lines.find((cells) => cells.includes(to)) ?? [from];
    const [a, b] = [line.indexOf(from), line.indexOf(to)];
    return a <= b ? line.slice(a, b + 1) : line.slice(b, a + 1).reverse();
  }

  /** The cell of the lines that is nearest to another cell. */
  private nearest(to: Position): Position {
    const { x, y } = middleOf(this.shape, to);
    const distance = (cell: number) => {
      const at = middleOf(this.shape, this.place(cell));
      return Math.hypot(at.x - x, at.y - y);
    };
    return this.place(this.lines.flat().reduce((a, b) => (distance(b) < distance(a) ? b : a)));
  }

  private place(cell: number): Position {
    return { row: Math.floor(cell / this.width), column: cell % this.width };
  }
}
