// The keys of a game that a player may change. Each is called by its usual key, as events name
// it; all other code knows only these. A key that was given away does nothing.

import { choose, settings } from './settings.svelte';
import { t } from '../i18n/i18n.svelte';

/** The keys that can be changed. */
export const CHANGEABLE: ReadonlySet<string> = new Set([
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', ' ', 'Backspace'],
  ...'xmtzwchrkngoel.+-0[]?',
]);

/** Keys with uses of their own, which cannot be chosen: of the browser, of the board, and in pairs. */
const RESERVED =
  /^([1-9=]|F\d+|Escape|Enter|Tab|Delete|Home|End|PageUp|PageDown|Unidentified|Dead|Process)$/;

const nameOf = (key: string) => (key.length === 1 ? key.toLowerCase() : key);

/** The key that a player has chosen in place of a usual one. */
export const chosenKey = (usual: string): string => settings.bound[usual] ?? usual;

/** The usual key of what a pressed key does; '' if it does nothing. */
export function usualKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (ctrlKey || metaKey || altKey) return key;
  const name = nameOf(key);
  const found = Object.keys(settings.bound).find((usual) => chosenKey(usual) === name);
  return found ?? (name in settings.bound ? '' : key);
}

/** A key as the list of keys shows it. */
export function keyName(key: string): string {
  const names: Record<string, string> = {
    ...{ ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', '-': '−' },
    ...{ ' ': t('Space'), Backspace: t('Backspace') },
  };
  return names[key] ?? key;
}

/** Gives an action another key. Returns the usual key of the action that has it already, or
 * 'reserved'; undefined if the key is changed. */
export function changeKey(usual: string, key: string): string | undefined {
  const name = nameOf(key);
  if (RESERVED.test(name)) return 'reserved';
  const taken = [...CHANGEABLE].find((other) => other !== usual && chosenKey(other) === name);
  if (taken !== undefined) return taken;
  const others = Object.entries(settings.bound).filter(([other]) => other !== usual);
  choose({ bound: Object.fromEntries(name === usual ? others : [...others, [usual, name]]) });
  return undefined;
}

/** Gives all actions their usual keys. */
export const resetKeys = (): void => choose({ bound: {} });
