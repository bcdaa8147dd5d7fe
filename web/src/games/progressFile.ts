// The progress of a player as a state: everything that is stored, in rows that are merged
// each on its own (merge.ts). A row is a stored value, or an entry of a table such as the
// records. Values of this browser alone are left out: the code of the server, the sizes of
// clue bars, typed clues, feeds, and damaged values.
//
// A progress file holds a state by the keys of the first version of the app, as
// "nonogram play" reads and writes it too.

import { t } from '../i18n/i18n.svelte';
import {
  BUSY_KEY,
  DAMAGED,
  isRecord,
  LOCAL_KEY,
  type Store,
  type WriteResult,
} from '../storage/store';
import { solveId } from './records';
import { REMOVED } from './savedGames';
import type { Pieces } from './turns';

/** The rows by key; each is the text of a version and a value. */
export type State = ReadonlyMap<string, string>;

/** The kind of file. */
const KIND = 'nonogram-progress';
const FILE_VERSION = 1;

/** Keys and folders that stay in this browser. */
const LOCAL = [LOCAL_KEY, BUSY_KEY, 'bars', 'feed', 'feeds', 'typed-clues', DAMAGED.slice(0, -1)];

/** The versions of rows, if they are not 1. */
const VERSIONS: Readonly<Record<string, number>> = { [REMOVED.key]: REMOVED.version };

/**
 * The keys of rows that this version of the app has. A file of anybody may have others, which
 * nothing would ever show or remove.
 */
const ROW_KEY =
  /^(?:author|endless|(?:draft|game|labels|picture|progress|puzzle|records|removed|replay|settings)\/[ -~]{1,100})$/;

/** Reports whether a row may come from a file of anybody. */
export const isRowKey = (key: string): boolean => ROW_KEY.test(key);

interface Table {
  readonly rows: (value: unknown, version: number) => (readonly [id: string, row: unknown])[];
  readonly value: (rows: (readonly [id: string, row: unknown])[]) => unknown;
}

const BY_ID: Table = {
  rows: (value) => (isRecord(value) ? Object.entries(value) : []),
  value: (rows) => Object.fromEntries(rows),
};

/** The tables by their keys. Progress is a table in files only. */
const TABLES: Readonly<Record<string, Table>> = {
  progress: BY_ID,
  settings: BY_ID,
  labels: BY_ID,
  [REMOVED.key]: {
    rows: (value, version) => Object.entries(REMOVED.read(value, version) ?? {}),
    value: BY_ID.value,
  },
  records: {
    rows: (value) =>
      Array.isArray(value) ? value.filter(isRecord).map((row) => [solveId(row), row]) : [],
    value: (rows) =>
      rows
        .map(([, row]) => row as { at: number })
        .sort((a, b) => a.at - b.at || solveId(a).localeCompare(solveId(b))),
  },
};

/** An invalid progress file. The message is for people. */
export class ProgressFileError extends Error {
  override name = 'ProgressFileError';
}

/** A value of a newer version of the app, which this version must neither merge nor replace. */
export class NewerError extends ProgressFileError {
  override name = 'NewerError';

  constructor() {
    super(
      t('This file was written by a newer version of this page. Reload the page, then try again.'),
    );
  }
}

const folderOf = (key: string): string => key.split('/', 1)[0];
const textOf = (version: number, value: unknown): string => JSON.stringify({ version, value });

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value of a row. */
export const valueOf = (text: string | undefined): unknown =>
  text === undefined ? undefined : (JSON.parse(text) as { value: unknown }).value;

const isStored = (stored: unknown): stored is { version: number; value: unknown } =>
  isRecord(stored) && typeof stored.version === 'number';

const isNewer = (key: string, stored: unknown): boolean =>
  isRecord(stored) && Number(stored.version) > (VERSIONS[folderOf(key)] ?? 1);

/** Adds the rows of a stored value; nothing if it is damaged. */
function addRows(state: Map<string, string>, key: string, stored: unknown): void {
  if (!isStored(stored)) return;
  const { version, value } = stored;
  if (isNewer(key, stored)) throw new NewerError();
  const known = VERSIONS[folderOf(key)] ?? 1;
  const rows = TABLES[key]?.rows(value, version);
  if (rows) for (const [id, row] of rows) state.set(`${key}/${id}`, textOf(known, row));
  else state.set(key, textOf(version, value));
}

/** Puts values aside that cannot be read, and returns their keys. */
export function* setDamagedAside(store: Store): Pieces<string[]> {
  const aside: string[] = [];
  for (const key of store.keys('').filter((key) => !LOCAL.includes(folderOf(key)))) {
    const text = store.text(key);
    if (text !== null && !isStored(parse(text)) && store.setAside(key) === 'ok') aside.push(key);
    yield;
  }
  return aside;
}

/** Everything that is stored here at the beginning. */
export function* storedState(store: Store): Pieces<State> {
  const state = new Map<string, string>();
  const keys = store.keys('').filter((key) => !LOCAL.includes(folderOf(key)));
  for (const [key, text] of keys.map((key) => [key, store.text(key)] as const)) {
    addRows(state, key, parse(text));
    yield;
  }
  return state;
}

/** The text of a stored value that is no table, as storedState has it. */
function storedRow(store: Store, key: string): string | undefined {
  const state = new Map<string, string>();
  addRows(state, key, parse(store.text(key)));
  return state.get(key);
}

/**
 * Replaces rows of the store. It does nothing and returns "changed" if one of them is not
 * what it was before, because the player has gone on meanwhile.
 */
export function storeRows(store: Store, before: State, after: State): WriteResult | 'changed' {
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
  const tables = new Set(keys.map(tableOf).filter((table) => table !== undefined));
  if (keys.some((key) => !tableOf(key) && storedRow(store, key) !== before.get(key)))
    return 'changed';
  let result: WriteResult | 'changed' = 'ok';
  for (const table of tables) {
    const own = keys.filter((key) => tableOf(key) === table);
    const done = storeTable(store, table, own, before, after);
    if (done !== 'ok') result = done;
  }
  const single = keys.filter((key) => !tableOf(key));
  // Removing makes room for the rest.
  single.sort((a, b) => Number(after.has(a)) - Number(after.has(b)));
  for (const [i, key] of single.entries()) {
    const done = storeRow(store, key, after.get(key));
    if (done === 'ok') continue;
    for (const other of single.slice(0, i).reverse()) storeRow(store, other, before.get(other));
    return done;
  }
  for (const key of single) store.outside(key);
  return result;
}

function storeRow(store: Store, key: string, text: string | undefined): WriteResult {
  if (text !== undefined) return store.putText(key, text);
  store.remove(key);
  return 'ok';
}

/** The table that holds a row in the store; undefined for rows with a key of their own. */
function tableOf(key: string): string | undefined {
  const folder = folderOf(key);
  return folder !== 'progress' && folder !== key && folder in TABLES ? folder : undefined;
}

function storeTable(
  store: Store,
  table: string,
  keys: readonly string[],
  before: State,
  after: State,
): WriteResult | 'changed' {
  const rows = new Map<string, string>();
  addRows(rows, table, parse(store.text(table)));
  if (keys.some((key) => rows.get(key) !== before.get(key))) return 'changed';
  for (const key of keys) {
    const text = after.get(key);
    if (text === undefined) rows.delete(key);
    else rows.set(key, text);
  }
  const result = store.putText(table, textOf(VERSIONS[table] ?? 1, tableValue(table, rows)));
  if (result === 'ok') store.outside(table);
  return result;
}

/** The value of a table from its rows, which may be among others. */
function tableValue(table: string, state: State): unknown {
  const own = [...state].filter(([key]) => key.startsWith(table + '/'));
  const rows = own.map(([key, text]) => [key.slice(table.length + 1), valueOf(text)] as const);
  return TABLES[table].value(rows);
}

/** The last request of each browser that was written, by a name of the browser. */
export type Writers = Readonly<Record<string, string>>;

/** A state as a file. */
export function* writeFile(state: State, writers?: Writers): Pieces<string> {
  const entries: [key: string, text: string][] = [];
  for (const [key, text] of state)
    if (!(folderOf(key) in TABLES) || folderOf(key) === key) entries.push([key, text]);
  for (const table of Object.keys(TABLES)) {
    const value = tableValue(table, state) as object;
    if (Object.keys(value).length > 0) entries.push([table, textOf(VERSIONS[table] ?? 1, value)]);
  }
  const lines: string[] = [];
  for (const [key, text] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
    lines.push(`  ${JSON.stringify(key)}: ${text}`);
    yield;
  }
  const wrote = writers ? ` "writers": ${JSON.stringify(writers)},\n` : '';
  const head = `{\n "kind": "${KIND}",\n "version": ${FILE_VERSION},\n${wrote} "entries": {\n`;
  return `${head}${lines.join(',\n')}\n }\n}\n`;
}

/** The state of a file, without values of a newer version of the app if they may be skipped. */
export function* readFile(
  text: string,
  newer?: 'skip',
): Pieces<{ state: State; writers: Writers }> {
  const file = parse(text);
  if (!isRecord(file) || file.kind !== KIND || !isRecord(file.entries))
    throw new ProgressFileError(
      t('This is not a file of progress: one begins with "kind": "nonogram-progress".'),
    );
  if (typeof file.version !== 'number' || file.version > FILE_VERSION) throw new NewerError();
  const state = new Map<string, string>();
  for (const [key, stored] of Object.entries(file.entries)) {
    if (!LOCAL.includes(folderOf(key)) && !(newer && isNewer(key, stored)))
      addRows(state, key, stored);
    yield;
  }
  return { state, writers: isRecord(file.writers) ? (file.writers as Writers) : {} };
}
