// What the browser keeps: settings, progress, games, puzzles from links. Everything
// is in localStorage, because it writes at once: a closed tab loses nothing. Values
// are small (a finished 40×40 game is below 1 kB), and wrapped with a version, so
// that a later version of the app knows an earlier one's data, and an earlier one
// knows to leave a later one's alone.
//
// Storage can fail: forbidden, full, or damaged. Nothing here throws; writing
// reports how it went, and listeners are told, so that the page can say so.

export interface Shape<T> {
  readonly key: string;
  /** The version that is written. */
  readonly version: number;
  /** Reads what was stored, of this version or an earlier one; undefined if it makes no sense. */
  readonly read: (value: unknown, version: number) => T | undefined;
  /** What is written of a value; the value itself if missing. */
  readonly write?: (value: T) => unknown;
}

export type Stored<T> =
  | { readonly state: 'missing' }
  | { readonly state: 'found'; readonly value: T }
  /** Written by a newer version of the app. */
  | { readonly state: 'newer'; readonly version: number }
  /** There is something, but it makes no sense. */
  | { readonly state: 'damaged' };

export type WriteResult = 'ok' | 'full' | 'forbidden';

/** What all keys begin with in the browser's storage. */
export const PREFIX = 'nonogram/';

/** The key of what is no progress and stays in this browser: where progress is kept too. */
export const LOCAL_KEY = 'sync';

/** The part of Storage that is used; tests have their own. */
export type Backend = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export class Store {
  private readonly troubles = new Set<(result: WriteResult) => void>();

  constructor(private readonly backend: Backend | undefined) {}

  read<T>(shape: Shape<T>): Stored<T> {
    const text = this.text(shape.key);
    if (text === null) return { state: 'missing' };
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

  /** The stored value, or another where there is none that can be read. */
  get<T>(shape: Shape<T>, otherwise: T): T {
    const stored = this.read(shape);
    return stored.state === 'found' ? stored.value : otherwise;
  }

  write<T>(shape: Shape<T>, value: T): WriteResult {
    const result = this.put(shape, value);
    for (const tell of this.troubles) tell(result);
    return result;
  }

  /** Writes what may be missing: nobody is told if there is no room. */
  put<T>(shape: Shape<T>, value: T): WriteResult {
    return this.putText(
      shape.key,
      JSON.stringify({ version: shape.version, value: shape.write ? shape.write(value) : value }),
    );
  }

  /** What is stored under a key, as it is; null for nothing. */
  text(key: string): string | null {
    try {
      return this.backend?.getItem(PREFIX + key) ?? null;
    } catch {
      return null;
    }
  }

  remove(key: string): void {
    try {
      this.backend?.removeItem(PREFIX + key);
    } catch {
      // Forbidden storage holds nothing to remove.
    }
  }

  /** Puts what is stored under another key too, as it is; what is not there is left out. */
  copy(from: string, to: string): WriteResult {
    const text = this.text(from);
    return text === null ? 'ok' : this.putText(to, text);
  }

  /** Stores it under another key instead. It needs no room for both, and loses nothing if it fails. */
  move(from: string, to: string): WriteResult {
    const text = this.text(from);
    if (text === null) return 'ok';
    this.remove(from);
    const result = this.putText(to, text);
    if (result !== 'ok') this.putText(from, text);
    return result;
  }

  /** The keys that begin with a prefix. */
  keys(prefix: string): string[] {
    const keys: string[] = [];
    for (let i = 0; i < (this.backend?.length ?? 0); i++) {
      const key = this.backend!.key(i);
      if (key?.startsWith(PREFIX + prefix)) keys.push(key.slice(PREFIX.length));
    }
    return keys;
  }

  /** Tells how every write went, until the returned function is called. */
  onWrite(tell: (result: WriteResult) => void): () => void {
    this.troubles.add(tell);
    return () => this.troubles.delete(tell);
  }

  /** Stores a text as it is: for what came out of a store. */
  putText(key: string, text: string): WriteResult {
    if (!this.backend) return 'forbidden';
    try {
      this.backend.setItem(PREFIX + key, text);
      return 'ok';
    } catch (e) {
      return isQuota(e) ? 'full' : 'forbidden';
    }
  }
}

function isQuota(e: unknown): boolean {
  return e instanceof DOMException && /quota/i.test(e.name);
}

function browserStorage(): Backend | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined; // blocked by the browser's settings
  }
}

export const store = new Store(browserStorage());
