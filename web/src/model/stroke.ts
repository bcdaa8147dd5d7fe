// A stroke: what one drag, or one run of Shift and arrow keys, does to the board. The
// first cell decides what the stroke does and what it touches; the second cell
// decides along which line it goes, and it keeps to that. It covers everything from
// its first cell to where the pointer is now, so it has no gaps however fast the
// pointer moves, and it gets shorter again when the pointer comes back.

import { type Color, EMPTY, type Position, UNKNOWN } from './puzzle';

export type Tool =
  | { readonly kind: 'fill'; readonly color: Color }
  | { readonly kind: 'cross' }
  | { readonly kind: 'clear' };

export interface Change {
  readonly cell: number;
  readonly from: Color;
  readonly to: Color;
}

/** What a tool makes of a cell: it takes its own mark away, and replaces any other. */
export function outcome(tool: Tool, cell: Color): Color {
  if (tool.kind === 'clear') return UNKNOWN;
  const mark = tool.kind === 'cross' ? EMPTY : tool.color;
  return cell === mark ? UNKNOWN : mark;
}

/** What the board needs of a stroke under way. Others than the player's are in create/. */
export interface BoardStroke {
  /** Where it is now. */
  readonly tip: Position;
  /** What the counter beside the pointer shows, from 2 on. */
  readonly length: number;
  /** What cells become, where that is the same for all. */
  readonly to?: Color;
  /** What it shows instead of the length. */
  readonly label?: string;
  extend(to: Position): void;
  changes(): Change[];
}

export class Stroke implements BoardStroke {
  /** What the first cell was: only such cells are touched. */
  readonly from: Color;
  readonly to: Color;
  private axis: 'row' | 'column' | undefined;
  private end: Position;

  constructor(
    private readonly width: number,
    private readonly cells: Uint8Array,
    private readonly given: Uint8Array | undefined,
    readonly start: Position,
    tool: Tool,
  ) {
    this.end = start;
    this.from = cells[this.index(start)];
    this.to = outcome(tool, this.from);
  }

  /** Goes on to a cell, or to the one beside it on the stroke's line. */
  extend(to: Position): void {
    const down = Math.abs(to.row - this.start.row);
    const across = Math.abs(to.column - this.start.column);
    if (!this.axis && down + across > 0) this.axis = across >= down ? 'row' : 'column';
    if (this.axis === 'row') this.end = { row: this.start.row, column: to.column };
    else if (this.axis === 'column') this.end = { row: to.row, column: this.start.column };
  }

  /** Where the stroke ends now. */
  get tip(): Position {
    return this.end;
  }

  /** Cells between the ends, both included. */
  get length(): number {
    return (
      Math.abs(this.end.row - this.start.row) + Math.abs(this.end.column - this.start.column) + 1
    );
  }

  /** The cells that change, from the first to the last. */
  changes(): Change[] {
    const down = Math.sign(this.end.row - this.start.row);
    const across = Math.sign(this.end.column - this.start.column);
    const changes: Change[] = [];
    for (let i = 0; i < this.length; i++) {
      const cell = this.index({
        row: this.start.row + i * down,
        column: this.start.column + i * across,
      });
      const locked = this.given !== undefined && this.given[cell] !== UNKNOWN;
      if (this.cells[cell] === this.from && this.from !== this.to && !locked) {
        changes.push({ cell, from: this.from, to: this.to });
      }
    }
    return changes;
  }

  private index({ row, column }: Position): number {
    return row * this.width + column;
  }
}
