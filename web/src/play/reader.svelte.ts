// Reads lines of a game aloud, and moves the cursor from one to the next, for players who do
// not see the board.

import { announce } from '../app/announce.svelte';
import { cellsText, lineText } from '../board/ariaText';
import type { Game } from '../games/game.svelte';
import { lineCells, lineOf, placeOf } from '../model/grid';
import { type Axis, isOpen, type Position } from '../model/puzzle';
import type { Change } from '../model/stroke';
import { t } from '../i18n/i18n.svelte';

/** Moves the cursor to a cell. */
export type Go = (place: Position) => void;

export class Reader {
  /** The line through the cursor that it moves along, or that was read last. */
  axis = $state<Axis>('row');
  /** What was said of the last stroke or step. */
  private said = '';
  /** Lines that have changed since they were read, by name, in the order of their changes. */
  private readonly news = new Map<string, { axis: Axis; line: number }>();

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

  /** Says the clue and the cells of the line through a cell. */
  read(axis: Axis, at: Position): void {
    this.axis = axis;
    this.news.delete(`${axis}${at[axis]}`);
    announce(lineText(this.game.puzzle, this.game.cells, axis, at[axis]));
  }

  /** The lines across a stroke have changed without having been read. */
  add(changes: readonly Change[]): void {
    const places = changes.map(({ cell }) => placeOf(this.game.puzzle, cell));
    const inOne = (axis: Axis) => places.every((place) => place[axis] === places[0][axis]);
    for (const place of places) {
      for (const axis of ['row', 'column'] as const) {
        if (places.length > 1 && inOne(axis)) continue;
        const name = `${axis}${place[axis]}`;
        this.news.delete(name);
        this.news.set(name, { axis, line: place[axis] });
      }
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
    go(axis === 'row' ? { row: line, column: open } : { row: open, column: line });
    this.axis = axis;
    announce(cellsText(puzzle, cells, axis, line));
  }

  /** Goes to the next open cell: along the line, and then in those below or to its right. */
  goToOpen(at: Position, go: Go): void {
    const { axis, game } = this;
    const { puzzle, cells } = game;
    const { width, height } = puzzle;
    const length = axis === 'row' ? width : height;
    const [line, along] = axis === 'row' ? [at.row, at.column] : [at.column, at.row];
    const count = width * height;
    for (let i = 1; i <= count; i++) {
      const n = (line * length + along + i) % count;
      const { start, step } = lineOf(puzzle, axis, Math.floor(n / length));
      const cell = start + (n % length) * step;
      if (!isOpen(cells[cell])) continue;
      go(placeOf(puzzle, cell));
      this.axis = axis;
      return;
    }
    announce(t('No cell is blank.'));
  }
}
