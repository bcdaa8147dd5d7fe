// Synchronization with the server that the page came from.

import { to } from '../app/router.svelte';
import { PREFIX, store } from '../storage/store';
import { Sync } from './sync';

/** Merged changes are announced to this page like changes of another tab. */
export const sync = new Sync(store, new URL('api/v1/progress', to('')).href, undefined, (key) => {
  const newValue = store.text(key);
  dispatchEvent(new StorageEvent('storage', { key: PREFIX + key, newValue }));
});
