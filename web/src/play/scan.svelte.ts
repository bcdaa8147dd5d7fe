// Play with one switch: a mark goes from row to row, then from cell to cell, then over what can
// be done, and the switch takes what is marked.

import { announce } from '../app/announce.svelte';
import { scanning } from '../app/settings.svelte';
import { cellText, clueText, lineName, placeText } from '../board/ariaText';
import type { Highlight } from '../board/overlay';
import { cellOn, lineCells, linesAt } from '../model/grid';
import { type Color, EMPTY, isColored, MAYBE, UNKNOWN } from '../model/puzzle';
import { colorName } from '../ui/colorName';
import type { Session } from './session.svelte';
import { t } from '../i18n/i18n.svelte';

interface Choice {
  readonly name: string;
  /** What is announced, if that is not the name. */
  readonly spoken?: string;
  readonly highlight?: Highlight;
  /** A control of the page that is chosen. */
  readonly control?: HTMLElement;
  readonly take: () => void;
}

export class Scan {
  /** The choices, if they are few enough to be shown side by side. */
  few = $state(false);
  choices = $state.raw<readonly Choice[]>([]);
  at = $state(0);
  readonly choice = $derived(this.choices[this.at]);

  constructor(private readonly session: Session) {}

  start(): void {
    this.rows(0);
  }

  /** Marks the next choice, and the first after the last. */
  step(): void {
    this.mark((this.at + 1) % this.choices.length);
  }

  /** Marks one of the controls after the end of the game. */
  controls(all: readonly HTMLElement[], at: number): void {
    const choices = all.map((control) => ({
      name: control.textContent.trim(),
      control,
      take: () => control.click(),
    }));
    if (choices.length > 0) this.offer(choices, at % choices.length);
  }

  private offer(choices: readonly Choice[], at: number): void {
    this.few = choices.every(({ highlight }) => !highlight?.lines.length);
    this.choices = choices;
    this.mark(at);
  }

  private mark(at: number): void {
    this.at = at;
    const { name, spoken, control } = this.choices[at];
    if (control) control.focus();
    else announce(spoken ?? name);
  }

  private rows(at: number): void {
    const { puzzle } = this.session.game;
    const rows = puzzle.rows.map((clue, row) => ({
      name: t('Row {n}', { n: row + 1 }),
      spoken: t('row {row}: {clue}', { row: row + 1, clue: clueText(puzzle, clue) }),
      highlight: { lines: [{ axis: 'row' as const, line: row }], cells: [] },
      take: () => this.cells(row, 0),
    }));
    this.offer([...rows, { name: t('Help and undo'), take: () => this.tools() }], at);
  }

  private cells(row: number, at: number): void {
    const { puzzle, cells } = this.session.game;
    const choices = Array.from(lineCells(puzzle, cells, 'row', row), (state, i) => {
      const cell = cellOn(puzzle, 'row', row, i);
      const lines = linesAt(puzzle, cell);
      const place = puzzle.shape && placeText(puzzle, cell);
      return {
        name: place ?? t('Column {n}', { n: i + 1 }),
        spoken: `${place ?? lineName(puzzle, lines[1])}, ${cellText(puzzle, state)}`,
        highlight: { lines, cells: [cell] },
        take: () => this.marks(row, i),
      };
    });
    this.offer([...choices, { name: t('Back'), take: () => this.rows(row) }], at);
  }

  /** What can be done with a cell. */
  private marks(row: number, at: number): void {
    const { puzzle, cells } = this.session.game;
    const cell = cellOn(puzzle, 'row', row, at);
    const highlight = { lines: [], cells: [cell] };
    const draw = (name: string, to: Color) => ({
      ...{ name, to, highlight },
      take: () => {
        this.session.draw([{ cell, from: cells[cell], to }]);
        if (at + 1 < lineCells(puzzle, cells, 'row', row).length) this.cells(row, at + 1);
        else this.rows((row + 1) % puzzle.height);
      },
    });
    const inks = puzzle.palette
      .slice(1)
      .map(({ name }, i) => draw(isColored(puzzle) ? colorName(name) : t('Fill'), i + 1));
    const others = [draw(t('Cross'), EMPTY), draw(t('Maybe'), MAYBE), draw(t('Erase'), UNKNOWN)];
    const back = { name: t('Back'), highlight, take: () => this.cells(row, at) };
    this.offer([...[...inks, ...others].filter(({ to }) => to !== cells[cell]), back], 0);
  }

  private tools(): void {
    const { session } = this;
    this.offer(
      [
        { name: t('Hint'), take: () => void session.help.more() },
        { name: t('Undo'), take: () => session.undo() },
        { name: t('Redo'), take: () => session.redo() },
        { name: t('Controls of the page'), take: () => (scanning.page = true) },
        {
          name: t('Back'),
          take: () => {
            session.help.close();
            this.rows(0);
          },
        },
      ],
      0,
    );
  }
}
