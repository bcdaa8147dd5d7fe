// Synchronizes progress with the player's own server (`nonogram serve --sync`) under a code
// instead of an account. The server stores a progress file. What both had when they last
// agreed is remembered as fingerprints, the ancestor of the next merge (merge.ts):
//
//   write if the server's version is unchanged, otherwise
//   read  ─▶  merge  ─▶  write if the server's version is unchanged, otherwise start again
//
// What is sent is the merged state, not what the storage has room for. startSync.ts says
// when it runs. If the server cannot be reached, it silently tries again the next time.

import { BUSY_KEY, isRecord, LOCAL_KEY, type Shape, type Store } from '../storage/store';
import {
  addNews,
  fingerprint,
  type Fingerprints,
  fingerprints,
  mergeUnits,
  type News,
  NO_NEWS,
  unitOf,
  unitsOf,
} from './merge';
import {
  NewerError,
  ProgressFileError,
  readFile,
  setDamagedAside,
  type State,
  storedState,
  storeRows,
  writeFile,
  type Writers,
} from './progressFile';
import { inTurns, pause } from './turns';

interface Kept {
  readonly code: string;
  /** The ETag of the last version on the server; empty if it has to be read again. */
  readonly tag: string;
  /** The units of the last common state. */
  readonly marks: Fingerprints;
  /** Its time, in milliseconds since 1970. */
  readonly at: number;
  /** The name of this browser among the writers of the file. */
  readonly device?: string;
  /** The writers of the last version on the server. */
  readonly writers?: Writers;
  /** A request without a response, and the units that it wrote if it has arrived. */
  readonly sent?: { readonly id: string; readonly marks: Fingerprints };
  /** The server has nothing under the code any more. */
  readonly gone?: boolean;
}

/** Version 1 had no marks. */
const KEPT: Shape<Kept | undefined> = {
  key: LOCAL_KEY,
  version: 2,
  read: (value, version) => {
    const { code, tag, at, marks } = (value ?? {}) as Partial<Kept>;
    if (typeof code !== 'string' || typeof at !== 'number') return undefined;
    if (version === 1) return { code, at, tag: '', marks: {} };
    const known = typeof tag === 'string' && typeof marks === 'object' && marks !== null;
    return known ? (value as Kept) : undefined;
  },
};

export type Outcome =
  | 'kept'
  /** The server cannot be reached or is busy. */
  | 'later'
  /** The server has no progress under this code. */
  | 'unknown'
  /** There is no server, or it does not store progress. */
  | 'noServer'
  /** The progress is too large for the server. */
  | 'tooLarge'
  /** The storage of this browser is full. */
  | 'full'
  /** A newer version of the app has written here or there; this one must be reloaded. */
  | 'newer';

/** Browsers allow 64 kB in all requests that outlive a page. */
const MAX_KEEPALIVE = 30_000;
/** The number of attempts if others write at the same time. */
const TRIES = 5;
/** A server that is silent for so long is not waited for. */
const SILENCE_MS = 60_000;

/** The tab that synchronizes, where the browser has no locks: a page over plain HTTP. */
const BUSY: Shape<{ readonly tab: string; readonly until: number }> = {
  key: BUSY_KEY,
  version: 1,
  read: (value) =>
    isRecord(value) && typeof value.until === 'number' ? (value as never) : undefined,
};
const NOBODY = { tab: '', until: 0 };
/** A tab that is closed while it synchronizes is not waited for any longer. */
const BUSY_MS = 5000;

/** One synchronization at a time, in all tabs. */
async function alone<T>(store: Store, work: () => Promise<T>): Promise<T> {
  if (globalThis.navigator?.locks) return navigator.locks.request('nonogram-sync', work);
  const tab = randomName();
  const busy = () => store.get(BUSY, NOBODY);
  const left = () => busy().until - Date.now();
  // After more than that the clock was set.
  while (left() > 0 && left() <= BUSY_MS) await new Promise((next) => setTimeout(next, 100));
  const hold = () => store.put(BUSY, { tab, until: Date.now() + BUSY_MS });
  hold();
  const timer = setInterval(hold, BUSY_MS / 5);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (busy().tab === tab) store.remove(BUSY.key);
  }
}

export class Sync {
  private running: Promise<Outcome> | undefined;
  private next: Promise<Outcome> | undefined;

  constructor(
    private readonly store: Store,
    private readonly address: string,
    private readonly send: typeof fetch = (...request) => fetch(...request),
    /** Called with what a merge has brought. */
    private readonly tell: (news: News) => void = () => undefined,
  ) {}

  /** The state of the last synchronization; undefined if it is off. */
  get kept(): Kept | undefined {
    this.store.watch(KEPT.key);
    return this.store.get(KEPT, undefined);
  }

  /** Stores the progress on the server under a new code. */
  async begin(): Promise<Outcome> {
    return this.guard(async () => {
      const mine = await inTurns(storedState(this.store));
      const marks = await inTurns(fingerprints(mine));
      const answer = await this.ask('POST', undefined, { body: await inTurns(writeFile(mine)) });
      if (typeof answer === 'string') return answer;
      const { code } = (await answer.json()) as { code: string };
      this.note({ code, tag: tagOf(answer), marks, device: randomName() });
      return 'kept';
    });
  }

  /** Merges the local progress with that under a code, in both places. */
  join(code: string): Promise<Outcome> {
    return this.guard(() => this.exchange({ code, tag: '', marks: {}, at: 0 }, () => true));
  }

  /**
   * Synchronizes if enabled. Calls during a run share another run after it. A code that the
   * server does not know any more is not sent again unless the player asks.
   */
  run(asked = false): Promise<Outcome> {
    if (this.running) {
      this.next ??= this.running.then(() => {
        this.next = undefined;
        return this.run();
      });
      return this.next;
    }
    this.running = this.guard(() => this.runNow(asked)).finally(() => (this.running = undefined));
    return this.running;
  }

  private async runNow(asked: boolean): Promise<Outcome> {
    const { kept } = this;
    if (!kept || (kept.gone && !asked)) return 'unknown';
    const isOn = () => this.kept?.code === kept.code;
    const outcome = await this.exchange(kept, isOn);
    if (outcome === 'unknown' && isOn()) this.store.write(KEPT, { ...kept, gone: true });
    return outcome;
  }

  private guard(work: () => Promise<Outcome>): Promise<Outcome> {
    return alone(this.store, work).catch((e: unknown) => {
      if (e instanceof NewerError) return 'newer';
      if (e instanceof ProgressFileError) return 'later';
      throw e;
    });
  }

  /** Turns synchronization off in this browser. */
  leave(): void {
    this.store.remove(KEPT.key);
  }

  /** Deletes the progress from the server as well. */
  async forget(): Promise<Outcome> {
    const answer = await this.ask('DELETE', this.kept?.code ?? '');
    if (typeof answer === 'string' && answer !== 'unknown') return answer;
    this.leave();
    return 'kept';
  }

  /** Agrees with the server, unless the player turns synchronization off meanwhile. */
  private async exchange(kept: Kept, isOn: () => boolean): Promise<Outcome> {
    const { code } = kept;
    // A damaged value is not a deleted one: the server's is taken.
    const damaged = (await inTurns(setDamagedAside(this.store))).flatMap((key) => [
      unitOf(key),
      key + '/',
    ]);
    let tag = damaged.length > 0 ? '' : kept.tag;
    let marks = without(kept.marks, damaged);
    let { writers = {}, sent } = kept;
    const device = kept.device ?? randomName();
    const note = (more: Partial<Kept> = {}) => {
      if (!isOn()) return;
      this.note({ code, tag: '', marks, device, writers, ...(sent ? { sent } : {}), ...more });
    };
    /** Writes the progress unless the server's version is another. */
    const write = async (state: State, after: Fingerprints, from: string) => {
      sent = { id: randomName(), marks: after };
      writers = { ...writers, [device]: sent.id };
      note();
      const body = await inTurns(writeFile(state, writers));
      if (!isOn()) return 'unknown';
      const request = { body, headers: { 'If-Match': from } };
      const written = await this.ask('PUT', code, request);
      if (!isOn()) return 'unknown';
      if (typeof written === 'string') return written;
      sent = undefined;
      if (written.status === 412) return 'changed';
      tag = tagOf(written);
      marks = after;
      return 'kept';
    };
    for (let i = 0; i < TRIES; i++) {
      const mine = await inTurns(storedState(this.store));
      const now = await inTurns(fingerprints(mine));
      if (tag && !sameMarks(now, marks)) {
        const before = sent;
        const written = await write(mine, now, tag);
        if (written === 'kept') note({ tag });
        if (written !== 'changed') return written;
        // The version that has come between may be this browser's own.
        sent = before;
        tag = '';
      }
      const read = await this.ask('GET', code, tag ? { headers: { 'If-None-Match': tag } } : {});
      if (!isOn()) return 'unknown';
      if (typeof read === 'string') return read;
      if (read.status === 304) {
        note({ tag });
        return 'kept';
      }
      const body = await read.text().catch(() => undefined);
      if (body === undefined) return 'later';
      const file = await inTurns(readFile(body));
      if (sent && file.writers[device] === sent.id) marks = without(sent.marks, damaged);
      ({ writers } = file);
      sent = undefined;
      const merged = await inTurns(this.merge(marks, mine, file.state));
      if (!isOn()) return 'unknown';
      const there = await inTurns(fingerprints(file.state));
      marks = merged.marksOf(there, merged.unsent);
      note();
      tag = tagOf(read);
      const after = await inTurns(fingerprints(merged.state));
      if (!sameMarks(after, there)) {
        const written = await write(merged.state, merged.marksOf(after, merged.missed), tag);
        if (written === 'changed') {
          tag = '';
          continue;
        }
        if (written !== 'kept') return written;
      }
      note(merged.missed.size === 0 ? { tag } : {});
      return merged.full ? 'full' : 'kept';
    }
    return 'later';
  }

  /** Merges the state of the server into the store. */
  private *merge(ancestor: Fingerprints, mine: State, theirs: State) {
    const state = new Map<string, string>();
    const news = { ...NO_NEWS };
    /** Units that are not stored here as they were merged; their ancestor stays. */
    const missed = new Set<string>();
    /** Those, and units whose other part is missed: their ancestor stays until both are sent. */
    const unsent = new Set<string>();
    let full = false;
    for (const unit of mergeUnits(ancestor, mine, theirs)) {
      const stored =
        unit.merged === unit.mine ? 'ok' : storeRows(this.store, unit.mine, unit.merged);
      // If the player has gone on meanwhile, the unit is left for the next merge on both sides.
      const sent = stored === 'changed' ? unit.theirs : unit.merged;
      for (const [key, text] of sent) state.set(key, text);
      if (stored === 'ok') addNews(news, unit.news);
      else {
        const [before, after] = [unitsOf(unit.mine), unitsOf(sent)];
        for (const name of new Set([unit.name, ...after.keys()])) {
          unsent.add(name);
          if (fingerprint(before.get(name)) !== fingerprint(after.get(name))) missed.add(name);
        }
      }
      full ||= stored === 'full' || stored === 'forbidden';
      yield;
    }
    this.tell(news);
    const marksOf = (wanted: Fingerprints, stay: ReadonlySet<string>): Fingerprints => ({
      ...Object.fromEntries(Object.entries(wanted).filter(([name]) => !stay.has(name))),
      ...Object.fromEntries(Object.entries(ancestor).filter(([name]) => stay.has(name))),
    });
    return { state, missed, unsent, full, marksOf };
  }

  private note(kept: Omit<Kept, 'at'>): void {
    this.store.write(KEPT, { ...kept, at: Date.now() });
  }

  private async ask(
    method: string,
    code: string | undefined,
    request: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response | Outcome> {
    const headers = {
      ...request.headers,
      ...(code === undefined ? {} : { Authorization: 'Bearer ' + code }),
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const isShort = (request.body?.length ?? 0) < MAX_KEEPALIVE;
    // The browser takes a while to encode a long body.
    if (!isShort) await pause();
    try {
      const answer = await this.send(this.address, {
        ...{ method, headers, cache: 'no-store', credentials: 'omit' },
        signal: AbortSignal.timeout(SILENCE_MS),
        // A page that is closed still ends a short request.
        keepalive: isShort,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      return answer.ok || [304, 412].includes(answer.status) ? answer : await outcomeOf(answer);
    } catch {
      return 'later';
    }
  }
}

/** Marks without those of some units, and of the rows of some tables. */
const without = (marks: Fingerprints, units: readonly string[]): Fingerprints =>
  Object.fromEntries(
    Object.entries(marks).filter(
      ([name]) =>
        !units.some((unit) => name === unit || (unit.endsWith('/') && name.startsWith(unit))),
    ),
  );

const randomName = (): string => Math.random().toString(36).slice(2, 12);

const sameMarks = (a: Fingerprints, b: Fingerprints): boolean => {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
};

/** The ETag. A proxy that compresses makes it weak. */
const tagOf = (answer: Response): string => (answer.headers.get('ETag') ?? '').replace(/^W\//, '');

/** The outcome of an error response. Plain file hosts do not send our error codes. */
async function outcomeOf(answer: Response): Promise<Outcome> {
  if ([408, 429, 500, 502, 503, 504].includes(answer.status)) return 'later';
  const { error } = (await answer.json().catch(() => ({}))) as { error?: { code?: string } };
  if (error?.code === 'unknown_name') return 'unknown';
  return error?.code === 'too_large' ? 'tooLarge' : 'noServer';
}

/** A code in groups of four. */
export const grouped = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** Parses a typed or pasted code; undefined if it is invalid. */
export function readCode(text: string): string | undefined {
  const plain = text
    .replace(/^.*#sync=/, '')
    .replace(/[-\s]/g, '')
    .toUpperCase();
  return /^[A-Z2-7]{26}$/.test(plain) ? plain : undefined;
}
