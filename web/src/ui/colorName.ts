import { COLOR_NAMES } from '../model/colors';
import { t } from '../i18n/i18n.svelte';

const known = (name: string): string => (COLOR_NAMES.includes(name) ? t(name) : name);

/** The name of a color: translated if it is well known, or if those of its triangles are. */
export const colorName = (name: string): string =>
  name
    .split(/([/\\])/)
    .map(known)
    .join('');
