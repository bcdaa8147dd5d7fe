// The pages about techniques in the language of the app. Importing this module loads the
// current language, so that headings are available at once.

import loaders from 'virtual:techniques';
import type { TechniquePage } from './types';
import { type Language, locale } from '../i18n/i18n.svelte';

let pages = $state.raw<readonly TechniquePage[]>([]);
let loaded: Language | undefined;

/** Loads the pages of a language; on failure the current pages stay. */
export async function loadTechniquePages(language: Language): Promise<void> {
  if (loaded === language) return;
  loaded = language;
  try {
    pages = (await loaders[language]()).default;
  } catch (e) {
    loaded = undefined;
    if (pages.length === 0) throw e;
  }
}

/** All techniques, the easiest first in each group. */
export const techniquePages = (): readonly TechniquePage[] => pages;

await loadTechniquePages(locale.language);
