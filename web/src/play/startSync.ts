// Whether progress is kept on a server too. What does it, sync.ts, is loaded only then.

import { LOCAL_KEY, store } from '../storage/store';

/** Brings the server and this browser together, quietly: what fails is done the next time. */
export function startSync(): void {
  if (store.text(LOCAL_KEY) === null) return;
  import('./progressServer').then(
    ({ sync }) => void sync.run(),
    () => undefined,
  );
}
