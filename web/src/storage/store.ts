// The browser's storage: settings, progress, games, saved puzzles. It uses localStorage,
// because that writes at once and closing the tab loses nothing. Values are small and have
// a version, so that newer versions of the app read older data and older ones leave newer
// data alone. Storage can be forbidden, full or damaged. Nothing here throws; writing
// returns its result, and listeners get it too.
//
// Every value is written by update, which applies a change to what is stored now:
//
//   a newer value      is not replaced
//   a damaged value    is moved to damaged/KEY/TIME first
//   a change that      waits in memory, where reads see it, and is applied again to what
//   cannot be written  is stored as soon as there is room; a game joins what another tab
//                      has drawn meanwhile
//
// A stored text is parsed once for each shape. Components that call watch follow all changes:
// those of this page, of other tabs, and of a merge.

import { createSubscriber } from 'svelte/reactivity';

export interface Shape<T> {
  readonly key: string;
  /** The version to write. */
  readonly version: number;
  /** Reads a stored value of this version or an earlier one; undefined if it is invalid. */
  readonly read: (value: unknown, version: number) => T | undefined;
  /** Converts a value for storage; by default it is stored as it is. */
  readonly write?: (value: T) => unknown;
}

/** Reports whether a value is an object with names. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Makes the shape of every name once, so that a stored text is parsed once. */
export function shapes<T>(make: (name: string) => Shape<T>): (name: string) => Shape<T> {
  const known = new Map<string, Shape<T>>();
  return (name) => {
    const shape = known.get(name) ?? make(name);
    known.set(name, shape);
    return shape;
  };
}

export type Stored<T> =
  | { readonly state: 'missing' }
  | { readonly state: 'found'; readonly value: T }
  /** Written by a newer version of the app. */
  | { readonly state: 'newer'; readonly version: number }
  /** The stored value is invalid. */
  | { readonly state: 'damaged' };

export type WriteResult = 'ok' | 'full' | 'forbidden' | 'newer';

/** The prefix of all keys. */
export const PREFIX = 'nonogram/';

/** The key of the synchronization state, which is not part of the progress. */
export const LOCAL_KEY = 'sync';

/** The key of the tab that synchronizes. */
export const BUSY_KEY = 'syncing';

/** The prefix of values that could not be read. */
export const DAMAGED = 'damaged/';

/** The part of Storage that is used, so that tests can replace it. */
export type Backend = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Changes of a value that could not be written. */
interface Waiting {
  readonly shape: Shape<unknown>;
  readonly otherwise: unknown;
  readonly changes: readonly ((value: unknown) => unknown)[];
  /** What was stored when this page saw it last, if the change replaces it. */
  readonly before?: Stored<unknown>;
  readonly join?: Join<unknown>;
}

/** Makes one of a value that waits and of another tab's, given what both have changed. */
type Join<T> = (before: T | undefined, ours: T, theirs: T) => T;

/** The folder of a key: "game" for "game/x", and the key itself without a slash. */
const folderOf = (key: string): string => key.split('/', 1)[0];

export class Store {
  private readonly writeListeners = new Set<(result: WriteResult) => void>();
  private readonly outsideListeners = new Set<(key: string) => void>();
  /** The value of a text, by key, as the shape has read it. */
  private readonly parsed = new Map<
    string,
    { text: string | null; shape: Shape<unknown>; stored: Stored<unknown> }
  >();
  private readonly waiting = new Map<string, Waiting>();
  private readonly folders = new Map<
    string,
    { revision: number; tell: () => void; watch: () => void }
  >();

  constructor(private readonly backend: Backend | undefined) {}

  read<T>(shape: Shape<T>): Stored<T> {
    const waiting = this.waiting.get(shape.key);
    if (!waiting) return this.readStored(shape);
    const value = applied(this.readStored(waiting.shape), waiting);
    // Another shape of the same key may have other values.
    if (waiting.shape !== shape) return parse(textOf(waiting.shape, value), shape);
    return { state: 'found', value: value as T };
  }

  /** The stored value, or a default. */
  get<T>(shape: Shape<T>, otherwise: T): T {
    const stored = this.read(shape);
    return stored.state === 'found' ? stored.value : otherwise;
  }

  /** Applies a change to the stored value, or to a default if there is none. */
  update<T>(shape: Shape<T>, otherwise: T, change: (value: T) => T): WriteResult {
    const changes = [...(this.waiting.get(shape.key)?.changes ?? []), change];
    return this.writeOrWait({ shape, otherwise, changes } as unknown as Waiting);
  }

  /**
   * Replaces the stored value. If the write has to wait and another tab replaces the value
   * meanwhile, `join` makes one of both.
   */
  write<T>(shape: Shape<T>, value: T, join?: Join<T>): WriteResult {
    const before = this.waiting.get(shape.key)?.before ?? this.readStored(shape);
    return this.writeOrWait(replacing({ shape, before, join } as unknown as Waiting, value));
  }

  private writeOrWait(waiting: Waiting): WriteResult {
    const { key } = waiting.shape;
    const result = this.apply(waiting);
    if (result === 'ok') this.waiting.delete(key);
    else this.waiting.set(key, waiting);
    this.changed(key);
    this.retry();
    for (const tell of this.writeListeners) tell(result);
    return result;
  }

  /** Writes a value that may be missing: it does not wait, and listeners are not told. */
  put<T>(shape: Shape<T>, value: T): WriteResult {
    const result = this.apply({ shape, otherwise: value, changes: [() => value] } as Waiting);
    if (result === 'ok') this.waiting.delete(shape.key);
    this.changed(shape.key);
    return result;
  }

  /** Applies changes to the stored value, unless a newer version of the app has written it. */
  private apply(waiting: Waiting): WriteResult {
    const { shape } = waiting;
    const stored = this.readStored(shape);
    if (stored.state === 'newer') return 'newer';
    if (stored.state === 'damaged') {
      const result = this.setAside(shape.key);
      if (result !== 'ok') return result;
    }
    const value = applied(stored, waiting);
    const text = textOf(shape, value);
    if (text === this.storedText(shape.key)) return 'ok';
    const result = this.putStored(shape.key, text);
    if (result === 'ok')
      this.parsed.set(shape.key, { text, shape, stored: { state: 'found', value } });
    return result;
  }

  /** Moves a value that cannot be read to a key of its own. */
  setAside(key: string): WriteResult {
    return this.move(key, `${DAMAGED}${key}/${Date.now()}`);
  }

  /** Writes what waits, as far as there is room now. */
  retry(): void {
    if (!this.unsaved) return;
    for (const [key, waiting] of this.waiting)
      if (this.apply(waiting) === 'ok') this.waiting.delete(key);
    if (!this.unsaved) for (const tell of this.writeListeners) tell('ok');
  }

  /** Some changes could not be written, and are lost when the page is closed. */
  get unsaved(): boolean {
    return this.waiting.size > 0;
  }

  private readStored<T>(shape: Shape<T>): Stored<T> {
    const text = this.storedText(shape.key);
    const known = this.parsed.get(shape.key);
    if (known?.text === text && known.shape === shape) return known.stored as Stored<T>;
    const stored: Stored<T> = text === null ? { state: 'missing' } : parse(text, shape);
    this.parsed.set(shape.key, { text, shape, stored } as never);
    return stored;
  }

  /** The text of a value, with changes that wait; null if there is none. */
  text(key: string): string | null {
    const waiting = this.waiting.get(key);
    if (!waiting) return this.storedText(key);
    return textOf(waiting.shape, applied(this.readStored(waiting.shape), waiting));
  }

  private storedText(key: string): string | null {
    try {
      return this.backend?.getItem(PREFIX + key) ?? null;
    } catch {
      return null;
    }
  }

  remove(key: string): void {
    this.waiting.delete(key);
    try {
      this.backend?.removeItem(PREFIX + key);
    } catch {
      // Forbidden storage holds nothing to remove.
    }
    this.changed(key);
    this.retry();
  }

  /** Copies a value to another key, if it exists. */
  copy(from: string, to: string): WriteResult {
    const text = this.text(from);
    return text === null ? 'ok' : this.putText(to, text);
  }

  /** Moves a value to another key. It needs no extra room, and restores the value on failure. */
  move(from: string, to: string): WriteResult {
    const text = this.storedText(from);
    if (text === null) return 'ok';
    try {
      this.backend?.removeItem(PREFIX + from);
    } catch {
      return 'forbidden';
    }
    const result = this.putText(to, text);
    if (result !== 'ok') this.putStored(from, text);
    this.changed(from);
    return result;
  }

  /** The keys that begin with a prefix. */
  keys(prefix: string): string[] {
    const stored = this.backend ? this.backendKeys(this.backend) : [];
    const found = stored.filter((key) => key.startsWith(PREFIX + prefix));
    const waiting = [...this.waiting.keys()].filter((key) => key.startsWith(prefix));
    return [...new Set([...found.map((key) => key.slice(PREFIX.length)), ...waiting])];
  }

  /** All keys of a backend. Browsers give those of their storage at once. */
  private backendKeys(backend: Backend): string[] {
    if (globalThis.Storage && backend instanceof Storage) return Object.keys(backend);
    return Array.from({ length: backend.length }, (_, i) => backend.key(i) ?? '');
  }

  /** Calls back with the result of every write until the returned function is called. */
  onWrite(tell: (result: WriteResult) => void): () => void {
    this.writeListeners.add(tell);
    return () => this.writeListeners.delete(tell);
  }

  /** Calls back with the key of every change by another tab or a merge. */
  onOutside(tell: (key: string) => void): () => void {
    this.outsideListeners.add(tell);
    return () => this.outsideListeners.delete(tell);
  }

  /** Another tab or a merge has changed a value. */
  outside(key: string): void {
    const waiting = this.waiting.get(key);
    // The page shows both now.
    if (waiting?.before) {
      const before = this.readStored(waiting.shape);
      this.waiting.set(key, replacing({ ...waiting, before }, applied(before, waiting)));
    }
    this.changed(key);
    this.retry();
    for (const tell of this.outsideListeners) tell(key);
  }

  /** Other tabs may have changed anything while this page was put away and heard nothing. */
  wake(): void {
    for (const folder of this.folders.keys()) this.changed(folder);
    for (const key of [...this.parsed.keys()]) this.outside(key);
  }

  /** Makes a component follow the changes of a folder of keys, such as "game" or "records". */
  watch(folder: string): void {
    this.folder(folder).watch();
  }

  /** Counts the changes of a folder that this page knows of. */
  revision(folder: string): number {
    return this.folder(folder).revision;
  }

  private folder(name: string) {
    const known = this.folders.get(name);
    if (known) return known;
    const folder = { revision: 0, tell: () => {}, watch: () => {} };
    folder.watch = createSubscriber((update) => {
      folder.tell = update;
      return () => (folder.tell = () => {});
    });
    this.folders.set(name, folder);
    return folder;
  }

  private changed(key: string): void {
    const folder = this.folder(folderOf(key));
    folder.revision++;
    folder.tell();
  }

  /** Stores a text that came from a store, as it is. */
  putText(key: string, text: string): WriteResult {
    const result = this.putStored(key, text);
    if (result === 'ok') this.waiting.delete(key);
    this.changed(key);
    return result;
  }

  private putStored(key: string, text: string): WriteResult {
    if (!this.backend) return 'forbidden';
    try {
      this.backend.setItem(PREFIX + key, text);
      return 'ok';
    } catch (e) {
      return isQuota(e) ? 'full' : 'forbidden';
    }
  }
}

/** The value after changes. */
function applied(stored: Stored<unknown>, { otherwise, changes }: Waiting): unknown {
  const before = stored.state === 'found' ? stored.value : otherwise;
  return changes.reduce((value, change) => change(value), before);
}

/** A change to a value. */
function replacing(waiting: Waiting, value: unknown): Waiting {
  const { before, join } = waiting;
  const known = before?.state === 'found' ? before.value : undefined;
  const change = (now: unknown) =>
    join && now !== value && now !== known ? join(known, value, now) : value;
  return { ...waiting, otherwise: value, changes: [change] };
}

const textOf = <T>({ version, write }: Shape<T>, value: T): string =>
  JSON.stringify({ version, value: write ? write(value) : value });

function parse<T>(text: string, shape: Shape<T>): Stored<T> {
  try {
    const { version, value } = JSON.parse(text) as { version: number; value: unknown };
    if (typeof version !== 'number') return { state: 'damaged' };
    if (version > shape.version) return { state: 'newer', version };
    const read = shape.read(value, version);
    return read === undefined ? { state: 'damaged' } : { state: 'found', value: read };
  } catch {
    return { state: 'damaged' };
  }
}

function isQuota(e: unknown): boolean {
  return e instanceof DOMException && /quota/i.test(e.name);
}

function browserStorage(): Backend | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined; // blocked by the browser settings
  }
}

export const store = new Store(browserStorage());

globalThis.addEventListener?.('storage', ({ key, storageArea }: StorageEvent) => {
  if (storageArea === browserStorage() && key?.startsWith(PREFIX))
    store.outside(key.slice(PREFIX.length));
});

// Back to a page that the browser has kept: it was told nothing.
globalThis.addEventListener?.('pageshow', ({ persisted }: PageTransitionEvent) => {
  if (persisted) store.wake();
});
