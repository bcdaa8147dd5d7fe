// Merges two states of progress that have a common ancestor: what both sides had when they
// were last synchronized, as a fingerprint of every unit. A unit is what belongs together:
// a game with its puzzle, picture, replay and progress, or a single row.
//
//   changed on one side    takes the change, be it a stroke, undo, a new name or a deletion
//   changed on both sides  keeps both, as resolve says
//   no ancestor            (a file, a new code) different units count as changed on both sides
//
// Everything here is a function of its arguments; sync.ts and importProgress apply the result.
// docs/decisions/0034-progress-of-two-browsers.md has the rules and their reasons.

import { readCells, writeCells } from '../model/cellsText';
import { MAX_CELLS } from '../model/puzzle';
import { sum } from '../model/share';
import type { Store, WriteResult } from '../storage/store';
import { type Entry, readEntry, writeEntry } from './history';
import {
  isRowKey,
  readFile,
  type State,
  storedState,
  storeRows,
  valueOf,
  writeFile,
} from './progressFile';
import { type Label, PARTS, type Progress } from './savedGames';
import { atOnce, inTurns, type Pieces } from './turns';

/** A fingerprint of every unit. */
export type Fingerprints = Readonly<Record<string, string>>;

/** What a merge has brought, for the player. */
export interface News {
  /** Games that are new or were changed elsewhere. */
  games: number;
  /** Games that were changed here and elsewhere; undo leads from one board to the other. */
  both: number;
  records: number;
  /** Drafts that are new or were changed elsewhere. */
  drafts: number;
  /** Drafts and names that were changed here and elsewhere, and are kept twice. */
  copies: number;
  /** Deletions that were undone, because the other side had changed what was deleted. */
  undeleted: number;
}

export const NO_NEWS: News = { games: 0, both: 0, records: 0, drafts: 0, copies: 0, undeleted: 0 };

/** The result for one unit, as rows; empty if it is deleted. */
export interface Unit {
  readonly name: string;
  readonly mine: State;
  readonly theirs: State;
  readonly merged: State;
  readonly news: Partial<News>;
}

const NONE: State = new Map();

/** The unit of a row. */
export function unitOf(key: string): string {
  const part = PARTS.find((prefix) => key.startsWith(prefix));
  return part === undefined ? key : 'game/' + key.slice(part.length);
}

/** The rows of each unit. */
export function unitsOf(state: State): Map<string, State> {
  const units = new Map<string, Map<string, string>>();
  for (const [key, text] of state) {
    const name = unitOf(key);
    const unit = units.get(name);
    if (unit) unit.set(key, text);
    else units.set(name, new Map([[key, text]]));
  }
  return units;
}

/** The fingerprint of a unit; undefined if it does not exist. */
export function fingerprint(unit: State | undefined): string | undefined {
  if (!unit || unit.size === 0) return undefined;
  const rows = [...unit].sort(([a], [b]) => (a < b ? -1 : 1)).flat();
  return sum(new TextEncoder().encode(rows.join('\n')));
}

export function* fingerprints(state: State): Pieces<Fingerprints> {
  const marks: Record<string, string> = {};
  for (const [name, unit] of unitsOf(state)) {
    marks[name] = fingerprint(unit)!;
    yield;
  }
  return marks;
}

/** Merges unit by unit, so that a page can pause between them. */
export function* mergeUnits(ancestor: Fingerprints, mine: State, theirs: State): Generator<Unit> {
  const [ours, others] = [unitsOf(mine), unitsOf(theirs)];
  const isFree = (key: string) => !mine.has(key) && !theirs.has(key);
  const names = new Set([...ours.keys(), ...others.keys()]);
  for (const name of names) {
    const copy = copyOf(name, ancestor[name]);
    // The other side has copied the draft from which mine went on: mine is that copy now.
    if (others.has(copy) && !ours.has(copy) && !(copy in ancestor)) {
      const mine = ours.get(name) ?? NONE;
      const [there, copied] = [others.get(name) ?? NONE, others.get(copy)!];
      const theirs = new Map([...there, ...copied]);
      // Or it has what is here already, in a copy of the copy.
      const isThere = [...others].some(
        ([other, unit]) =>
          other.startsWith(copy + '-') && !ours.has(other) && unit.get(other) === mine.get(name),
      );
      if (isThere || fingerprint(mine) === ancestor[name]) {
        yield { name, mine, theirs, merged: theirs, news: { drafts: theirs.size } };
      } else {
        // The other side may have gone on with the copy.
        const sides = { mine, theirs: renamed(copied, copy, name) };
        const { merged, news } = mergeUnit(name, ancestor[name], sides, isFree);
        const both = new Map([...there, ...renamed(merged, name, copy)]);
        yield { name, mine, theirs, merged: both, news: { drafts: 1, copies: 1, ...news } };
      }
      names.delete(name);
      names.delete(copy);
    }
  }
  for (const name of names) {
    const sides = { mine: ours.get(name) ?? NONE, theirs: others.get(name) ?? NONE };
    yield { name, ...sides, ...mergeUnit(name, ancestor[name], sides, isFree) };
  }
}

const renamed = (unit: State, from: string, to: string): State =>
  new Map([...unit].map(([key, text]) => [key === from ? to : key, text]));

/** The name of a copy of a draft, which follows from the copied content. */
const copyOf = (draft: string, mark: string | undefined): string =>
  draft.startsWith('draft/') && mark !== undefined ? `${draft}-${mark}` : '';

/** The merged state. */
export function merge(
  ancestor: Fingerprints,
  mine: State,
  theirs: State,
): { state: State; news: News } {
  const state = new Map<string, string>();
  const news = { ...NO_NEWS };
  for (const unit of mergeUnits(ancestor, mine, theirs)) {
    for (const [key, text] of unit.merged) state.set(key, text);
    addNews(news, unit.news);
  }
  return { state, news };
}

export function addNews(news: News, more: Partial<News>): void {
  for (const [name, count] of Object.entries(more)) news[name as keyof News] += count;
}

interface Sides {
  readonly mine: State;
  readonly theirs: State;
}

type Merged = Pick<Unit, 'merged' | 'news'>;

function mergeUnit(
  name: string,
  before: string | undefined,
  { mine, theirs }: Sides,
  isFree: (key: string) => boolean,
): Merged {
  const [now, other] = [fingerprint(mine), fingerprint(theirs)];
  if (now === other || other === before) return { merged: mine, news: {} };
  if (now === before) return { merged: theirs, news: theirs.size > 0 ? count(name) : {} };
  if (theirs.size === 0) return { merged: mine, news: { undeleted: 1 } };
  if (mine.size === 0) return { merged: theirs, news: { ...count(name), undeleted: 1 } };
  return resolve(name, { mine, theirs }, isFree);
}

/** A unit that came from the other side, by its kind. */
function count(name: string): Partial<News> {
  if (name.startsWith('game/')) return { games: 1 };
  if (name.startsWith('draft/')) return { drafts: 1 };
  return name.startsWith('records/') ? { records: 1 } : {};
}

/** Merges a unit that both sides have changed. */
function resolve(name: string, sides: Sides, isFree: (key: string) => boolean): Merged {
  if (name.startsWith('game/')) return resolveGame(name.slice('game/'.length), sides);
  if (name.startsWith('draft/')) return resolveDraft(name, sides, isFree);
  if (name.startsWith('labels/')) return resolveLabel(name, sides);
  // Of removing and restoring the later counts; of settings and the like the one here.
  const at = (unit: State) => (valueOf(unit.get(name)) as { at?: number } | null)?.at ?? 0;
  const theirs = name.startsWith('removed/') && at(sides.theirs) > at(sides.mine);
  return { merged: theirs ? sides.theirs : sides.mine, news: {} };
}

/** The draft here stays, and the other becomes a copy. The copy's name follows from its content,
 *  so that the same draft is copied once. */
function resolveDraft(
  key: string,
  { mine, theirs }: Sides,
  isFree: (key: string) => boolean,
): Merged {
  const [own, other] = [mine, theirs].map((unit) => drawingOf(valueOf(unit.get(key))));
  const copy = copyOf(key, fingerprint(theirs));
  if (own === other || !isFree(copy)) return { merged: mine, news: {} };
  const merged = new Map([...mine, [copy, theirs.get(key)!]]);
  return { merged, news: { drafts: 1, copies: 1 } };
}

/** The content of a draft without its time. */
function drawingOf(value: unknown): string {
  const { updated, ...rest } = (value ?? {}) as Record<string, unknown>;
  void updated;
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const BETWEEN_NAMES = ' / ';

/** The later name and folder; if the names differ, both names. */
function resolveLabel(key: string, { mine, theirs }: Sides): Merged {
  const [own, other] = [mine, theirs].map((unit) => valueOf(unit.get(key)) as Label);
  const later = other.at > own.at ? other : own;
  const names = [later, later === own ? other : own].flatMap(({ name }) =>
    name.split(BETWEEN_NAMES).filter(Boolean),
  );
  const name = [...new Set(names)].join(BETWEEN_NAMES);
  if (name === own.name && later === own) return { merged: mine, news: {} };
  const label: Label = { ...later, name };
  const merged = new Map([[key, JSON.stringify({ version: 1, value: label })]]);
  return { merged, news: name === later.name ? {} : { copies: 1 } };
}

interface Saved {
  readonly cells: string;
  readonly base?: string;
  readonly undo?: string[];
  readonly redo?: string[];
  readonly seconds: number;
  readonly struck?: string[];
  readonly hints?: number;
  readonly lost?: number;
}

/** A game with the facts that merging needs. */
interface Played {
  readonly saved: Saved;
  readonly progress: Progress | undefined;
  /** The strokes from the first board on. */
  readonly history: readonly string[];
  /** The first board; undefined for a finished game, whose board does not show it. */
  readonly start: Uint8Array | undefined;
}

/** The rows of a game that both sides have changed. */
function resolveGame(name: string, { mine, theirs }: Sides): Merged {
  const [own, other] = [played(name, mine), played(name, theirs)];
  const merged = new Map([...theirs, ...mine]);
  const [ownPuzzle, puzzle] = [mine, theirs].map((unit) => unit.get('puzzle/' + name));
  if (puzzle && !titleOf(ownPuzzle) && titleOf(puzzle)) merged.set('puzzle/' + name, puzzle);
  if (!own || !other) {
    // Without a board here that can be read, the other one is taken.
    const rows = own ? mine : other ? theirs : mine;
    for (const key of ['game/' + name, 'progress/' + name])
      if (rows.has(key)) merged.set(key, rows.get(key)!);
    return { merged, news: own || !other ? {} : { games: 1 } };
  }
  const { game, both } = joinGames(own, other);
  merged.set('game/' + name, JSON.stringify({ version: 1, value: game.saved }));
  const progress = joinProgress(game, own, other);
  if (progress) merged.set('progress/' + name, JSON.stringify({ version: 1, value: progress }));
  if (both) return { merged, news: { both: 1 } };
  return { merged, news: sameBoard(game, own) ? {} : { games: 1 } };
}

const titleOf = (text: string | undefined) =>
  (valueOf(text) as { title?: string } | undefined)?.title;

/** Reports whether a game is one of two different ones, as it was. */
const kept = (game: Played, own: Played, other: Played): boolean =>
  !sameBoard(own, other) && (game.history === own.history || game.history === other.history);

function joinProgress(game: Played, own: Played, other: Played): Progress | undefined {
  const progress = game.progress ?? own.progress ?? other.progress;
  if (!progress) return undefined;
  return {
    ...progress,
    solved: own.progress?.solved === true || other.progress?.solved === true,
    seconds: game.saved.seconds,
    // The time of a board that the other has left behind does not make that one later.
    updated: kept(game, own, other)
      ? progress.updated
      : Math.max(own.progress?.updated ?? 0, other.progress?.updated ?? 0),
  };
}

/** The board and strokes of a game; undefined if they cannot be read. */
function played(name: string, unit: State): Played | undefined {
  const saved = valueOf(unit.get('game/' + name)) as Saved | undefined;
  if (typeof saved?.cells !== 'string') return undefined;
  const progress = valueOf(unit.get('progress/' + name)) as Progress | undefined;
  if (isFinished(saved, progress)) {
    const replay = valueOf(unit.get('replay/' + name));
    const history = Array.isArray(replay) ? (replay as string[]) : [];
    return { saved, progress, history, start: undefined };
  }
  const history = saved.undo ?? [];
  const start = boardBefore(saved.cells, history);
  return start && { saved, progress, history, start };
}

/** A solved game is stored as its picture. */
const isFinished = (saved: Saved, progress: Progress | undefined): boolean =>
  progress?.solved === true && !saved.undo && !saved.base && !/[?!]/.test(saved.cells);

/** The board before strokes; undefined if something cannot be read. */
function boardBefore(text: string, strokes: readonly string[]): Uint8Array | undefined {
  const size = sizeOf(text);
  const cells = size <= MAX_CELLS ? readCells(text, size) : undefined;
  for (const stroke of cells ? [...strokes].reverse() : []) {
    const entry = readEntry(stroke, size);
    if (!entry) return undefined;
    for (const { cell, from } of entry.changes) cells![cell] = from;
  }
  return cells;
}

/** The number of cells in a text of cells. */
const sizeOf = (text: string): number =>
  [...text.matchAll(/(\d*)\D/gs)].reduce((sum, [, n]) => sum + (n ? Number(n) : 1), 0);

/** One game of two: the one that contains the other, or both in one history. */
function joinGames(own: Played, other: Played): { game: Played; both: boolean } {
  const seconds = Math.max(own.saved.seconds, other.saved.seconds);
  const most = (name: 'hints' | 'lost') => {
    const count = Math.max(own.saved[name] ?? 0, other.saved[name] ?? 0);
    return count > 0 ? { [name]: count } : {};
  };
  const timed = (game: Played): Played => ({
    ...game,
    saved: { ...game.saved, seconds, ...most('hints'), ...most('lost') },
  });
  if (sameBoard(own, other)) {
    const struck = [...new Set([...(own.saved.struck ?? []), ...(other.saved.struck ?? [])])];
    const game = timed(own);
    const saved = { ...game.saved, ...(struck.length > 0 ? { struck } : {}) };
    return { game: { ...game, saved }, both: false };
  }
  if (contains(own, other)) return { game: timed(goneOn(own, other)), both: false };
  if (contains(other, own)) return { game: timed(goneOn(other, own)), both: false };
  // The picture and the replay of a finished game are stored apart from its board.
  if (!own.start)
    return { game: timed(other.start ? other : own), both: other.start !== undefined };
  if (!other.start) return { game: timed(own), both: true };
  const later = isLater(other, own);
  const joined = later ? joinHistories(other, own) : joinHistories(own, other);
  return joined ? { game: timed(joined), both: true } : { game: own, both: false };
}

/** Reports whether a game is the later one. A board that the other has left behind is not. */
function isLater(game: Played, other: Played): boolean {
  const [behind, ahead] = [passed(other, game.saved.cells), passed(game, other.saved.cells)];
  if (behind !== ahead) return ahead;
  return (game.progress?.updated ?? 0) > (other.progress?.updated ?? 0);
}

/** Reports whether a board is one that a game has left: an earlier one, or an undone one. */
function passed(game: Played, board: string): boolean {
  const size = sizeOf(board);
  const wanted = readCells(board, size);
  const isBoard = (strokes: readonly string[], side: 'from' | 'to'): boolean => {
    const cells = readCells(game.saved.cells, size);
    if (!cells || !wanted) return false;
    let differing = cells.reduce((sum, cell, i) => sum + Number(cell !== wanted[i]), 0);
    return [...strokes].reverse().some((text) => {
      for (const change of readEntry(text, size)?.changes ?? []) {
        const { cell } = change;
        differing += Number(change[side] !== wanted[cell]) - Number(cells[cell] !== wanted[cell]);
        cells[cell] = change[side];
      }
      return differing === 0;
    });
  };
  return isBoard(game.history, 'from') || isBoard(game.saved.redo ?? [], 'to');
}

const sameTexts = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((text, i) => text === b[i]);

const sameBoard = (a: Played, b: Played): boolean =>
  a.saved.cells === b.saved.cells &&
  a.saved.base === b.saved.base &&
  sameTexts(a.history, b.history);

/** Reports whether a game went on from the other, or has the other's strokes in its history. */
function contains(game: Played, part: Played): boolean {
  if (!part.start) return false;
  const { history } = game;
  if (part.history.length === 0)
    return game.start !== undefined && writeCells(game.start) === part.saved.cells;
  if (game.start && writeCells(game.start) !== writeCells(part.start)) return false;
  const common = commonStrokes(history, part.history);
  const rest = part.history.slice(common);
  if (rest.length === 0) return true;
  return history.some((_, i) => i >= common && rest.every((text, j) => text === history[i + j]));
}

function commonStrokes(a: readonly string[], b: readonly string[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

/** A game that contains the other, or one step more if the other has undone its strokes. */
function goneOn(game: Played, part: Played): Played {
  const undone = part.saved.redo?.at(-1);
  if (undone === undefined || !game.start) return game;
  const rest = game.history.slice(commonStrokes(game.history, part.history));
  // A blank board has no progress, and is there because the player has gone back to it.
  const last = part.progress?.updated ?? Infinity;
  if (!rest.includes(undone) && last < (game.progress?.updated ?? 0)) return game;
  return (
    joinHistories({ ...part, history: [], start: boardBefore(part.saved.cells, []) }, game) ?? game
  );
}

/** The strokes of the early game, a step back to the last common board, the late strokes. */
function joinHistories(late: Played, early: Played): Played | undefined {
  const common = writeCells(late.start!) === writeCells(early.start!) ? shared(late, early) : 0;
  const rest = late.history.slice(common);
  const back = boardBefore(late.saved.cells, rest);
  const end = boardBefore(early.saved.cells, []);
  if (!back || !end || back.length !== end.length) return undefined;
  const bridge = difference(end, back);
  const undo = [
    ...early.history,
    ...(early.saved.base ? [writeEntry({ changes: [], whatIf: 'keep' })] : []),
    ...(bridge.changes.length > 0 ? [writeEntry(bridge)] : []),
    ...rest,
  ];
  return { ...late, history: undo, saved: { ...late.saved, undo } };
}

/** The number of common strokes that end outside of what-if. */
function shared(a: Played, b: Played): number {
  const common = a.history.slice(0, commonStrokes(a.history, b.history));
  const marks = common.map((text) => /^([bkd])!/.exec(text)?.[1]);
  const begin = marks.lastIndexOf('b');
  const end = Math.max(marks.lastIndexOf('k'), marks.lastIndexOf('d'));
  return begin > end ? begin : common.length;
}

function difference(from: Uint8Array, to: Uint8Array): Entry {
  const changes = [...from.keys()]
    .filter((cell) => from[cell] !== to[cell])
    .map((cell) => ({ cell, from: from[cell], to: to[cell] }));
  return { changes };
}

/** Everything that is stored, as a file. */
export const exportProgress = (store: Store): string =>
  atOnce(writeFile(atOnce(storedState(store))));

/**
 * Merges a file into the store. Without an ancestor it only adds. Rows that this version of the
 * app does not have are left out.
 */
export async function importProgress(
  store: Store,
  text: string,
): Promise<News & { result: WriteResult }> {
  const { state } = await inTurns(readFile(text, 'skip'));
  const known = new Map([...state].filter(([key]) => isRowKey(key)));
  return inTurns(add(store, await inTurns(storedState(store)), known));
}

function* add(store: Store, mine: State, theirs: State): Pieces<News & { result: WriteResult }> {
  const news = { ...NO_NEWS };
  let result: WriteResult = 'ok';
  for (const unit of mergeUnits({}, mine, theirs)) {
    const stored = storeRows(store, unit.mine, unit.merged);
    if (stored === 'ok') addNews(news, unit.news);
    else if (stored !== 'changed') result = stored;
    yield;
  }
  return { ...news, result };
}
