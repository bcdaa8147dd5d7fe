// The engines of the page. The library comes in three modules, each fetched when it
// is first needed and each in a worker of its own: one thinks, one reads and writes
// files, one draws. Whoever asks names an operation; here it is sent to the module
// that has it.

import { to } from '../app/router.svelte';
import { Engine, type EngineWorker, type Progress } from './client';

export { EngineError, type Progress } from './client';

const makeWorker = (): EngineWorker =>
  new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }) as EngineWorker;

const MODULES = {
  engine: new Engine(to('engine/'), 'engine', makeWorker),
  files: new Engine(to('engine/'), 'files', makeWorker),
  draw: new Engine(to('engine/'), 'draw', makeWorker),
};

/** Operations that are not in the module that thinks. */
const ELSEWHERE: Readonly<Record<string, keyof typeof MODULES>> = {
  decode: 'files',
  convert: 'files',
  formats: 'files',
  puzzles: 'files',
  puzzle: 'files',
  render: 'draw',
};

/** All modules as one. */
export const engine = {
  call: <Request, Response>(
    operation: string,
    request: Request,
    signal?: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Response> =>
    MODULES[ELSEWHERE[operation] ?? 'engine'].call(operation, request, signal, onProgress),

  /** Fetches the module that thinks before it is needed. */
  warm: (): void => MODULES.engine.warm(),
};
