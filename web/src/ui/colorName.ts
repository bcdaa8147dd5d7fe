import { COLOR_NAMES } from '../model/colors';
import { t } from '../i18n/i18n.svelte';

/** The name of a color: translated if it is well known. */
export const colorName = (name: string): string => (COLOR_NAMES.includes(name) ? t(name) : name);
