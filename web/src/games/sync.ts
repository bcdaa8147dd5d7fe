// Synchronizes progress with the player's own server (`nonogram serve --sync`) under a code
// instead of an account. The server stores a progress file (mergeProgress.ts), which is
// merged into the local progress before anything is written:
//
//   write if the server's version is unchanged, otherwise
//   read  ─▶  merge  ─▶  write if the server's version is unchanged, otherwise start again
//
// startSync.ts says when it runs. If the server cannot be reached, it silently tries again
// the next time.

import { sum } from '../model/share';
import { LOCAL_KEY, type Shape, type Store } from '../storage/store';
import { exportProgress, importProgress, ProgressFileError } from './mergeProgress';

interface Kept {
  readonly code: string;
  /** The ETag of the last version on the server. */
  readonly tag: string;
  /** The checksum of the local progress at that time. */
  readonly sum: string;
  /** That time, in milliseconds since 1970. */
  readonly at: number;
}

const KEPT: Shape<Kept | undefined> = {
  key: LOCAL_KEY,
  version: 1,
  read: (value) => {
    const { code, tag, sum, at } = (value ?? {}) as Partial<Kept>;
    const texts = [code, tag, sum].every((v) => typeof v === 'string');
    return texts && typeof at === 'number' ? (value as Kept) : undefined;
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
  | 'full';

/** Browsers allow 64 kB in all requests that outlive a page. */
const MAX_KEEPALIVE = 30_000;
/** The number of attempts if others write at the same time. */
const TRIES = 5;

export class Sync {
  private running: Promise<Outcome> | undefined;
  private next: Promise<Outcome> | undefined;

  constructor(
    private readonly store: Store,
    private readonly address: string,
    private readonly send: typeof fetch = (...request) => fetch(...request),
    /** Called with the keys of values that have changed. */
    private readonly tell: (key: string) => void = () => undefined,
  ) {}

  /** The state of the last synchronization; undefined if it is off. */
  get kept(): Kept | undefined {
    return this.store.get(KEPT, undefined);
  }

  /** Stores the progress on the server under a new code. */
  async begin(): Promise<Outcome> {
    const text = exportProgress(this.store);
    const answer = await this.ask('POST', undefined, { body: text });
    if (typeof answer === 'string') return answer;
    const { code } = (await answer.json()) as { code: string };
    this.note(code, tagOf(answer), text);
    return 'kept';
  }

  /** Merges the local progress with that under a code, in both places. */
  async join(code: string): Promise<Outcome> {
    return this.exchange({ code, tag: '', sum: '', at: 0 });
  }

  /** Synchronizes if enabled. Calls during a run share another run after it. */
  run(): Promise<Outcome> {
    if (this.running) {
      this.next ??= this.running.then(() => {
        this.next = undefined;
        return this.run();
      });
      return this.next;
    }
    const { kept } = this;
    this.running = (kept ? this.exchange(kept) : Promise.resolve('unknown' as const)).finally(
      () => (this.running = undefined),
    );
    return this.running;
  }

  /** Turns synchronization off in this browser. */
  leave(): void {
    this.store.remove(LOCAL_KEY);
  }

  /** Deletes the progress from the server as well. */
  async forget(): Promise<Outcome> {
    const answer = await this.ask('DELETE', this.kept?.code ?? '');
    if (typeof answer === 'string' && answer !== 'unknown') return answer;
    this.leave();
    return 'kept';
  }

  private async exchange({ code, tag, sum: before }: Kept): Promise<Outcome> {
    const now = exportProgress(this.store);
    if (tag && sumOf(now) !== before) {
      const written = await this.write(code, tag, now);
      if (written !== 'changed') return written;
      tag = '';
    }
    for (let i = 0; i < TRIES; i++) {
      const read = await this.ask('GET', code, tag ? { headers: { 'If-None-Match': tag } } : {});
      if (typeof read === 'string') return read;
      if (read.status === 200) {
        const merged = this.merge(await read.text());
        if (merged !== 'kept') return merged;
        tag = tagOf(read);
      }
      const text = exportProgress(this.store);
      if (read.status === 304 && sumOf(text) === before) {
        this.note(code, tag, text);
        return 'kept';
      }
      const written = await this.write(code, tag, text);
      if (written !== 'changed') return written;
      tag = '';
    }
    return 'later';
  }

  /** Writes the progress unless the server's version is another. */
  private async write(code: string, tag: string, text: string): Promise<Outcome | 'changed'> {
    const written = await this.ask('PUT', code, { body: text, headers: { 'If-Match': tag } });
    if (typeof written === 'string') return written;
    if (written.status === 412) return 'changed';
    this.note(code, tagOf(written), text);
    return 'kept';
  }

  /** Merges the server's progress, and reports changed games like another tab would. */
  private merge(text: string): Outcome {
    const before = new Map(this.store.keys('game/').map((key) => [key, this.store.text(key)]));
    try {
      if (importProgress(this.store, text).result !== 'ok') return 'full';
    } catch (e) {
      if (e instanceof ProgressFileError) return 'later'; // written by a newer page; works after a reload
      throw e;
    }
    for (const key of ['records', ...this.store.keys('game/')]) {
      if (before.get(key) !== this.store.text(key)) this.tell(key);
    }
    return 'kept';
  }

  private note(code: string, tag: string, text: string): void {
    const sum = sumOf(text);
    this.store.write(KEPT, { code, tag, sum, at: Date.now() });
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
    try {
      const answer = await this.send(this.address, {
        ...{ method, headers, cache: 'no-store', credentials: 'omit' },
        // A page that is closed still ends a short request.
        keepalive: (request.body?.length ?? 0) < MAX_KEEPALIVE,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      return answer.ok || [304, 412].includes(answer.status) ? answer : await outcomeOf(answer);
    } catch {
      return 'later';
    }
  }
}

const tagOf = (answer: Response): string => answer.headers.get('ETag') ?? '';

const sumOf = (text: string): string => sum(new TextEncoder().encode(text));

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
