// The methods, as the engine lists them, and whether one has a chance on a board.

import { t } from '../i18n/i18n.svelte';
import type { Entry } from '../model/schema';

/** A method as the engine lists it. `size` is the largest practical board, "15×15" or "any". */
export type Method = Entry;

/** What the name of a run is made of: "table_dfs:none" is a method with an option. */
export const baseName = (label: string): string => label.split(':')[0];

/** The side of the largest practical board. */
export function practicalSide(m: Method): number {
  const found = /^(\d+)/.exec(m.size);
  return found ? Number(found[1]) : Infinity;
}

/** Options change how far a method gets; these were found by trying. */
const SIDE_WITH_OPTION: Record<string, number> = {
  'table_dfs:none': 7,
  'table_bfs:none': 6,
  'shift_bfs:visited': 7,
};

/** Says so if a method will probably not end on a board of this size. */
export function warning(
  m: Method,
  label: string,
  width: number,
  height: number,
): string | undefined {
  const side = SIDE_WITH_OPTION[label] ?? practicalSide(m);
  // What counts is the number of cells; a long thin board is as easy as a small one.
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
