// Games in the browser's storage. A game and its progress are written after every stroke,
// each under its own key; without enough room the game is written without its undo history.
//
// The name of a game identifies its source: the puzzleKey for the pack, "own/" and the key for a
// saved puzzle, "draft/" and the id for the test of a draft, "day/" and the date, "made/"
// and the recipe for a generated puzzle. So the same clues from two sources are two games.
// Removed puzzles are kept until they are deleted.

import { fromJSON, toJSON } from '../model/json';
import { type Puzzle, UNKNOWN } from '../model/puzzle';
import { puzzleKey } from '../model/share';
import { joinEach, joinFields } from '../storage/join';
import { isRecord, shapes, type Shape, type Store, type WriteResult } from '../storage/store';
import { readCells, writeCells } from '../model/cellsText';
import type { Game, GameState } from './game.svelte';
import { picture } from './game.svelte';
import { type Entry, readEntry, writeEntry } from './history';
import type { Pieces } from './turns';

interface SavedGame {
  cells: string;
  base?: string;
  undo?: string[];
  redo?: string[];
  seconds: number;
  struck?: string[];
  hints?: number;
  lost?: number;
}

/** The progress of a game, as the gallery needs it. */
export interface Progress {
  readonly solved: boolean;
  /** The filled fraction, 0 to 1. */
  readonly share: number;
  readonly seconds: number;
  /** The time of the last change, in milliseconds since 1970. */
  readonly updated: number;
}

export type ProgressTable = Readonly<Record<string, Progress>>;

/** The progress of all games, as earlier versions of the app stored it. */
const OLD_PROGRESS: Shape<ProgressTable> = {
  key: 'progress',
  version: 1,
  read: (value) => {
    const rows = isRecord(value) ? Object.entries(value) : [];
    return Object.fromEntries(
      rows.flatMap(([name, row]) => {
        const progress = readProgress(row);
        return progress ? [[name, progress]] : [];
      }),
    );
  },
};

const progressShape = shapes<Progress>((name) => ({
  key: 'progress/' + name,
  version: 1,
  read: readProgress,
}));

function readProgress(value: unknown): Progress | undefined {
  const p = value as Partial<Progress> | null;
  if (typeof p?.updated !== 'number' || typeof p.share !== 'number') return undefined;
  const { updated, share, seconds = 0 } = p;
  return { solved: p.solved === true, share, seconds, updated };
}

/** A stored game, as far as it can be checked without its puzzle. */
const savedShape = (name: string): Shape<SavedGame> => ({
  key: 'game/' + name,
  version: 1,
  read: (value) =>
    isRecord(value) && typeof value.cells === 'string'
      ? (value as unknown as SavedGame)
      : undefined,
});

function gameShape(name: string, puzzle: Puzzle): Shape<GameState> {
  return { key: 'game/' + name, version: 1, read: (value) => readGame(value, puzzle) };
}

function readGame(value: unknown, p: Puzzle): GameState | undefined {
  if (!isRecord(value)) return undefined;
  const saved = value as Partial<SavedGame>;
  const count = p.width * p.height;
  const read = (text?: string) =>
    typeof text === 'string' ? readCells(text, count, p.palette.length) : undefined;
  const cells = read(saved.cells);
  if (!cells) return undefined;
  const base = read(saved.base);
  const seconds = typeof saved.seconds === 'number' && saved.seconds >= 0 ? saved.seconds : 0;
  return {
    cells,
    base,
    undo: readEntries(saved.undo, count),
    redo: readEntries(saved.redo, count),
    seconds,
    ...readStruck(saved.struck),
    ...(Number.isInteger(saved.hints) ? { hints: saved.hints } : {}),
    ...(Number.isInteger(saved.lost) ? { lost: saved.lost } : {}),
  };
}

function readStruck(names: unknown): { struck?: string[] } {
  if (!Array.isArray(names)) return {};
  const struck = names.filter((n) => typeof n === 'string' && /^[rc]\d+\.\d+$/.test(n));
  return struck.length > 0 ? { struck } : {};
}

/** All entries, or none if one is invalid. */
function readEntries(texts: unknown, count: number): Entry[] {
  if (!Array.isArray(texts)) return [];
  const entries = texts.map((text) =>
    typeof text === 'string' ? readEntry(text, count) : undefined,
  );
  return entries.every((e) => e !== undefined) ? (entries as Entry[]) : [];
}

/** The name of the game of a saved puzzle. */
export const ownGame = (key: string): string => OWN + key;
/** The name of the game that tests a draft. */
export const testGame = (draft: string): string => TEST + draft;
/** The key of a saved puzzle by the name of its game; undefined for other games. */
export const ownKey = (name: string): string | undefined =>
  name.startsWith(OWN) ? name.slice(OWN.length) : undefined;

const OWN = 'own/';
const TEST = 'draft/';

/** The last removal or restoration of a saved puzzle. */
export type Removal = { readonly at: number; readonly aside: boolean };

/** By puzzle key. Version 1 was a list of removed puzzles. */
export const REMOVED: Shape<Readonly<Record<string, Removal>>> = {
  key: 'removed',
  version: 2,
  read: (value, version) => {
    const table: Record<string, Removal> = {};
    const list = version === 1 && Array.isArray(value) ? value.reverse().entries() : [];
    for (const [at, key] of list) if (typeof key === 'string') table[key] = { at, aside: true };
    for (const [key, entry] of version === 2 && isRecord(value) ? Object.entries(value) : []) {
      const { at, aside } = (entry ?? {}) as Partial<Removal>;
      if (typeof at === 'number') table[key] = { at, aside: aside === true };
    }
    return table;
  },
};

/** The player's name and folder of a saved puzzle. */
export interface Label {
  readonly name: string;
  readonly folder: string;
  /** The time of writing, in milliseconds since 1970. */
  readonly at: number;
}

const NO_LABEL: Label = { name: '', folder: '', at: 0 };

/** By puzzle key. */
export const LABELS: Shape<Readonly<Record<string, Label>>> = {
  key: 'labels',
  version: 1,
  read: (value) => {
    const table: Record<string, Label> = {};
    for (const [key, entry] of isRecord(value) ? Object.entries(value) : []) {
      const { name, folder, at } = (entry ?? {}) as Partial<Label>;
      const texts = typeof name === 'string' && typeof folder === 'string';
      if (texts && typeof at === 'number') table[key] = { name, folder, at };
    }
    return table;
  },
};

export interface Loaded {
  readonly state?: GameState;
  /** The stored game cannot be read. */
  readonly trouble?: 'newer' | 'damaged';
}

/** A value that is computed again when a revision has changed. */
class Lasting<T> {
  private known: { revision: number; value: T } | undefined;

  constructor(private readonly revision: () => number) {}

  value(compute: () => T): T {
    const revision = this.revision();
    if (this.known?.revision !== revision) this.known = { revision, value: compute() };
    return this.known.value;
  }
}

export class Games {
  constructor(
    private readonly store: Store,
    private readonly inPack: (key: string) => boolean,
  ) {
    this.table = new Lasting(() => store.revision('progress'));
    this.own = new Lasting(() => store.revision('puzzle'));
    this.adopt();
  }

  private readonly table: Lasting<ProgressTable>;
  private readonly own: Lasting<readonly string[]>;

  load(name: string, puzzle: Puzzle): Loaded {
    const stored = this.store.read(gameShape(name, puzzle));
    if (stored.state === 'found') return { state: stored.value };
    return stored.state === 'missing' ? {} : { trouble: stored.state };
  }

  save(name: string, game: Game, now: number): WriteResult {
    const result = game.solved ? this.writeSolved(name, game) : this.writeOpen(name, game.state);
    // A test is not progress.
    if (name.startsWith(TEST)) return result;
    // A puzzle stays solved when it is played again.
    const solved = game.solved || this.progressOf(name)?.solved === true;
    if (game.isBlank && !solved) {
      this.store.remove(progressShape(name).key);
      return result;
    }
    const { share, seconds } = game;
    const second = this.store.write(progressShape(name), { solved, share, seconds, updated: now });
    return result === 'ok' ? second : result;
  }

  /** The progress of one game. */
  progressOf(name: string): Progress | undefined {
    const stored = this.store.read(progressShape(name));
    return stored.state === 'found' ? stored.value : this.store.get(OLD_PROGRESS, {})[name];
  }

  /** By the names of games. */
  progress(): ProgressTable {
    this.store.watch('progress');
    return this.table.value(() => {
      const old = Object.keys(this.store.get(OLD_PROGRESS, {}));
      const names = new Set([...old, ...this.names('progress/')]);
      return Object.fromEntries(
        [...names].flatMap((name) => {
          const progress = this.progressOf(name);
          return progress ? [[name, progress]] : [];
        }),
      );
    });
  }

  /** The rest of the keys that begin with a prefix. */
  private names(prefix: string): string[] {
    return this.store.keys(prefix).map((key) => key.slice(prefix.length));
  }

  /** The finished picture of a solved puzzle. */
  picture(name: string, width: number, height: number): Uint8Array | undefined {
    const text = this.store.get(pictureShape(name), '');
    return readCells(text, width * height);
  }

  /** The cells of a stored game, as far as they are drawn. */
  drawn(name: string, width: number, height: number): Uint8Array | undefined {
    const stored = this.store.read(savedShape(name));
    return stored.state === 'found' ? readCells(stored.value.cells, width * height) : undefined;
  }

  /** The strokes of a solved game; empty if they were not stored. */
  replay(name: string, puzzle: Puzzle): readonly Entry[] {
    return readEntries(this.store.get(replayShape(name), []), puzzle.width * puzzle.height);
  }

  /** Stores a generated puzzle, so that its game does not depend on the generator. */
  keepMade(name: string, puzzle: Puzzle): void {
    this.store.write(puzzleShape(name), puzzle);
  }

  /** A generated puzzle by the name of its game. */
  made(name: string): Puzzle | undefined {
    return this.stored(name);
  }

  /** Saves a puzzle that is not in the pack, and returns its key. */
  keepPuzzle(puzzle: Puzzle): string {
    const key = puzzleKey(puzzle);
    this.restore(key);
    if (this.puzzle(key)?.title === undefined || puzzle.title)
      this.store.write(puzzleShape(ownGame(key)), puzzle);
    return key;
  }

  puzzle(key: string): Puzzle | undefined {
    return this.stored(ownGame(key));
  }

  /** Stores the puzzle of a draft for a test. A test with other clues starts again. */
  keepTest(draft: string, puzzle: Puzzle): void {
    const name = testGame(draft);
    const before = this.test(draft);
    if (before && puzzleKey(before) !== puzzleKey(puzzle)) this.erase(name);
    this.store.write(puzzleShape(name), puzzle);
  }

  test(draft: string): Puzzle | undefined {
    return this.stored(testGame(draft));
  }

  /** Deletes the test of a deleted draft. */
  dropTest(draft: string): void {
    this.erase(testGame(draft));
  }

  /** The keys of the saved puzzles. */
  kept(): string[] {
    const table = this.removals();
    return this.all().filter((key) => !table[key]?.aside);
  }

  /** Reads the saved puzzles ahead of a search. */
  *readAhead(): Pieces<void> {
    for (const key of this.kept()) yield this.puzzle(key);
  }

  /** Reports whether a puzzle is saved and not removed. */
  isKept(key: string): boolean {
    return this.puzzle(key) !== undefined && !this.removals()[key]?.aside;
  }

  /** The keys of the removed puzzles, the latest first. */
  removed(): string[] {
    const table = this.removals();
    return this.all()
      .filter((key) => table[key]?.aside)
      .sort((a, b) => table[b].at - table[a].at);
  }

  private removals(): Readonly<Record<string, Removal>> {
    this.store.watch(REMOVED.key);
    return this.store.get(REMOVED, {});
  }

  /** Removes a saved puzzle with its game, until it is restored or deleted. */
  remove(key: string): WriteResult {
    return this.mark(key, true);
  }

  /** Restores a removed puzzle. */
  restore(key: string): void {
    if (this.removals()[key]?.aside) this.mark(key, false);
  }

  private mark(key: string, aside: boolean): WriteResult {
    const at = Date.now();
    return this.store.update(REMOVED, {}, (table) => ({ ...table, [key]: { at, aside } }));
  }

  label(key: string): Label {
    return this.labels()[key] ?? NO_LABEL;
  }

  /** The labels of saved puzzles, by key. */
  labels(): Readonly<Record<string, Label>> {
    this.store.watch(LABELS.key);
    return this.store.get(LABELS, {});
  }

  setLabel(key: string, name: string, folder: string): WriteResult {
    const label = { name: name.trim(), folder: folder.trim(), at: Date.now() };
    return this.store.update(LABELS, {}, (table) => ({ ...table, [key]: label }));
  }

  /** Deletes a saved puzzle and its game. */
  forget(key: string): void {
    // If another browser still has it, it comes back as removed.
    this.mark(key, true);
    this.erase(ownGame(key));
  }

  /** The name of the game that is open in this page. */
  playing: string | undefined;

  /** Deletes the undo histories of all games but the open one. */
  trim(): void {
    for (const key of this.store.keys('replay/')) this.store.remove(key);
    for (const name of this.names('game/')) {
      const stored = this.store.read(savedShape(name));
      if (name === this.playing || stored.state !== 'found') continue;
      if (stored.value.undo || stored.value.redo)
        this.store.write(savedShape(name), withoutHistory(stored.value));
    }
  }

  private stored(name: string): Puzzle | undefined {
    const shape = puzzleShape(name) as Shape<Puzzle | undefined>;
    return this.store.get(shape, undefined);
  }

  private all(): readonly string[] {
    this.store.watch('puzzle');
    return this.own.value(() => this.names('puzzle/' + OWN));
  }

  private erase(name: string): void {
    for (const part of PARTS) this.store.remove(part + name);
  }

  /**
   * Takes over what earlier versions have stored. They kept the progress of all games in one
   * table; before that they used the same game for the same clues, named by their key. Such a
   * game is moved to the saved puzzle, or copied if the pack has the puzzle too. An older
   * version may be open in another tab, so this runs every time.
   */
  private adopt(): void {
    this.adoptProgress();
    for (const key of this.names('puzzle/').filter((name) => !name.includes('/'))) {
      this.adoptGame(key);
      this.store.move('puzzle/' + key, 'puzzle/' + ownGame(key));
    }
    for (const key of this.all())
      if (!this.inPack(key) && this.store.text('game/' + key) !== null) this.adoptGame(key);
  }

  private adoptProgress(): void {
    const old = this.store.read(OLD_PROGRESS);
    if (old.state !== 'found') return;
    for (const [name, theirs] of Object.entries(old.value)) {
      const row = this.store.read(progressShape(name));
      const ours = row.state === 'found' ? row.value : undefined;
      if (ours && ours.updated >= theirs.updated) continue;
      const solved = theirs.solved || ours?.solved === true;
      const result = this.store.put(progressShape(name), { ...theirs, solved });
      if (result !== 'ok') return; // without room the table stays
    }
    this.store.remove(OLD_PROGRESS.key);
  }

  private adoptGame(key: string): void {
    const [theirs, ours] = [this.progressOf(key), this.progressOf(ownGame(key))];
    const shared = this.inPack(key);
    if (ours && (shared || ours.updated >= (theirs?.updated ?? 0))) return;
    for (const part of ['game/', 'picture/']) {
      const [from, to] = [part + key, part + ownGame(key)];
      const result = shared ? this.store.copy(from, to) : this.store.move(from, to);
      if (result !== 'ok') return; // without room everything stays
    }
    if (!theirs) return; // a cleared board that undo can restore
    const solved = theirs.solved || ours?.solved === true;
    const row = progressShape(ownGame(key));
    if (this.store.put(row, { ...theirs, solved }) === 'ok' && !shared)
      this.store.remove(progressShape(key).key);
  }

  private writeOpen(name: string, state: GameState): WriteResult {
    const saved: SavedGame = {
      cells: writeCells(state.cells),
      ...(state.base ? { base: writeCells(state.base) } : {}),
      undo: state.undo.map(writeEntry),
      redo: state.redo.map(writeEntry),
      seconds: state.seconds,
      ...(state.struck ? { struck: [...state.struck] } : {}),
      ...(state.hints ? { hints: state.hints } : {}),
      ...(state.lost ? { lost: state.lost } : {}),
    };
    if (this.store.put(savedShape(name), saved) === 'ok') return 'ok';
    const board = withoutHistory(saved);
    return this.store.write(savedShape(name), board, (before, ours, theirs) =>
      joined(state.cells.length, before, ours, theirs),
    );
  }

  /** The picture is stored separately, because the game may be played again. */
  private writeSolved(name: string, game: Game): WriteResult {
    const cells = writeCells(picture(game.cells));
    const result = this.store.write(pictureShape(name), cells);
    // Replays are stored only if there is room. A game loaded as solved keeps its stored
    // replay.
    if (game.state.undo.length > 0)
      this.store.put(replayShape(name), game.state.undo.map(writeEntry));
    const second = this.store.write(savedShape(name), { cells, seconds: game.seconds });
    return result === 'ok' ? second : result;
  }
}

/** The board of another tab with the cells that this one has changed. */
function joined(
  size: number,
  before: SavedGame | undefined,
  ours: SavedGame,
  theirs: SavedGame,
): SavedGame {
  const blank = writeCells(new Uint8Array(size).fill(UNKNOWN));
  const texts = [before?.cells ?? blank, ours.cells, theirs.cells];
  const [old, own, other] = texts.map((cells) => readCells(cells, size));
  if (!old || !own || !other) return ours;
  return {
    ...withoutHistory(joinFields(before ?? {}, ours, theirs)),
    cells: writeCells(joinEach(old, own, other)),
    seconds: Math.max(ours.seconds, theirs.seconds),
  };
}

/** The board matters more than undo. */
function withoutHistory(saved: SavedGame): SavedGame {
  const board = { ...saved };
  delete board.undo;
  delete board.redo;
  return board;
}

/** The prefixes of everything stored for a game. */
export const PARTS = ['puzzle/', 'game/', 'picture/', 'replay/', 'progress/'];

const replayShape = (name: string): Shape<readonly unknown[]> => ({
  key: 'replay/' + name,
  version: 1,
  read: (value) => (Array.isArray(value) ? value : undefined),
});

const pictureShape = (name: string): Shape<string> => ({
  key: 'picture/' + name,
  version: 1,
  read: (value) => (typeof value === 'string' ? value : undefined),
});

/** Saved puzzles are stored as JSON. */
const puzzleShape = shapes<Puzzle>((name) => ({
  key: 'puzzle/' + name,
  version: 1,
  read: (value) => fromJSON(value),
  write: (puzzle) => toJSON(puzzle),
}));
