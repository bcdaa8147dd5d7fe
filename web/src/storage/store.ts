// The browser's storage: settings, progress, games, saved puzzles. It uses localStorage,
// because that writes at once and closing the tab loses nothing. Values are small and have
// a version, so that newer versions of the app read older data and older ones leave newer
// data alone. Storage can be forbidden, full or damaged. Nothing here throws; writing
// returns its result, and listeners get it too.

export interface Shape<T> {
  readonly key: string;
  /** The version to write. */
  readonly version: number;
  /** Reads a stored value of this version or an earlier one; undefined if it is invalid. */
  readonly read: (value: unknown, version: number) => T | undefined;
  /** Converts a value for storage; by default it is stored as it is. */
  readonly write?: (value: T) => unknown;
}

export type Stored<T> =
  | { readonly state: 'missing' }
  | { readonly state: 'found'; readonly value: T }
  /** Written by a newer version of the app. */
  | { readonly state: 'newer'; readonly version: number }
  /** The stored value is invalid. */
  | { readonly state: 'damaged' };

export type WriteResult = 'ok' | 'full' | 'forbidden';

/** The prefix of all keys. */
export const PREFIX = 'nonogram/';

/** The key of the synchronization state, which is not part of the progress. */
export const LOCAL_KEY = 'sync';

/** The part of Storage that is used, so that tests can replace it. */
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

  /** The stored value, or a default. */
  get<T>(shape: Shape<T>, otherwise: T): T {
    const stored = this.read(shape);
    return stored.state === 'found' ? stored.value : otherwise;
  }

  write<T>(shape: Shape<T>, value: T): WriteResult {
    const result = this.put(shape, value);
    for (const tell of this.troubles) tell(result);
    return result;
  }

  /** Writes a value without notifying listeners, for values that may be missing. */
  put<T>(shape: Shape<T>, value: T): WriteResult {
    return this.putText(
      shape.key,
      JSON.stringify({ version: shape.version, value: shape.write ? shape.write(value) : value }),
    );
  }

  /** The stored text; null if there is none. */
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

  /** Copies a value to another key, if it exists. */
  copy(from: string, to: string): WriteResult {
    const text = this.text(from);
    return text === null ? 'ok' : this.putText(to, text);
  }

  /** Moves a value to another key. It needs no extra room, and restores the value on failure. */
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

  /** Calls back with the result of every write until the returned function is called. */
  onWrite(tell: (result: WriteResult) => void): () => void {
    this.troubles.add(tell);
    return () => this.troubles.delete(tell);
  }

  /** Stores a text that came from a store. */
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
    return undefined; // blocked by the browser settings
  }
}

export const store = new Store(browserStorage());
