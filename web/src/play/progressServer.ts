// The server that the page came from, as the place where progress may be kept.

import { to } from '../app/router.svelte';
import { PREFIX, store } from '../storage/store';
import { Sync } from './sync';

/** What it brings is told to this page as the browser tells other tabs. */
export const sync = new Sync(store, new URL('api/v1/progress', to('')).href, undefined, (key) => {
  const newValue = store.text(key);
  dispatchEvent(new StorageEvent('storage', { key: PREFIX + key, newValue }));
});
