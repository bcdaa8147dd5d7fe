// The engines of the page: four modules, each in its own worker that starts with the first
// call. One module would be half as large again as the one for hints
// (docs/decisions/0008-web-engine.md).

import { to } from '../app/router.svelte';
import type { Operations } from '../model/schema';
import { type CallOptions, Engine, type EngineWorker } from './client';

export { EngineError, type Progress } from './client';

type Module = 'engine' | 'make' | 'files' | 'draw';
export type Operation = keyof Operations;

const MODULES: Record<Module, readonly Operation[]> = {
  engine: ['solve', 'count', 'rate', 'hint', 'explain', 'check', 'techniques'],
  make: ['generate', 'scan', 'certify', 'methods', 'table', 'lines'],
  files: ['decode', 'convert', 'formats'],
  draw: ['render'],
};

const engines = new Map<Module, Engine>();
const compiled = new Map<string, WebAssembly.Module>();

const makeEngine = (module: Module): Engine =>
  new Engine(to('engine/'), `${module}.wasm`, startWorker, compiled);

function engineFor(operation: Operation): Engine {
  const module = (Object.keys(MODULES) as Module[]).find((m) => MODULES[m].includes(operation))!;
  const known = engines.get(module);
  if (known) return known;
  const made = makeEngine(module);
  engines.set(module, made);
  return made;
}

const startWorker = () =>
  new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }) as EngineWorker;

/** A separate engine in its own worker. The module `make` also solves by the classic methods. */
export const newEngine = (module: Module): Engine => makeEngine(module);

/** Reports whether the module of an operation has been fetched. */
export const isReady = (operation: Operation): boolean => engineFor(operation).isReady;

/** Calls an operation in the worker of its module. */
export function call<Name extends Operation>(
  operation: Name,
  request: Operations[Name]['request'],
  options?: CallOptions,
): Promise<Operations[Name]['response']> {
  return engineFor(operation).call(operation, request, options);
}
