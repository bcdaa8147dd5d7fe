import { COLOR_NAMES } from '../model/colors';
import { msg } from '../i18n/languages';
import { t } from '../i18n/i18n.svelte';

/** Further names, of colors in the pack. */
const MORE: readonly string[] = [
  ...[msg('gray'), msg('sky'), msg('crust'), msg('earth'), msg('peach'), msg('moss')],
  ...[msg('wine'), msg('umber'), msg('sand'), msg('slate'), msg('straw')],
];

const known = (name: string): string =>
  COLOR_NAMES.includes(name) || MORE.includes(name) ? t(name) : name;

/** The name of a color: translated if it is well known, or if those of its triangles are. */
export const colorName = (name: string): string =>
  name
    .split(/([/\\])/)
    .map(known)
    .join('');
