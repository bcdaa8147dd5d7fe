// The cells as they are shown: what has been drawn, and the stroke that is being made,
// which is nobody's business until it is finished. It remembers which cells look
// different since the sheet was last painted.

import type { Position, Puzzle } from '../model/puzzle';
import { type BoardStroke, type Change, Stroke, type Tool } from '../model/stroke';

export class StrokePreview {
  /** The cells with the unfinished stroke in them. */
  shown: Uint8Array = new Uint8Array(0);
  /** Cells to be painted again; all of them, if `everything` is set. */
  readonly dirty = new Set<number>();
  everything = true;
  stroke: BoardStroke | undefined;
  private cells: Uint8Array = new Uint8Array(0);
  private pending: number[] = [];

  /** Takes over what has been drawn; an unfinished stroke is given up. */
  sync(cells: Uint8Array): void {
    this.cells = cells;
    this.stroke = undefined;
    this.pending = [];
    if (this.shown.length !== cells.length) {
      this.shown = cells.slice();
      this.everything = true;
      return;
    }
    for (let i = 0; i < cells.length; i++) {
      if (this.shown[i] !== cells[i]) this.show(i, cells[i]);
    }
  }

  /** Begins a stroke: the player's, or one that somebody else makes. */
  begin(
    puzzle: Puzzle,
    start: Position,
    tool: Tool,
    make?: (start: Position, tool: Tool) => BoardStroke,
  ): void {
    this.stroke =
      make?.(start, tool) ?? new Stroke(puzzle.width, this.cells, puzzle.given, start, tool);
    this.preview();
  }

  /** Goes on to a cell; false if the stroke already ended there. */
  extend(to: Position): boolean {
    if (!this.stroke) return false;
    const { row, column } = this.stroke.tip;
    this.stroke.extend(to);
    if (this.stroke.tip.row === row && this.stroke.tip.column === column) return false;
    this.preview();
    return true;
  }

  /** Ends the stroke and tells what it changes. */
  finish(): Change[] {
    const changes = this.stroke?.changes() ?? [];
    this.abandon();
    return changes;
  }

  abandon(): void {
    this.stroke = undefined;
    this.preview();
  }

  /** Everything has been painted. */
  painted(): void {
    this.everything = false;
    this.dirty.clear();
  }

  private preview(): void {
    for (const cell of this.pending) this.show(cell, this.cells[cell]);
    this.pending = [];
    for (const { cell, to } of this.stroke?.changes() ?? []) {
      this.show(cell, to);
      this.pending.push(cell);
    }
  }

  private show(cell: number, color: number): void {
    this.shown[cell] = color;
    this.dirty.add(cell);
  }
}
