// Help with a game: hints in grades, checking, rewinding. The engine's work can be
// cancelled. An answer is withdrawn when the board changes.

import { announce } from '../app/announce.svelte';
import { notify } from '../app/notices.svelte';
import { settings } from '../app/settings.svelte';
import { lineName, placesText } from '../board/ariaText';
import type { Highlight } from '../board/overlay';
import { isReady } from '../engine';
import {
  askCheck,
  askHint,
  askOnlySolution,
  GRADES,
  type Hint,
  PATIENCE_MS,
  type Verdict,
} from '../engine/operations';
import { notifyError } from '../engine/task.svelte';
import { isOpen } from '../model/puzzle';
import type { Game } from '../games/game.svelte';
import { plural, t } from '../i18n/i18n.svelte';

/** The number of boards sent to find the last correct one, if there are several solutions. */
const MAX_HISTORY = 200;

/** The time limit if the player asks for more time. */
const LONGER_MS = 60_000;

export type Topic = 'hint' | 'check';

/** What became of going back; none if no board is free of wrong marks. */
export type Rewound = 'done' | 'none' | 'undecided';

export class Help {
  topic = $state<Topic>();
  busy = $state(false);
  /** The engine is being fetched. */
  fetching = $state(false);
  error = $state.raw<unknown>();
  /** The hints so far, one per grade. */
  grades = $state.raw<readonly Hint[]>([]);
  verdict = $state.raw<Verdict>();
  /** Wrong marks are shown, not only counted. */
  shown = $state(false);
  private running: AbortController | undefined;
  private patience = PATIENCE_MS;
  private board = -1;
  private solution = $state.raw<Uint8Array>();
  private learning = false;

  constructor(private readonly game: Game) {}

  get highlight(): Highlight | undefined {
    const hint = this.grades.at(-1);
    if (this.topic === 'hint' && hint?.kind === 'step') {
      return { lines: hint.line ? [hint.line] : [], cells: hint.cells };
    }
    const line = this.topic === 'check' && this.shown ? this.verdict?.line : undefined;
    return line ? { lines: [line], cells: [] } : undefined;
  }

  get wrong(): readonly number[] {
    if (this.topic === 'check' && this.shown) return this.verdict?.cells ?? [];
    return this.wrongAtOnce;
  }

  /** The wrong marks, if they are shown at once. */
  get wrongAtOnce(): readonly number[] {
    return settings.wrong === 'once' ? this.differing : [];
  }

  private readonly differing = $derived.by(() => {
    const { solution, game } = this;
    void game.revision;
    if (!solution || game.solved) return [];
    const cells = [...game.cells.keys()];
    return cells.filter((i) => !isOpen(game.cells[i]) && game.cells[i] !== solution[i]);
  });

  /** The color of a cell in the solution, if it is known. */
  solved(cell: number): number | undefined {
    return this.solution?.[cell];
  }

  /** Finds the solution, to show wrong marks at once. */
  async learn(): Promise<void> {
    if (this.solution || this.learning) return;
    this.learning = true;
    try {
      this.solution = await askOnlySolution(this.game.puzzle);
      if (!this.solution)
        notify(
          t(
            'This puzzle has several solutions, or none was found in time: no mark can be called wrong at once.',
          ),
        );
    } catch (e) {
      this.learning = false; // it is tried again when the setting or the page is opened
      notifyError(e, t('Wrong marks cannot be shown.'));
    }
  }

  get hint(): Hint | undefined {
    return this.grades.at(-1);
  }

  /** There is a further grade. */
  get hasMore(): boolean {
    return this.hint?.kind === 'step' && this.grades.length < GRADES;
  }

  /** Opens the panel with the first grade, or adds the next grade. */
  async more(): Promise<void> {
    if (this.topic !== 'hint') this.start('hint');
    if (this.busy) return;
    if (this.hint && !this.hasMore) {
      announce(this.hint.message); // again
      return;
    }
    const grade = this.grades.length + 1;
    await this.think(async (signal) => {
      const hint = await askHint(this.game.puzzle, this.game.cells, grade, signal, this.patience);
      this.grades = [...this.grades, hint];
      if (grade === 1 && hint.kind === 'step') this.game.countHint();
      announce(hint.message);
    });
  }

  /** The first grade of a hint, without the panel; undefined if none was found out. */
  async look(): Promise<Hint | undefined> {
    const { game } = this;
    if (!isReady('hint')) announce(t('Fetching the engine, this once…'));
    try {
      const hint = await askHint(game.puzzle, game.cells, 1);
      if (hint.kind === 'step') game.countHint();
      return hint;
    } catch (e) {
      notifyError(e);
      return undefined;
    }
  }

  /** Starts again with the current board. */
  async again(): Promise<void> {
    this.start('hint');
    await this.more();
  }

  /** Starts again with more time. */
  async longer(): Promise<void> {
    this.start('hint');
    this.patience = LONGER_MS;
    await this.more();
  }

  async check(): Promise<void> {
    this.start('check');
    await this.think(async (signal) => {
      this.verdict = await askCheck(this.game.puzzle, this.game.cells, [], signal);
      announce(verdictText(this.verdict));
    });
  }

  show(): void {
    this.shown = true;
    const { cells = [], line } = this.verdict ?? {};
    if (cells.length > 0) announce(placesText(this.game.puzzle, cells));
    else if (line) announce(lineName(this.game.puzzle, line));
  }

  /** Goes back to the last board without a wrong mark. */
  async rewind(): Promise<Rewound | undefined> {
    let found: Rewound | undefined;
    this.start('check');
    await this.think(async (signal) => {
      this.solution ??= await askOnlySolution(this.game.puzzle, signal);
      found = this.solution ? this.rewindTo(this.solution) : await this.rewindByHistory(signal);
    });
    if (!this.error) this.close();
    return found;
  }

  close(): void {
    this.running?.abort();
    this.running = undefined;
    this.busy = false;
    this.topic = undefined;
    this.grades = [];
    this.verdict = undefined;
    this.error = undefined;
  }

  cancel(): void {
    this.running?.abort();
    if (this.grades.length === 0 && !this.verdict) this.close();
  }

  /** Withdraws help about another board. */
  withdraw(revision: number): void {
    if (this.topic && revision !== this.board) this.close();
  }

  private start(topic: Topic): void {
    this.close();
    this.topic = topic;
    this.shown = false;
    this.patience = PATIENCE_MS;
    this.board = this.game.revision;
  }

  private async think(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const running = new AbortController();
    this.running?.abort();
    this.running = running;
    this.busy = true;
    this.fetching = !isReady('hint');
    this.error = undefined;
    try {
      await work(running.signal);
    } catch (e) {
      if (!running.signal.aborted) this.error = e;
    } finally {
      if (this.running === running) this.busy = false;
    }
  }

  private rewindTo(solution: Uint8Array): Rewound {
    const right = (cells: Uint8Array) => cells.every((c, i) => isOpen(c) || c === solution[i]);
    return this.game.rewind(right) ? 'done' : 'none';
  }

  private async rewindByHistory(signal: AbortSignal): Promise<Rewound> {
    const boards = [...this.game.earlier()].slice(-MAX_HISTORY);
    const { cells } = this.game;
    const verdict = await askCheck(this.game.puzzle, cells, boards, signal);
    if (verdict.status === 'undecided') return 'undecided';
    if (verdict.status !== 'wrong') return 'done';
    if (verdict.lastRight < 0) return 'none';
    for (let i = boards.length; i > verdict.lastRight; i--) this.game.undo();
    return 'done';
  }
}

export function verdictText(v: Pick<Verdict, 'status' | 'wrong'>): string {
  switch (v.status) {
    case 'right':
    case 'done':
      return t('Everything so far is right.');
    case 'unsolvable':
      return t('This puzzle has no solution: its clues contradict each other.');
    case 'undecided':
      return t('This could not be found out in reasonable time. No line is impossible by itself.');
    case 'wrong':
      if (v.wrong === 0) return t('Something is wrong, but no single mark is to blame.');
      return plural(v.wrong, 'One mark is wrong.', '{n} marks are wrong.');
  }
}
