// Synchronization with the server that the page came from.

import { notify } from '../app/notices.svelte';
import { to } from '../app/router.svelte';
import { store } from '../storage/store';
import { conflictText } from './newsText';
import { Sync } from './sync';

export const sync = new Sync(store, new URL('api/v1/progress', to('')).href, undefined, (news) => {
  const text = conflictText(news);
  if (text) notify(text, { sticky: true });
});
