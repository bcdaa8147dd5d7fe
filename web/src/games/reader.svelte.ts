// Reads lines of a board aloud, and moves the cursor from one to the next, for players who do
// not see it.

import { announce } from '../app/announce.svelte';
import { usualKey } from '../app/keys';
import { settings } from '../app/settings.svelte';
import { cellsText, lineText } from '../board/ariaText';
import { cellOn, commonLines, lineCells, type LineName, linesAt, placeOf } from '../model/grid';
import { type Axis, isOpen, lineCount, type Position } from '../model/puzzle';
import type { Change } from '../model/stroke';
import { type Shown, strokeText } from './spoken';
import { t } from '../i18n/i18n.svelte';

/** Moves the cursor to a cell. */
export type Go = (place: Position) => void;

/** The cursor of a board. */
export interface Cursor {
  at(): Position;
  readonly go: Go;
}

export class Reader {
  /** The line through the cursor that it moves along, or that was read last. */
  axis = $state<Axis>('row');
  /** The line that was read or gone to last, and from where. */
  private last: LineName | undefined;
  private at: Position | undefined;
  /** What was said of the last stroke or step. */
  private said = '';
  /** Lines that have changed since they were read, by name, in the order of their changes. */
  private readonly news = new Map<string, LineName>();

  constructor(private readonly shown: Shown) {}

  /** Says what a stroke or a step has done. */
  say(text: string): void {
    this.said = text;
    announce(text);
  }

  /** Says a stroke, and what follows from it. */
  sayStroke(changes: readonly Change[], follows?: readonly string[], before = ''): void {
    const line = this.lineAt(placeOf(this.shown.puzzle, changes[0].cell));
    this.say(before + strokeText(this.shown, changes, line, follows));
  }

  /** Says again what was done last. */
  sayAgain(): void {
    announce(this.said || t('Nothing is drawn yet.'));
  }

  /** The line through a cell that the cursor moves along, or that was read last. */
  lineAt(at: Position): LineName {
    const lines = this.linesAt(at);
    const { last } = this;
    return lines.find(({ axis, line }) => axis === last?.axis && line === last.line) ?? lines[0];
  }

  /** The lines through a cell along the axis; on a triddler two are slanted. */
  private linesAt({ row, column }: Position): LineName[] {
    const { puzzle } = this.shown;
    return linesAt(puzzle, row * puzzle.width + column).filter(({ axis }) => axis === this.axis);
  }

  /** The cell some cells further on the line through a cell, or its end. */
  further({ row, column }: Position, by: number): Position {
    const { puzzle } = this.shown;
    const cells = this.cellsOn(this.lineAt({ row, column }));
    const at = cells.indexOf(row * puzzle.width + column);
    return placeOf(puzzle, cells[Math.min(at + by, cells.length - 1)]);
  }

  private cellsOn({ axis, line }: LineName): number[] {
    const { puzzle, cells } = this.shown;
    const states = [...lineCells(puzzle, cells, axis, line)];
    return states.map((_, i) => cellOn(puzzle, axis, line, i));
  }

  /** Says the clue and the cells of the line through a cell. On a triddler a rising line is read
   * first, and the falling one when it is asked for again. */
  read(axis: Axis, at: Position): void {
    const again = axis === this.axis && at.row === this.at?.row && at.column === this.at.column;
    this.axis = axis;
    const lines = this.linesAt(at);
    const next = again ? lines.findIndex(({ line }) => line === this.last?.line) + 1 : 0;
    const { line } = lines[next % lines.length];
    [this.at, this.last] = [at, { axis, line }];
    this.news.delete(`${axis}${line}`);
    announce(lineText(this.shown.puzzle, this.shown.cells, axis, line));
  }

  /** The lines across a stroke have changed without having been read. */
  add(changes: readonly Change[]): void {
    const { puzzle } = this.shown;
    const cells = changes.map(({ cell }) => cell);
    const along = cells.length > 1 ? commonLines(puzzle, cells) : [];
    const skipped = new Set(along.map(({ axis, line }) => `${axis}${line}`));
    for (const { axis, line } of cells.flatMap((cell) => linesAt(puzzle, cell))) {
      const name = `${axis}${line}`;
      if (skipped.has(name)) continue;
      this.news.delete(name);
      this.news.set(name, { axis, line });
    }
  }

  /** Goes to the line that has waited longest to be read since it changed. */
  readNews(go: Go): void {
    const [first] = this.news.values();
    if (first) this.goTo(first.axis, first.line, go);
    else announce(t('No other line has changed.'));
  }

  /** Goes to the first open cell of a line, and says its cells. The cell says its clue, unless it is
   * brief. */
  goTo(axis: Axis, line: number, go: Go): void {
    const { puzzle, cells } = this.shown;
    const states = lineCells(puzzle, cells, axis, line);
    const open = Math.max(states.findIndex(isOpen), 0);
    this.news.delete(`${axis}${line}`);
    go(placeOf(puzzle, cellOn(puzzle, axis, line, open)));
    [this.axis, this.last, this.at] = [axis, { axis, line }, undefined];
    const text = settings.spoken === 'brief' ? lineText : cellsText;
    announce(text(puzzle, cells, axis, line));
  }

  /** Goes to the next open cell: along the line, and then in those below or to its right. */
  goToOpen(at: Position, go: Go): void {
    const { axis } = this;
    const { puzzle, cells } = this.shown;
    const count = lineCount(puzzle, axis);
    const first = this.lineAt(at).line;
    const order = Array.from({ length: count }, (_, i) => (first + i) % count).flatMap((line) =>
      this.cellsOn({ axis, line }).map((cell) => ({ cell, line })),
    );
    const here = order.findIndex(({ cell }) => cell === at.row * puzzle.width + at.column);
    for (const { cell, line } of [...order.slice(here + 1), ...order.slice(0, here + 1)]) {
      if (!isOpen(cells[cell])) continue;
      go(placeOf(puzzle, cell));
      [this.axis, this.last] = [axis, { axis, line }];
      return;
    }
    announce(t('No cell is blank.'));
  }

  /** What the keys for reading do, by name. */
  keys(board: Cursor): Record<string, () => void> {
    return {
      r: () => this.read('row', board.at()),
      k: () => this.read('column', board.at()),
      n: () => this.readNews(board.go),
      o: () => this.goToOpen(board.at(), board.go),
      l: () => this.sayAgain(),
    };
  }

  /** Reads what a key asks for, on boards whose other keys are those of the cursor. */
  press(event: KeyboardEvent, board: Cursor): void {
    if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey) return;
    const read = this.keys(board)[usualKey(event).toLowerCase()];
    if (!read) return;
    event.preventDefault();
    read();
  }
}
