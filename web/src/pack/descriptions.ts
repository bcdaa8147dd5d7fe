// What each picture shows, in a sentence for those who do not see it. One module per list and
// language, loaded when a puzzle is solved.

import lists from 'virtual:descriptions';
import { locale } from '../i18n/i18n.svelte';

/** The description of a picture of a list, in the player's language. */
export const description = async (list: keyof typeof lists, at: number): Promise<string> =>
  (await lists[list][locale.language]()).default[at];
