// The names of the techniques in the language of the app. They are loaded from the engine
// before they are first needed, and again when the language changes.

import { locale } from '../i18n/i18n.svelte';
import { call } from './index';

let names = $state.raw<ReadonlyMap<string, string>>(new Map());
let asked = '';

/** Loads the names, unless they are loaded. */
export async function loadTechniqueNames(): Promise<void> {
  const { language } = locale;
  if (asked === language) return;
  asked = language;
  try {
    const { techniques } = await call('techniques', { language });
    names = new Map(techniques.map(({ id, name }) => [id, name]));
  } catch (e) {
    asked = '';
    throw e;
  }
}

/** The name of a technique, or its id if the names are not loaded. */
export function techniqueName(id: string): string {
  if (asked && asked !== locale.language) loadTechniqueNames().catch(() => undefined);
  return names.get(id) ?? id;
}
