// Progress as a file, and merging the progress of two browsers. Merging only adds:
//
//   solved       solved if either is; missing pictures, replays and puzzles are added
//   records      the union
//   open games   the later board if it continues the other; otherwise both: the strokes of
//                the other game come first in the history, so undo leads to its board
//   drafts       equal drawings once, different ones both
//   removed      the latest change wins; also for names and folders
//   settings     and other values stay as they are here, if they exist
//
// Merging the same file twice changes nothing the second time.

import { readCells, writeCells } from '../model/cellsText';
import { MAX_CELLS } from '../model/puzzle';
import { LOCAL_KEY, type Shape, type Store, type WriteResult } from '../storage/store';
import { t } from '../i18n/i18n.svelte';
import { readEntry, writeEntry, type Entry } from './history';
import { readSolve, Records } from './records';
import { LABELS, type Progress, REMOVED } from './savedGames';

/** The kind of file. */
const KIND = 'nonogram-progress';
const FILE_VERSION = 1;

interface ProgressFile {
  readonly kind: typeof KIND;
  readonly version: number;
  /** The stored values by key. */
  readonly entries: Readonly<Record<string, { version: number; value: unknown }>>;
}

/** An invalid progress file. The message is for people. */
export class ProgressFileError extends Error {
  override name = 'ProgressFileError';
}

/** Everything that is stored, as a file. */
export function exportProgress(store: Store): string {
  const entries: Record<string, unknown> = {};
  for (const key of store.keys('').sort()) {
    const value = key === LOCAL_KEY ? undefined : parse(store.text(key));
    if (value !== undefined) entries[key] = value;
  }
  return JSON.stringify({ kind: KIND, version: FILE_VERSION, entries }, null, 1) + '\n';
}

export interface Merged {
  /** Games that are new or were continued elsewhere. */
  readonly games: number;
  /** Games that were continued in both places; both are kept. */
  readonly both: number;
  readonly records: number;
  readonly drafts: number;
  readonly result: WriteResult;
}

/** Merges the progress of a file into the store. */
export function importProgress(store: Store, text: string): Merged {
  const file = readFile(text);
  return new Merger(store, new Map(Object.entries(file.entries))).run();
}

function readFile(text: string): ProgressFile {
  const file = parse(text) as Partial<ProgressFile> | undefined;
  if (file?.kind !== KIND || typeof file.entries !== 'object' || file.entries === null)
    throw new ProgressFileError(
      t('This is not a file of progress: one begins with "kind": "nonogram-progress".'),
    );
  if (typeof file.version !== 'number' || file.version > FILE_VERSION)
    throw new ProgressFileError(
      t('This file was written by a newer version of this page. Reload the page, then try again.'),
    );
  return file as ProgressFile;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Saved {
  cells: string;
  base?: string;
  undo?: string[];
  redo?: string[];
  seconds: number;
}

/** Keys with their own merge rules. */
const APART = ['progress', 'records', REMOVED.key, LABELS.key, LOCAL_KEY];

type Stored = { version: number; value: unknown };

class Merger {
  private games = 0;
  private both = 0;
  private drafts = 0;
  private result: WriteResult = 'ok';

  constructor(
    private readonly store: Store,
    private readonly theirs: ReadonlyMap<string, Stored>,
  ) {}

  run(): Merged {
    const progress = this.table(this.mine('progress'));
    const others = this.table(this.theirs.get('progress'));
    this.latest(REMOVED);
    this.latest(LABELS);
    for (const key of this.theirs.keys()) {
      if (key.startsWith('draft/')) this.draft(key);
      else if (!key.startsWith('game/') && !APART.includes(key)) this.adopt(key);
    }
    for (const key of this.theirs.keys())
      if (key.startsWith('game/')) this.game(key.slice('game/'.length), progress, others);
    this.put('progress', { version: 1, value: mergeTables(progress, others) });
    const theirSolves = this.theirs.get('records')?.value;
    const records = new Records(this.store).merge(
      Array.isArray(theirSolves) ? theirSolves.flatMap(readSolve) : [],
    );
    const { games, both, drafts, result } = this;
    return { games, both, drafts, records, result };
  }

  private mine(key: string): Stored | undefined {
    const stored = parse(this.store.text(key)) as Partial<Stored> | undefined;
    return typeof stored?.version === 'number' ? (stored as Stored) : undefined;
  }

  private put(key: string, stored: Stored): void {
    const result = this.store.putText(key, JSON.stringify(stored));
    if (result !== 'ok') this.result = result;
  }

  /** Takes a value that is missing here. */
  private adopt(key: string): boolean {
    if (this.store.text(key) !== null) return false;
    this.put(key, this.theirs.get(key)!);
    return true;
  }

  /** Merges tables in which the latest entry wins. */
  private latest<T extends { readonly at: number }>(shape: Shape<Readonly<Record<string, T>>>) {
    const [mine, theirs] = [this.mine(shape.key), this.theirs.get(shape.key)].map(
      (stored) => (stored && shape.read(stored.value, stored.version)) ?? {},
    );
    const value = { ...mine };
    for (const [key, other] of Object.entries(theirs))
      if (!(mine[key]?.at >= other.at)) value[key] = other;
    if (Object.keys(value).length > 0) this.put(shape.key, { version: shape.version, value });
  }

  private table(stored: Stored | undefined): Record<string, Progress> {
    const value = stored?.value;
    return typeof value === 'object' && value !== null ? (value as Record<string, Progress>) : {};
  }

  private draft(key: string): void {
    const [mine, theirs] = [this.mine(key)?.value, this.theirs.get(key)!];
    const same = (other: unknown) => drawingOf(other) === drawingOf(theirs.value);
    if (this.adopt(key)) this.drafts++;
    else if (!same(mine) && !this.store.keys('draft/').some((k) => same(this.mine(k)?.value))) {
      let other = key + 'm';
      while (this.store.text(other) !== null) other += 'm';
      this.put(other, theirs);
      this.drafts++;
    }
  }

  private game(
    name: string,
    progress: Record<string, Progress>,
    others: Record<string, Progress>,
  ): void {
    const key = 'game/' + name;
    const theirs = this.theirs.get(key)!;
    const mine = this.mine(key);
    if (!mine) {
      if (this.adopt(key)) this.games++;
      return;
    }
    const [ours, other] = [mine.value as Saved, theirs.value as Saved];
    // A game of a newer version, or a damaged one, stays as it is.
    if (mine.version !== 1 || theirs.version !== 1 || typeof other?.cells !== 'string') return;
    const [finished, theirsFinished] = [ours, other].map((g) => !g.undo && !g.base);
    if (finished && progress[name]?.solved) return;
    if (theirsFinished && others[name]?.solved) {
      this.put(key, theirs);
      this.games++;
      return;
    }
    const later = (others[name]?.updated ?? 0) > (progress[name]?.updated ?? 0);
    const merged = later ? joinGames(other, ours) : joinGames(ours, other);
    if (!merged) return;
    if (merged.both) this.both++;
    else if (merged.game === ours) return;
    else this.games++;
    this.put(key, { version: 1, value: merged.game });
  }
}

/** The content of a draft without its time. */
function drawingOf(value: unknown): string {
  const { updated, ...rest } = (value ?? {}) as Record<string, unknown>;
  void updated;
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function mergeTables(
  mine: Record<string, Progress>,
  theirs: Record<string, Progress>,
): Record<string, Progress> {
  const table = { ...mine };
  for (const [name, other] of Object.entries(theirs)) {
    const own = table[name];
    if (typeof other?.updated !== 'number') continue;
    const later = !own || other.updated > own.updated ? other : own;
    table[name] = { ...later, solved: own?.solved === true || other.solved === true };
  }
  return table;
}

interface Joined {
  readonly game: Saved;
  /** The games had diverged. */
  readonly both: boolean;
}

/** The game that contains both; undefined if one of them cannot be read. */
function joinGames(late: Saved, early: Saved): Joined | undefined {
  const [a, b] = [trail(late), trail(early)];
  if (!a || !b) return undefined;
  if (b.boards.every((board) => a.boards.includes(board))) return { game: late, both: false };
  if (a.boards.every((board) => b.boards.includes(board))) return { game: early, both: false };
  const bridge = difference(b.end, a.start);
  const undo = [
    ...(early.undo ?? []),
    ...(early.base ? [writeEntry({ changes: [], whatIf: 'keep' })] : []),
    ...(bridge.changes.length > 0 ? [writeEntry(bridge)] : []),
    ...(late.undo ?? []),
  ];
  return { game: { ...late, undo }, both: true };
}

/** The boards of a game, from the first in its history to the last. */
function trail(game: Saved): { boards: string[]; start: Uint8Array; end: Uint8Array } | undefined {
  const count = countOf(game.cells);
  if (count > MAX_CELLS) return undefined;
  const end = readCells(game.cells, count);
  const entries = (game.undo ?? []).map((text) => readEntry(text, count));
  if (!end || entries.some((e) => !e)) return undefined;
  const cells = end.slice();
  const boards = [game.cells];
  for (const entry of entries.reverse()) {
    for (const { cell, from } of entry!.changes) cells[cell] = from;
    boards.push(writeCells(cells));
  }
  return { boards, start: cells, end };
}

/** The number of cells in a text of cells. */
const countOf = (text: string): number =>
  [...text.matchAll(/(\d*)\D/gs)].reduce((sum, [, n]) => sum + (n ? Number(n) : 1), 0);

function difference(from: Uint8Array, to: Uint8Array): Entry {
  const changes = [...from.keys()]
    .filter((cell) => from[cell] !== to[cell])
    .map((cell) => ({ cell, from: from[cell], to: to[cell] }));
  return { changes };
}
