// Games in the browser's storage, and what the gallery shows of them. A game is
// written after every stroke. If there is no room, it is written without its history:
// the board matters more than undo.

import { fromJSON, toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import { puzzleKey } from '../model/share';
import { type Shape, type Store, type WriteResult } from '../storage/store';
import { readCells, writeCells } from '../model/cells';
import type { Game, GameState } from './game.svelte';
import { picture } from './game.svelte';
import { type Entry, readEntry, writeEntry } from './history';

interface SavedGame {
  cells: string;
  base?: string;
  undo?: string[];
  redo?: string[];
  seconds: number;
}

/** A line of progress: enough for the gallery. */
export interface Progress {
  readonly solved: boolean;
  /** How much is drawn, 0 to 1. */
  readonly share: number;
  readonly seconds: number;
  /** When it was last touched, in milliseconds since 1970. */
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

function gameShape(key: string, puzzle: Puzzle): Shape<GameState> {
  return { key: 'game/' + key, version: 1, read: (value) => readGame(value, puzzle) };
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
  };
}

/** All entries, or none if one of them makes no sense: a history with a hole is wrong. */
function readEntries(texts: unknown, count: number): Entry[] {
  if (!Array.isArray(texts)) return [];
  const entries = texts.map((text) =>
    typeof text === 'string' ? readEntry(text, count) : undefined,
  );
  return entries.every((e) => e !== undefined) ? (entries as Entry[]) : [];
}

export interface Loaded {
  readonly state?: GameState;
  /** Something was there that could not be read. */
  readonly trouble?: 'newer' | 'damaged';
}

export class Games {
  constructor(private readonly store: Store) {}

  load(puzzle: Puzzle): Loaded {
    const stored = this.store.read(gameShape(puzzleKey(puzzle), puzzle));
    if (stored.state === 'found') return { state: stored.value };
    return stored.state === 'missing' ? {} : { trouble: stored.state };
  }

  save(game: Game, now: number): WriteResult {
    const { puzzle, state } = game;
    const key = puzzleKey(puzzle);
    const result = game.solved ? this.writeSolved(key, game) : this.writeOpen(key, state);
    const before = this.progress();
    // What has been solved once stays so, also while it is played again.
    const solved = game.solved || before[key]?.solved === true;
    const { share, seconds } = game;
    const table = { ...before, [key]: { solved, share, seconds, updated: now } };
    if (game.isBlank && !solved) delete table[key];
    const second = this.store.write(PROGRESS, table);
    return result === 'ok' ? second : result;
  }

  progress(): ProgressTable {
    return this.store.get(PROGRESS, {});
  }

  /** The finished picture of a solved puzzle. */
  picture(key: string, width: number, height: number): Uint8Array | undefined {
    const text = this.store.get(pictureShape(key), '');
    return readCells(text, width * height);
  }

  /** Keeps a puzzle that is not in the pack, and returns the name to find it by. */
  keepPuzzle(puzzle: Puzzle): string {
    const key = puzzleKey(puzzle);
    if (this.puzzle(key)?.title === undefined || puzzle.title)
      this.store.write(puzzleShape(key), puzzle);
    return key;
  }

  puzzle(key: string): Puzzle | undefined {
    return this.store.get<Puzzle | undefined>(
      puzzleShape(key) as Shape<Puzzle | undefined>,
      undefined,
    );
  }

  /** The names of the kept puzzles. */
  kept(): string[] {
    return this.store.keys('puzzle/').map((key) => key.slice('puzzle/'.length));
  }

  /** Forgets a kept puzzle and its game. */
  forget(key: string): void {
    this.store.remove('puzzle/' + key);
    this.store.remove('game/' + key);
    this.store.remove('picture/' + key);
    const table = { ...this.progress() };
    delete (table as Record<string, Progress>)[key];
    this.store.write(PROGRESS, table);
  }

  /** Gives up the histories of all games but one. */
  trim(except: string): void {
    for (const key of this.store.keys('game/')) {
      if (key === 'game/' + except) continue;
      const shape: Shape<SavedGame> = { key, version: 1, read: (value) => value as SavedGame };
      const saved = this.store.get<SavedGame | undefined>(
        shape as Shape<SavedGame | undefined>,
        undefined,
      );
      if (!saved?.undo && !saved?.redo) continue;
      const { cells, base, seconds } = saved;
      this.store.write(shape, { cells, ...(base ? { base } : {}), seconds });
    }
  }

  private writeOpen(key: string, state: GameState): WriteResult {
    const saved: SavedGame = {
      cells: writeCells(state.cells),
      ...(state.base ? { base: writeCells(state.base) } : {}),
      undo: state.undo.map(writeEntry),
      redo: state.redo.map(writeEntry),
      seconds: state.seconds,
    };
    const result = this.put(key, saved);
    if (result !== 'full') return result;
    const { cells, base, seconds } = saved;
    return this.put(key, { cells, ...(base ? { base } : {}), seconds }) === 'ok' ? 'ok' : 'full';
  }

  /** The picture is kept apart from the game, which may be played again. */
  private writeSolved(key: string, game: Game): WriteResult {
    const cells = writeCells(picture(game.cells));
    const result = this.store.write(pictureShape(key), cells);
    return result === 'ok' ? this.put(key, { cells, seconds: game.seconds }) : result;
  }

  private put(key: string, saved: SavedGame): WriteResult {
    return this.store.write({ key: 'game/' + key, version: 1, read: () => undefined }, saved);
  }
}

const pictureShape = (key: string): Shape<string> => ({
  key: 'picture/' + key,
  version: 1,
  read: (value) => (typeof value === 'string' ? value : undefined),
});

/** Kept puzzles are stored in the project's JSON. */
function puzzleShape(key: string): Shape<Puzzle> {
  return {
    key: 'puzzle/' + key,
    version: 1,
    read: (value) => fromJSON(value),
    write: (puzzle) => toJSON(puzzle),
  };
}
