// The cells as the board shows them: the drawn cells, and the stroke in progress, which is
// not part of the game until it is finished. It tracks which cells have to be repainted.

import type { Position, Puzzle } from '../model/puzzle';
import { type BoardStroke, type Change, Stroke, type Tool } from '../model/stroke';
import { TriddlerStroke } from '../model/triddlerStroke';

export class StrokePreview {
  /** The cells including the unfinished stroke. */
  shown: Uint8Array = new Uint8Array(0);
  /** Cells to repaint; all of them if `everything` is set. */
  readonly dirty = new Set<number>();
  everything = true;
  stroke: BoardStroke | undefined;
  /** Where the stroke began. */
  start: Position = { row: 0, column: 0 };
  /** The stroke is drawn by keys or by the cursor pad, not by a pointer. */
  byKeys = false;
  /** Counts changes of the stroke. */
  version = $state(0);
  private cells: Uint8Array = new Uint8Array(0);
  private pending: number[] = [];

  /** Takes the drawn cells over and drops the unfinished stroke. */
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

  /** Begins a stroke of the player, or one that `make` returns. */
  begin(
    puzzle: Puzzle,
    start: Position,
    tool: Tool,
    make?: (start: Position, tool: Tool) => BoardStroke,
  ): void {
    this.start = start;
    const { shape } = puzzle;
    this.stroke =
      make?.(start, tool) ??
      (shape
        ? new TriddlerStroke(puzzle, shape, this.cells, start, tool)
        : new Stroke(puzzle.width, this.cells, puzzle.given, start, tool));
    this.preview();
  }

  /** Moves the end of the stroke by an arrow key; undefined if it does not follow lines of a triddler. */
  beside(down: number, across: number): Position | undefined {
    return this.stroke instanceof TriddlerStroke ? this.stroke.beside(down, across) : undefined;
  }

  /** Extends the stroke to a cell. */
  extend(to: Position): void {
    if (!this.stroke) return;
    const { row, column } = this.stroke.tip;
    this.stroke.extend(to);
    if (this.stroke.tip.row !== row || this.stroke.tip.column !== column) this.preview();
  }

  /** Ends the stroke and returns its changes. */
  finish(): Change[] {
    const changes = this.stroke?.changes() ?? [];
    this.abandon();
    return changes;
  }

  abandon(): void {
    this.stroke = undefined;
    this.byKeys = false;
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
    this.version++;
  }

  private show(cell: number, color: number): void {
    this.shown[cell] = color;
    this.dirty.add(cell);
  }
}
