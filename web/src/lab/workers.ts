// Engines of the lab's own: one for every method that runs, so that they run side by
// side and each can be cancelled by itself, and none stands in the way of the rest of
// the page. They are kept from run to run, since starting one takes a moment.

import { newEngine } from '../engine';
import type { CallOptions, Engine } from '../engine/client';
import { unwrap } from '../engine/operations';

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
    options: CallOptions = {},
  ): Promise<Response> {
    const engine = (this.engines[number] ??= newEngine());
    return unwrap<Response>(await engine.call(operation, request, options));
  }

  /** Ends all of them, with whatever they are at. */
  close(): void {
    for (const engine of this.engines.splice(0)) engine?.close();
  }
}
