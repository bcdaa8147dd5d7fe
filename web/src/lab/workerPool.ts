// Engines of the lab's own: one for every method that runs, so that they run side by
// side and each can be cancelled by itself, and none stands in the way of the rest of
// the page. They are kept from run to run, since starting one takes a moment.

import { newEngine } from '../engine';
import type { CallOptions, Engine } from '../engine/client';
import { unwrap } from '../engine/operations';

/** The worker has not answered within its time, and was ended. */
export class LateError extends Error {
  override name = 'LateError';
}

export interface AskOptions extends CallOptions {
  /** Milliseconds after which nobody waits any longer. */
  readonly within?: number;
}

export class Workers {
  private readonly engines: Engine[] = [];

  /** Starts the worker with a number, if it is not there, and waits until it answers. */
  async start(number: number, signal: AbortSignal): Promise<void> {
    await this.ask(number, 'methods', {}, { signal });
  }

  /** Calls an operation in the worker with a number. */
  async ask<Response>(
    number: number,
    operation: string,
    request: object,
    { signal, onProgress, within }: AskOptions = {},
  ): Promise<Response> {
    const engine = (this.engines[number] ??= newEngine('make'));
    const stop = new AbortController();
    const follow = () => stop.abort(signal?.reason);
    signal?.throwIfAborted();
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

  /** Ends all of them, with whatever they are at. */
  close(): void {
    for (const engine of this.engines.splice(0)) engine?.close();
  }
}
