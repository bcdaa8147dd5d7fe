// Starts the synchronization with a server if it is enabled: when the page is opened, shown
// or hidden, when the network returns, and soon after a change. Its code (sync.ts) is loaded
// only then.

import { LOCAL_KEY, store } from '../storage/store';

/** The time after a change, in which further changes join. */
const SOON_MS = 1500;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Synchronizes in the background. Failures are retried the next time. */
export function startSync(): void {
  clearTimeout(timer);
  timer = undefined;
  if (store.text(LOCAL_KEY) === null) return;
  import('./progressServer').then(
    ({ sync }) => void sync.run(),
    () => undefined,
  );
}

/** Synchronizes soon, because the progress has changed. */
export function syncSoon(): void {
  timer ??= setTimeout(startSync, SOON_MS);
}

/** Synchronizes now and whenever the page is hidden, shown or online again. */
export function keepSynchronized(): void {
  startSync();
  addEventListener('online', startSync);
  document.addEventListener('visibilitychange', startSync);
  addEventListener('pagehide', startSync);
}
