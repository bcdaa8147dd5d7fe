// The titles of the pack's pictures, one module per language.

import loaders from 'virtual:pack-titles';
import { locale } from '../i18n/i18n.svelte';

/**
 * The titles in the order of the pack, in the player's language, or in English if loading
 * fails. Only show the titles of solved puzzles.
 */
export const packTitles = async (): Promise<readonly string[]> =>
  (await loaders[locale.language]().catch(loaders.en)).default;
