// Starts the synchronization with a server if it is enabled. Its code (sync.ts) is loaded
// only then.

import { LOCAL_KEY, store } from '../storage/store';

/** Synchronizes in the background. Failures are retried the next time. */
export function startSync(): void {
  if (store.text(LOCAL_KEY) === null) return;
  import('./progressServer').then(
    ({ sync }) => void sync.run(),
    () => undefined,
  );
}
