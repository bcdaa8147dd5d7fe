// Games in the browser's storage. A game is written after every stroke; without enough room
// it is written without its undo history.
//
// The name of a game identifies its source: the puzzleKey for the pack, "own/" and the key for a
// saved puzzle, "draft/" and the id for the test of a draft, "day/" and the date, "made/"
// and the recipe for a generated puzzle. So the same clues from two sources are two games.
// Removed puzzles are kept until they are deleted.

import { fromJSON, toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import { puzzleKey } from '../model/share';
import { type Shape, type Store, type WriteResult } from '../storage/store';
import { readCells, writeCells } from '../model/cellsText';
import type { Game, GameState } from './game.svelte';
import { picture } from './game.svelte';
import { type Entry, readEntry, writeEntry } from './history';

interface SavedGame {
  cells: string;
  base?: string;
  undo?: string[];
  redo?: string[];
  seconds: number;
  struck?: string[];
  hints?: number;
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

const PROGRESS: Shape<ProgressTable> = {
  key: 'progress',
  version: 1,
  read: (value) => (isRecord(value) ? readProgress(value) : undefined),
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readProgress(value: Record<string, unknown>): ProgressTable {
  const table: Record<string, Progress> = {};
  for (const [key, entry] of Object.entries(value)) {
    const p = entry as Partial<Progress> | null;
    if (typeof p?.updated !== 'number' || typeof p.share !== 'number') continue;
    const { updated, share, seconds = 0 } = p;
    table[key] = { solved: p.solved === true, share, seconds, updated };
  }
  return table;
}

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

export class Games {
  constructor(
    private readonly store: Store,
    private readonly inPack: (key: string) => boolean,
  ) {
    this.adopt();
  }

  load(name: string, puzzle: Puzzle): Loaded {
    const stored = this.store.read(gameShape(name, puzzle));
    if (stored.state === 'found') return { state: stored.value };
    return stored.state === 'missing' ? {} : { trouble: stored.state };
  }

  save(name: string, game: Game, now: number): WriteResult {
    const result = game.solved ? this.writeSolved(name, game) : this.writeOpen(name, game.state);
    // A test is not progress.
    if (name.startsWith(TEST)) return result;
    const before = this.progress();
    // A puzzle stays solved when it is played again.
    const solved = game.solved || before[name]?.solved === true;
    const { share, seconds } = game;
    const table = { ...before, [name]: { solved, share, seconds, updated: now } };
    if (game.isBlank && !solved) delete table[name];
    const second = this.store.write(PROGRESS, table);
    return result === 'ok' ? second : result;
  }

  /** By the names of games. */
  progress(): ProgressTable {
    return this.store.get(PROGRESS, {});
  }

  /** The finished picture of a solved puzzle. */
  picture(name: string, width: number, height: number): Uint8Array | undefined {
    const text = this.store.get(pictureShape(name), '');
    return readCells(text, width * height);
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
    const removed = this.removed();
    return this.all().filter((key) => !removed.includes(key));
  }

  /** The keys of the removed puzzles, the latest first. */
  removed(): string[] {
    const [all, table] = [this.all(), this.store.get(REMOVED, {})];
    return all.filter((key) => table[key]?.aside).sort((a, b) => table[b].at - table[a].at);
  }

  /** Removes a saved puzzle with its game, until it is restored or deleted. */
  remove(key: string): WriteResult {
    return this.mark(key, true);
  }

  /** Restores a removed puzzle. */
  restore(key: string): void {
    if (this.store.get(REMOVED, {})[key]?.aside) this.mark(key, false);
  }

  private mark(key: string, aside: boolean): WriteResult {
    const at = Date.now();
    return this.store.write(REMOVED, { ...this.store.get(REMOVED, {}), [key]: { at, aside } });
  }

  label(key: string): Label {
    return this.store.get(LABELS, {})[key] ?? { name: '', folder: '', at: 0 };
  }

  setLabel(key: string, name: string, folder: string): WriteResult {
    const label = { name: name.trim(), folder: folder.trim(), at: Date.now() };
    return this.store.write(LABELS, { ...this.store.get(LABELS, {}), [key]: label });
  }

  /** Deletes a saved puzzle and its game. */
  forget(key: string): void {
    // If another browser still has it, it comes back as removed.
    this.mark(key, true);
    this.erase(ownGame(key));
    const table: Record<string, Progress> = { ...this.progress() };
    delete table[ownGame(key)];
    this.store.write(PROGRESS, table);
  }

  /** Deletes the undo histories of all other games. */
  trim(except: string): void {
    for (const key of this.store.keys('replay/')) this.store.remove(key);
    for (const key of this.store.keys('game/')) {
      if (key === 'game/' + except) continue;
      const shape: Shape<SavedGame> = { key, version: 1, read: (value) => value as SavedGame };
      const saved = this.store.get<SavedGame | undefined>(
        shape as Shape<SavedGame | undefined>,
        undefined,
      );
      if (!saved?.undo && !saved?.redo) continue;
      this.store.write(shape, withoutHistory(saved));
    }
  }

  private stored(name: string): Puzzle | undefined {
    const shape = puzzleShape(name) as Shape<Puzzle | undefined>;
    return this.store.get(shape, undefined);
  }

  private all(): string[] {
    const prefix = 'puzzle/' + OWN;
    return this.store.keys(prefix).map((key) => key.slice(prefix.length));
  }

  private erase(name: string): void {
    for (const part of PARTS) this.store.remove(part + name);
  }

  /**
   * Earlier versions used the same game for the same clues, named by their key. Such a game
   * is moved to the saved puzzle, or copied if the pack has the puzzle too. An older
   * version may be open in another tab, so this runs every time.
   */
  private adopt(): void {
    const old = this.store.keys('puzzle/').map((key) => key.slice('puzzle/'.length));
    for (const key of old.filter((name) => !name.includes('/'))) {
      this.adoptGame(key);
      this.store.move('puzzle/' + key, 'puzzle/' + ownGame(key));
    }
    for (const key of this.all()) if (!this.inPack(key)) this.adoptGame(key);
  }

  private adoptGame(key: string): void {
    const progress = this.progress();
    const [theirs, ours] = [progress[key], progress[ownGame(key)]];
    const shared = this.inPack(key);
    if (ours && (shared || ours.updated >= (theirs?.updated ?? 0))) return;
    for (const part of ['game/', 'picture/']) {
      if (shared) this.store.copy(part + key, part + ownGame(key));
      else this.store.move(part + key, part + ownGame(key));
    }
    if (!theirs) return; // a cleared board that undo can restore
    const solved = theirs.solved || ours?.solved === true;
    const table: Record<string, Progress> = { ...progress, [ownGame(key)]: { ...theirs, solved } };
    if (!shared) delete table[key];
    this.store.write(PROGRESS, table);
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
    };
    const result = this.put(name, saved);
    if (result !== 'full') return result;
    return this.put(name, withoutHistory(saved)) === 'ok' ? 'ok' : 'full';
  }

  /** The picture is stored separately, because the game may be played again. */
  private writeSolved(name: string, game: Game): WriteResult {
    const cells = writeCells(picture(game.cells));
    const result = this.store.write(pictureShape(name), cells);
    // Replays are stored only if there is room. A game loaded as solved keeps its stored
    // replay.
    if (game.state.undo.length > 0)
      this.store.put(replayShape(name), game.state.undo.map(writeEntry));
    return result === 'ok' ? this.put(name, { cells, seconds: game.seconds }) : result;
  }

  private put(name: string, saved: SavedGame): WriteResult {
    return this.store.write({ key: 'game/' + name, version: 1, read: () => undefined }, saved);
  }
}

/** The board matters more than undo. */
function withoutHistory(saved: SavedGame): SavedGame {
  const board = { ...saved };
  delete board.undo;
  delete board.redo;
  return board;
}

/** The prefixes of everything stored for a game. */
const PARTS = ['puzzle/', 'game/', 'picture/', 'replay/'];

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
function puzzleShape(name: string): Shape<Puzzle> {
  return {
    key: 'puzzle/' + name,
    version: 1,
    read: (value) => fromJSON(value),
    write: (puzzle) => toJSON(puzzle),
  };
}
