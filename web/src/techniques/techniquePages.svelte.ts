// The pages on techniques in the language of the page: one is loaded with the first look at
// them, so that headings are there at once, and another when the language changes.

import type { TechniquePage } from './types';
import type { Language } from '../i18n/languages';
import { locale } from '../i18n/i18n.svelte';

const PAGES: Record<Language, () => Promise<{ default: TechniquePage[] }>> = {
  en: () => import('virtual:techniques/en'),
  de: () => import('virtual:techniques/de'),
  es: () => import('virtual:techniques/es'),
  fr: () => import('virtual:techniques/fr'),
  ja: () => import('virtual:techniques/ja'),
  zh: () => import('virtual:techniques/zh'),
};

let pages = $state.raw<readonly TechniquePage[]>([]);
let told: Language | undefined;

/** Loads the pages of a language; where that fails, those that are here stay. */
export async function loadTechniquePages(language: Language): Promise<void> {
  if (told === language) return;
  told = language;
  try {
    pages = (await PAGES[language]()).default;
  } catch (e) {
    told = undefined;
    if (pages.length === 0) throw e;
  }
}

/** All techniques, the easiest first in each group. */
export const techniquePages = (): readonly TechniquePage[] => pages;

await loadTechniquePages(locale.language);
