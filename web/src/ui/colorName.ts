import { COLOR_NAMES } from '../model/colors';
import { t } from '../i18n/i18n.svelte';

/** A color's name: a common one in the player's language, its own as it is. */
export const colorName = (name: string): string => (COLOR_NAMES.includes(name) ? t(name) : name);
