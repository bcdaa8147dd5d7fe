// The engines of the lab: one per running method, so that methods run side by side, can be
// cancelled separately and do not block the page. They are reused, because starting takes
// time.

import { newEngine } from '../engine';
import type { CallOptions, Engine } from '../engine/client';
import { unwrap } from '../engine/operations';

/** The worker did not answer in time and was terminated. */
export class LateError extends Error {
  override name = 'LateError';
}

export interface AskOptions extends CallOptions {
  /** The time limit in milliseconds. */
  readonly within?: number;
}

export class Workers {
  private readonly engines: Engine[] = [];

  /** Once the page is left, no worker is started any more. */
  constructor(private readonly left?: AbortSignal) {}

  /** Starts a worker by number and waits until it answers. */
  async start(number: number, signal: AbortSignal): Promise<void> {
    await this.ask(number, 'methods', {}, { signal });
  }

  /** Calls an operation in a worker by number. */
  async ask<Response>(
    number: number,
    operation: string,
    request: object,
    { signal, onProgress, within }: AskOptions = {},
  ): Promise<Response> {
    signal?.throwIfAborted();
    this.left?.throwIfAborted();
    const engine = (this.engines[number] ??= newEngine('make'));
    const stop = new AbortController();
    const follow = () => stop.abort(signal?.reason);
    signal?.addEventListener('abort', follow);
    const late =
      within === undefined ? undefined : setTimeout(() => stop.abort(new LateError()), within);
    try {
      const options = { signal: stop.signal, onProgress };
      return unwrap<Response>(await engine.call(operation, request, options));
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', follow);
    }
  }

  /** Terminates all workers. */
  close(): void {
    for (const engine of this.engines.splice(0)) engine?.close();
  }
}
