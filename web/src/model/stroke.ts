// A stroke: one drag, or one run of Shift and arrow keys. The first cell determines what
// the stroke does and which cells it changes; the second cell determines its line. It
// covers all cells from the first to the pointer, so it has no gaps, and shrinks when the
// pointer returns.

import { type Color, EMPTY, isOpen, MAYBE, type Position, UNKNOWN } from './puzzle';

export type Tool =
  | { readonly kind: 'fill'; readonly color: Color }
  | { readonly kind: 'cross' }
  | { readonly kind: 'maybe' }
  | { readonly kind: 'clear' };

export interface Change {
  readonly cell: number;
  readonly from: Color;
  readonly to: Color;
}

/** The result of a tool on a cell: its own mark is removed, any other replaced. */
export function outcome(tool: Tool, cell: Color): Color {
  if (tool.kind === 'clear') return UNKNOWN;
  const mark = tool.kind === 'fill' ? tool.color : tool.kind === 'cross' ? EMPTY : MAYBE;
  return cell === mark ? UNKNOWN : mark;
}

/** A stroke in progress, as the board uses it. create/ has further ones. */
export interface BoardStroke {
  /** The current end. */
  readonly tip: Position;
  /** The number beside the pointer, shown from 2 on. */
  readonly length: number;
  /** The new color of the cells, if it is the same for all. */
  readonly to?: Color;
  /** A text to show instead of the length. */
  readonly label?: string;
  extend(to: Position): void;
  changes(): Change[];
}

export class Stroke implements BoardStroke {
  /** The color of the first cell. Only cells of this color change; a fill or a cross that begins
   * on an undecided cell changes all that are undecided. */
  readonly from: Color;
  readonly to: Color;
  private axis: 'row' | 'column' | undefined;
  protected end: Position;

  constructor(
    protected readonly width: number,
    private readonly cells: Uint8Array,
    private readonly given: Uint8Array | undefined,
    readonly start: Position,
    tool: Tool,
  ) {
    this.end = start;
    this.from = cells[this.index(start)];
    this.to = outcome(tool, this.from);
  }

  /** Extends the stroke to a cell, or to the nearest one on its line. */
  extend(to: Position): void {
    const down = Math.abs(to.row - this.start.row);
    const across = Math.abs(to.column - this.start.column);
    if (!this.axis && down + across > 0) this.axis = across >= down ? 'row' : 'column';
    if (this.axis === 'row') this.end = { row: this.start.row, column: to.column };
    else if (this.axis === 'column') this.end = { row: to.row, column: this.start.column };
  }

  /** The current end of the stroke. */
  get tip(): Position {
    return this.end;
  }

  /** The number of cells from end to end. */
  get length(): number {
    return (
      Math.abs(this.end.row - this.start.row) + Math.abs(this.end.column - this.start.column) + 1
    );
  }

  /** The cells that change, from the first to the last. */
  changes(): Change[] {
    const changes: Change[] = [];
    for (const cell of this.path()) {
      const locked = this.given !== undefined && this.given[cell] !== UNKNOWN;
      const from = this.cells[cell];
      if (this.covers(from) && from !== this.to && !locked)
        changes.push({ cell, from, to: this.to });
    }
    return changes;
  }

  /** The cells from the first to the last. */
  protected path(): readonly number[] {
    const down = Math.sign(this.end.row - this.start.row);
    const across = Math.sign(this.end.column - this.start.column);
    const step = down * this.width + across;
    return Array.from({ length: this.length }, (_, i) => this.index(this.start) + i * step);
  }

  private covers(cell: Color): boolean {
    return cell === this.from || (isOpen(cell) && isOpen(this.from) && !isOpen(this.to));
  }

  protected index({ row, column }: Position): number {
    return row * this.width + column;
  }
}
