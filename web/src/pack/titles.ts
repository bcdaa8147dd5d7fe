// What the pictures of the pack show, a file for each language.

import type { Language } from '../i18n/languages';
import { locale } from '../i18n/i18n.svelte';

const TITLES: Record<Language, () => Promise<{ default: readonly string[] }>> = {
  en: () => import('virtual:pack-titles/en'),
  de: () => import('virtual:pack-titles/de'),
  es: () => import('virtual:pack-titles/es'),
  fr: () => import('virtual:pack-titles/fr'),
  ja: () => import('virtual:pack-titles/ja'),
  zh: () => import('virtual:pack-titles/zh'),
};

/**
 * What the pictures show, in the order of the pack and in the player's language, or in
 * English where that cannot be had; to be shown only of what is solved.
 */
export const packTitles = async (): Promise<readonly string[]> =>
  (await TITLES[locale.language]().catch(TITLES.en)).default;
