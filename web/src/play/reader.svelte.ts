// Reads lines of a game aloud, and moves the cursor from one to the next, for players who do
// not see the board.

import { announce } from '../app/announce.svelte';
import { cellsText, lineText } from '../board/ariaText';
import type { Game } from '../games/game.svelte';
import { cellOn, commonLines, lineCells, type LineName, linesAt, placeOf } from '../model/grid';
import { type Axis, isOpen, lineCount, type Position } from '../model/puzzle';
import type { Change } from '../model/stroke';
import { t } from '../i18n/i18n.svelte';

/** Moves the cursor to a cell. */
export type Go = (place: Position) => void;

export class Reader {
  /** The line through the cursor that it moves along, or that was read last. */
  axis = $state<Axis>('row');
  /** Where a line was read last, and how often again there. */
  private at: Position = { row: -1, column: -1 };
  private again = 0;
  /** What was said of the last stroke or step. */
  private said = '';
  /** Lines that have changed since they were read, by name, in the order of their changes. */
  private readonly news = new Map<string, LineName>();

  constructor(private readonly game: Game) {}

  /** Says what a stroke or a step has done. */
  say(text: string): void {
    this.said = text;
    announce(text);
  }

  /** Says again what was done last. */
  sayAgain(): void {
    announce(this.said || t('Nothing is drawn yet.'));
  }

  /** The line through a cell that it moves along, or that was read last. */
  lineAt({ row, column }: Position): LineName {
    const { puzzle } = this.game;
    const lines = linesAt(puzzle, row * puzzle.width + column).filter((l) => l.axis === this.axis);
    return lines[this.again % lines.length];
  }

  /** Says the clue and the cells of the line through a cell. On a triddler a rising line is read
   * first, and the falling one when it is asked for again. */
  read(axis: Axis, at: Position): void {
    const { row, column } = this.at;
    const same = axis === this.axis && at.row === row && at.column === column;
    this.again = same ? this.again + 1 : 0;
    [this.axis, this.at] = [axis, at];
    const { line } = this.lineAt(at);
    this.news.delete(`${axis}${line}`);
    announce(lineText(this.game.puzzle, this.game.cells, axis, line));
  }

  /** The lines across a stroke have changed without having been read. */
  add(changes: readonly Change[]): void {
    const { puzzle } = this.game;
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

  /** Goes to the first open cell of a line, and says its cells. The cell says its clue. */
  goTo(axis: Axis, line: number, go: Go): void {
    const { puzzle, cells } = this.game;
    const states = lineCells(puzzle, cells, axis, line);
    const open = Math.max(states.findIndex(isOpen), 0);
    this.news.delete(`${axis}${line}`);
    go(placeOf(puzzle, cellOn(puzzle, axis, line, open)));
    this.axis = axis;
    announce(cellsText(puzzle, cells, axis, line));
  }

  /** Goes to the next open cell: along the line, and then in those below or to its right. */
  goToOpen(at: Position, go: Go): void {
    const { axis, game } = this;
    const { puzzle, cells } = game;
    const order = Array.from({ length: lineCount(puzzle, axis) }, (_, line) => line).flatMap(
      (line) =>
        [...lineCells(puzzle, cells, axis, line)].map((_, i) => cellOn(puzzle, axis, line, i)),
    );
    const here = order.indexOf(at.row * puzzle.width + at.column);
    for (const cell of [...order.slice(here + 1), ...order.slice(0, here + 1)]) {
      if (!isOpen(cells[cell])) continue;
      go(placeOf(puzzle, cell));
      this.axis = axis;
      return;
    }
    announce(t('No cell is blank.'));
  }
}
