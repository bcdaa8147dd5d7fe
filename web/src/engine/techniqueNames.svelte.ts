// What the techniques are called: as the engine names them, in the language of the page. The
// names are asked for before the first answer that needs one, and again in another language.

import { locale } from '../i18n/i18n.svelte';
import { call } from './index';

let names = $state.raw<ReadonlyMap<string, string>>(new Map());
let asked = '';

/** Learns the names in the language of the page, if they are not known already. */
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

/** The name of a technique, by its id; the id itself while there is none. */
export function techniqueName(id: string): string {
  if (asked && asked !== locale.language) loadTechniqueNames().catch(() => undefined);
  return names.get(id) ?? id;
}
