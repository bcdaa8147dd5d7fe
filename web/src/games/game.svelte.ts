// A game: a puzzle and the player's marks. All changes go through apply, so that they can
// be undone. A game is solved as soon as the filled cells match all clues, whatever the
// solution and the crosses.

import { crossedBy, type CrossRule } from '../model/autoCross';
import {
  blankGrid,
  cellOn,
  fits,
  isFilled,
  isSolved,
  lineCells,
  linesAt,
  type LineName,
} from '../model/grid';
import { type LineFacts, lineFacts } from '../model/lineFacts';
import {
  type Axis,
  type Clue,
  clueOf,
  EMPTY,
  isOpen,
  lineCount,
  type Puzzle,
} from '../model/puzzle';
import type { ClueLook } from '../board/canvasPainter';
import type { Entry } from './history';
import type { Change } from '../model/stroke';

/** The state of a game that is stored. */
export interface GameState {
  readonly cells: Uint8Array;
  readonly base?: Uint8Array;
  readonly undo: readonly Entry[];
  readonly redo: readonly Entry[];
  readonly seconds: number;
  /** Numbers struck out by hand, as "r3.1" or "c0.2", counted from 0. */
  readonly struck?: readonly string[];
  /** The number of hints. */
  readonly hints?: number;
  /** The number of lives lost. */
  readonly lost?: number;
}

export type CrossOff = CrossRule;

/** Longer times between strokes, in milliseconds, are pauses. */
const LONGEST = 600_000;

export class Game {
  readonly cells: Uint8Array;
  /** Counts changes of the cells. */
  revision = $state(0);
  /** The cells before what-if began; undefined outside of what-if. */
  base = $state.raw<Uint8Array>();
  solved = $state(false);
  seconds = $state(0);
  /** The number of hints. */
  hints = 0;
  /** The number of lives lost. */
  lost = $state(0);
  /** Numbers struck out by hand. */
  struck = $state.raw<ReadonlySet<string>>(new Set());
  private undoable = $state.raw<readonly Entry[]>([]);
  private redoable = $state.raw<readonly Entry[]>([]);
  /** The time of the last change; undefined at first and after a hint. */
  private touched: number | undefined;
  /** Cached facts of lines; undefined if the line has changed. */
  private readonly facts: Record<Axis, (LineFacts | undefined)[]> = { row: [], column: [] };
  private readonly finished: Record<Axis, (boolean | undefined)[]> = { row: [], column: [] };

  constructor(
    readonly puzzle: Puzzle,
    state?: GameState,
  ) {
    this.cells = state?.cells.slice() ?? blankGrid(puzzle);
    if (!state) return;
    this.base = state.base?.slice();
    this.undoable = state.undo;
    this.redoable = state.redo;
    this.seconds = state.seconds;
    this.hints = state.hints ?? 0;
    this.lost = state.lost ?? 0;
    this.struck = new Set(state.struck);
    this.solved = isSolved(puzzle, this.cells);
  }

  get state(): GameState {
    const { cells, base, undoable, redoable, seconds } = this;
    const struck = this.struck.size > 0 ? { struck: [...this.struck] } : {};
    const hints = this.hints > 0 ? { hints: this.hints } : {};
    const lost = this.lost > 0 ? { lost: this.lost } : {};
    return { cells, base, undo: undoable, redo: redoable, seconds, ...struck, ...hints, ...lost };
  }

  get canUndo(): boolean {
    return this.undoable.length > 0 && !this.solved;
  }

  get canRedo(): boolean {
    return this.redoable.length > 0 && !this.solved;
  }

  get whatIf(): boolean {
    return this.base !== undefined;
  }

  /** Applies a stroke and the crosses that a rule adds to it, as one step. */
  draw(changes: readonly Change[], rule: CrossRule = 'off'): void {
    if (changes.length > 0) this.apply({ changes: [...changes, ...this.crosses(changes, rule)] });
  }

  /** The automatic crosses in the lines of a stroke. Erasing adds none. */
  private crosses(changes: readonly Change[], rule: CrossRule): Change[] {
    const { puzzle } = this;
    if (rule === 'off' || changes.every(({ to }) => isOpen(to))) return [];
    const cells = this.cells.slice();
    for (const { cell, to } of changes) cells[cell] = to;
    const found = new Set<number>();
    const look = ({ axis, line }: LineName) => {
      const empty = crossedBy(
        rule,
        clueOf(puzzle, axis, line),
        lineCells(puzzle, cells, axis, line),
      );
      for (const i of empty) found.add(cellOn(puzzle, axis, line, i));
    };
    const lines = changes.flatMap(({ cell }) => linesAt(puzzle, cell));
    new Map(lines.map((l) => [l.axis + l.line, l])).forEach(look);
    return [...found].map((cell) => ({ cell, from: cells[cell], to: EMPTY }));
  }

  /** Counts a hint. The time of the next stroke is not the player's own. */
  countHint(): void {
    this.hints++;
    this.touched = undefined;
  }

  /** Strikes out a number of a clue by hand, or removes the strike. */
  toggleStruck(axis: Axis, line: number, block: number): void {
    const name = `${axis[0]}${line}.${block}`;
    const struck = new Set(this.struck);
    if (!struck.delete(name)) struck.add(name);
    this.struck = struck;
  }

  undo(): Entry | undefined {
    const entry = this.undoable.at(-1);
    if (!entry || this.solved) return undefined;
    this.undoable = this.undoable.slice(0, -1);
    this.redoable = [...this.redoable, entry];
    // Undo the end of what-if before the cells, and its beginning after them.
    if (entry.whatIf === 'begin') this.base = undefined;
    this.put(entry.changes, 'from');
    if (entry.whatIf === 'keep' || entry.whatIf === 'drop') this.base = this.baseOf();
    return entry;
  }

  redo(): Entry | undefined {
    const entry = this.redoable.at(-1);
    if (!entry || this.solved) return undefined;
    this.redoable = this.redoable.slice(0, -1);
    this.enter(entry);
    return entry;
  }

  beginWhatIf(): void {
    if (!this.base && !this.solved) this.apply({ changes: [], whatIf: 'begin' });
  }

  /** Turns what-if marks into regular marks. */
  keepWhatIf(): void {
    if (this.base) this.apply({ changes: [], whatIf: 'keep' });
  }

  /** Removes all what-if marks, as one step. */
  dropWhatIf(): void {
    if (this.base) this.apply({ changes: this.difference(this.base), whatIf: 'drop' });
  }

  /** Clears the board, as one step that can be undone. */
  clear(): void {
    if (this.base) this.keepWhatIf();
    this.draw(this.difference(blankGrid(this.puzzle)));
  }

  /** Undoes until the board passes a test. Returns false, without changes, if no board does. */
  rewind(passes: (cells: Uint8Array) => boolean): boolean {
    const before = this.undoable.length;
    while (!passes(this.cells)) {
      if (this.undo()) continue;
      while (this.undoable.length < before) this.redo();
      return false;
    }
    return true;
  }

  /** The earlier boards, the oldest first. */
  *earlier(): Generator<Uint8Array> {
    const boards: Uint8Array[] = [];
    const cells = this.cells.slice();
    for (const entry of [...this.undoable].reverse()) {
      for (const change of entry.changes) cells[change.cell] = change.from;
      boards.push(cells.slice());
    }
    yield* boards.reverse();
  }

  get steps(): number {
    return this.undoable.length;
  }

  get isBlank(): boolean {
    const blank = blankGrid(this.puzzle);
    return this.cells.every((cell, i) => cell === blank[i]);
  }

  /** The fraction of the picture that is filled, by count, from 0 to 1. */
  get share(): number {
    const cells = (clues: readonly Clue[]) => clues.flat().reduce((sum, b) => sum + b.length, 0);
    const { rows, columns, shape } = this.puzzle;
    const needed = Math.max(cells(rows), cells(columns) / (shape ? 2 : 1));
    const filled = this.cells.reduce((sum, cell) => sum + (isFilled(cell) ? 1 : 0), 0);
    return needed === 0 ? 1 : Math.min(1, filled / needed);
  }

  /** The look of a clue under the player's settings. */
  look(axis: Axis, line: number, crossOff: CrossOff, warn: boolean): ClueLook {
    const finished = this.isFinished(axis, line);
    const facts = this.line(axis, line);
    const all = facts.certain.map(() => crossOff !== 'off' && finished);
    const off = crossOff === 'certain' && !finished ? facts.certain : all;
    const byHand = (block: number) => this.struck.has(`${axis[0]}${line}.${block}`);
    return {
      off: this.struck.size === 0 ? off : off.map((is, block) => is || byHand(block)),
      impossible: warn && !facts.possible,
    };
  }

  /** The facts about a line as it is drawn. */
  line(axis: Axis, line: number): LineFacts {
    const { puzzle, cells } = this;
    return (this.facts[axis][line] ??= lineFacts(
      clueOf(puzzle, axis, line),
      lineCells(puzzle, cells, axis, line),
    ));
  }

  /** Reports whether the filled cells of a line match its clue. */
  isFinished(axis: Axis, line: number): boolean {
    const { puzzle, cells } = this;
    return (this.finished[axis][line] ??= fits(
      clueOf(puzzle, axis, line),
      lineCells(puzzle, cells, axis, line),
    ));
  }

  private apply(entry: Entry): void {
    if (this.solved) return;
    this.redoable = [];
    const since = entry.changes.length > 0 ? this.touched : undefined;
    const after = since === undefined ? 0 : Math.min(Date.now() - since, LONGEST);
    this.enter(after > 0 ? { ...entry, after } : entry);
  }

  private enter(entry: Entry): void {
    this.undoable = [...this.undoable, entry];
    if (entry.whatIf === 'begin') this.base = this.cells.slice();
    else if (entry.whatIf) this.base = undefined;
    this.put(entry.changes, 'to');
    if (this.everyLineFits()) this.finish();
  }

  private finish(): void {
    this.base = undefined;
    this.solved = true;
  }

  private put(changes: readonly Change[], side: 'from' | 'to'): void {
    for (const change of changes) {
      this.cells[change.cell] = change[side];
      for (const { axis, line } of linesAt(this.puzzle, change.cell))
        this.facts[axis][line] = this.finished[axis][line] = undefined;
    }
    this.revision++;
    this.touched = Date.now();
  }

  private everyLineFits(): boolean {
    for (const axis of ['row', 'column'] as const) {
      for (let line = 0; line < lineCount(this.puzzle, axis); line++) {
        if (!this.isFinished(axis, line)) return false;
      }
    }
    return true;
  }

  private difference(to: Uint8Array): Change[] {
    const changes: Change[] = [];
    this.cells.forEach((from, cell) => {
      if (from !== to[cell]) changes.push({ cell, from, to: to[cell] });
    });
    return changes;
  }

  /** The board before the latest what-if began, reconstructed by undoing. */
  private baseOf(): Uint8Array {
    const cells = this.cells.slice();
    for (const entry of [...this.undoable].reverse()) {
      if (entry.whatIf === 'begin') break;
      for (const change of entry.changes) cells[change.cell] = change.from;
    }
    return cells;
  }
}

/** The finished picture: cells that are not filled become empty. */
export const picture = (cells: Uint8Array): Uint8Array => cells.map((c) => (isOpen(c) ? EMPTY : c));
