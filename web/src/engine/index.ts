// The one engine of the page.

import { to } from '../app/router.svelte';
import { Engine, type EngineWorker } from './client';

export { EngineError } from './client';

export const engine = new Engine(
  to('engine/'),
  () =>
    new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }) as EngineWorker,
);
