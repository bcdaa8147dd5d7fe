// The methods of the engine, and for which boards they are practical.

import { t } from '../i18n/i18n.svelte';
import type { Entry } from '../model/schema';

/** A method as the engine lists it. `size` is the largest practical board, "15×15" or "any". */
export type Method = Entry;

/** The most methods to watch: more would not fit on a screen or run in parallel on a phone. */
export const MAX_LANES = 6;

/** The seed of chance of the command line, where none is given. */
export const DEFAULT_SEED = 12345;

/** The method of a label: "table_dfs:none" and "liao:dfs:liao" are methods with an option. */
export const baseName = (label: string): string => /^(liao:dfs|[^:]*)/.exec(label)![0];

/** The side of the largest practical board. */
export function practicalSide(m: Method): number {
  const found = /^(\d+)/.exec(m.size);
  return found ? Number(found[1]) : Infinity;
}

/** Practical sizes with an option, found by experiments. */
const SIDE_WITH_OPTION: Record<string, number> = {
  'table_dfs:none': 7,
  'table_bfs:none': 6,
  'shift_bfs:visited': 7,
};

/** A warning if a method will probably not finish on a board of this size. */
export function warning(
  m: Method,
  label: string,
  width: number,
  height: number,
): string | undefined {
  const side = SIDE_WITH_OPTION[label] ?? practicalSide(m);
  // The number of cells counts, so a long thin board is as easy as a small one.
  if (width * height <= side * side) return undefined;
  const sizes = { side: `${side}×${side}`, size: `${width}×${height}` };
  return t('Practical up to {side}. On {size} it will probably not end.', sizes);
}

/** Methods by family, in the order of the table. */
export function byFamily(methods: readonly Method[]): { family: string; methods: Method[] }[] {
  const groups: { family: string; methods: Method[] }[] = [];
  for (const m of methods) {
    const group = groups.find((g) => g.family === m.family);
    if (group) group.methods.push(m);
    else groups.push({ family: m.family, methods: [m] });
  }
  return groups;
}
