// Progress kept on one's own server (`nonogram serve --sync`), under a code instead of an
// account. What travels is the file of progress (mergeProgress.ts), and what is there is put to
// what is here before anything is sent:
//
//   read  ─▶  merge  ─▶  write, if the server still has what was read; otherwise again
//
// Nothing here is needed for playing. It happens after a win and when the page is opened;
// where the server cannot be reached, nothing is said, and the next time does it.

import { sum } from '../model/share';
import { LOCAL_KEY, type Shape, type Store } from '../storage/store';
import { exportProgress, importProgress, ProgressFileError } from './mergeProgress';

interface Kept {
  readonly code: string;
  /** The ETag of what the server had last. */
  readonly tag: string;
  /** Of what was here then. */
  readonly sum: string;
  /** When that was, in milliseconds since 1970. */
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
  /** The server cannot be reached, or is busy: later. */
  | 'later'
  /** Nothing is kept under the code. */
  | 'unknown'
  /** There is no server, or it keeps nothing. */
  | 'noServer'
  /** The server has no room for it. */
  | 'tooLarge'
  /** This browser has no room for what the server has. */
  | 'full';

/** How often others may come between reading and writing. */
const TRIES = 5;

export class Sync {
  private running: Promise<Outcome> | undefined;

  constructor(
    private readonly store: Store,
    private readonly address: string,
    private readonly send: typeof fetch = (...request) => fetch(...request),
    /** Told what has changed under open pages. */
    private readonly tell: (key: string) => void = () => undefined,
  ) {}

  /** What is kept of the last time; undefined if progress is in this browser alone. */
  get kept(): Kept | undefined {
    return this.store.get(KEPT, undefined);
  }

  /** Keeps what is here under a code of its own. */
  async begin(): Promise<Outcome> {
    const text = exportProgress(this.store);
    const answer = await this.ask('POST', undefined, { body: text });
    if (typeof answer === 'string') return answer;
    const { code } = (await answer.json()) as { code: string };
    this.note(code, tagOf(answer), text);
    return 'kept';
  }

  /** Puts together what is here and what is kept under a code, here and there. */
  async join(code: string): Promise<Outcome> {
    return this.exchange({ code, tag: '', sum: '', at: 0 });
  }

  /** Does what is to be done, if anything; who asks meanwhile waits for the same. */
  run(): Promise<Outcome> {
    const { kept } = this;
    this.running ??= (kept ? this.exchange(kept) : Promise.resolve('unknown' as const)).finally(
      () => (this.running = undefined),
    );
    return this.running;
  }

  /** From now on it is in this browser alone. */
  leave(): void {
    this.store.remove(LOCAL_KEY);
  }

  /** Deletes it from the server as well. */
  async forget(): Promise<Outcome> {
    const answer = await this.ask('DELETE', this.kept?.code ?? '');
    if (typeof answer === 'string' && answer !== 'unknown') return answer;
    this.leave();
    return 'kept';
  }

  private async exchange({ code, tag, sum: before }: Kept): Promise<Outcome> {
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
      const headers = { 'If-Match': tag };
      const written = await this.ask('PUT', code, { body: text, headers });
      if (typeof written === 'string') return written;
      if (written.status !== 412) {
        this.note(code, tagOf(written), text);
        return 'kept';
      }
      tag = '';
    }
    return 'later';
  }

  /** Puts what the server has to what is here, and tells open boards, as another tab would. */
  private merge(text: string): Outcome {
    const before = new Map(this.store.keys('game/').map((key) => [key, this.store.text(key)]));
    try {
      if (importProgress(this.store, text).result !== 'ok') return 'full';
    } catch (e) {
      if (e instanceof ProgressFileError) return 'later'; // of a newer page: after a reload
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

/** What a refusal comes to. A host of files has no words of ours for it. */
async function outcomeOf(answer: Response): Promise<Outcome> {
  if ([408, 429, 500, 502, 503, 504].includes(answer.status)) return 'later';
  const { error } = (await answer.json().catch(() => ({}))) as { error?: { code?: string } };
  if (error?.code === 'unknown_name') return 'unknown';
  return error?.code === 'too_large' ? 'tooLarge' : 'noServer';
}

/** A code as people read it: in groups. */
export const grouped = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** What somebody has typed or pasted as a code; undefined if it cannot be one. */
export function readCode(text: string): string | undefined {
  const plain = text
    .replace(/^.*#sync=/, '')
    .replace(/[-\s]/g, '')
    .toUpperCase();
  return /^[A-Z2-7]{26}$/.test(plain) ? plain : undefined;
}
