// Says once that something cannot be saved, and when everything is saved after all. Until
// then the store keeps it in memory.

import { dismiss, notify } from '../app/notices.svelte';
import { t } from '../i18n/i18n.svelte';
import { store, type WriteResult } from '../storage/store';
import { games } from './puzzleSource';

const TEXTS: Record<Exclude<WriteResult, 'ok'>, () => string> = {
  full: () =>
    t(
      'The storage of this browser is full. What you do now is kept only until this page is closed.',
    ),
  forbidden: () =>
    t(
      'This browser does not let the page store anything. What you do lasts until the page is closed.',
    ),
  newer: () => t('A newer version of this page is in use. Reload the page to go on.'),
};

const ACTIONS = {
  full: () => ({ label: t('Make room'), run: makeRoom }),
  newer: () => ({ label: t('Reload'), run: () => location.reload() }),
};

/** The troubles that were told since everything was saved, with their notices. */
const told = new Map<WriteResult, number>();

export function tellStorage(): void {
  store.onWrite((result) => {
    if (result === 'ok') {
      if (store.unsaved) return;
      for (const notice of told.values()) dismiss(notice);
      told.clear();
    } else if (!told.has(result)) {
      const action = result === 'forbidden' ? undefined : ACTIONS[result]();
      told.set(
        result,
        notify(TEXTS[result](), { tone: 'warn', sticky: true, ...(action ? { action } : {}) }),
      );
    }
  });
}

/** Deletes the undo histories of games that are not open. */
function makeRoom(): void {
  games.trim();
  store.retry();
  if (!store.unsaved)
    notify(t('Done. Other games can no longer be undone; nothing drawn is lost.'));
  else told.delete('full');
}
