// Which puzzles the gallery shows, and in which groups. Pure, and tested as such.

import { word } from '../words/word';
import { PACK } from '../pack/pack';
import { LEVEL_NAMES, LEVELS } from '../model/level';
import type { PackEntry } from '../pack/types';
import type { ProgressTable } from '../play/save';

export const SIZES = ['small', 'medium', 'large', 'huge'] as const;
export type SizeClass = (typeof SIZES)[number];

/** By the longer side: up to 10, up to 15, up to 20, beyond. */
export function sizeClass({ width, height }: { width: number; height: number }): SizeClass {
  const side = Math.max(width, height);
  if (side <= 10) return 'small';
  if (side <= 15) return 'medium';
  return side <= 20 ? 'large' : 'huge';
}

export const SIZE_NAMES: Record<SizeClass, string> = {
  small: word('Up to 10 × 10'),
  medium: word('Up to 15 × 15'),
  large: word('Up to 20 × 20'),
  huge: word('Larger'),
};

export interface Filter {
  readonly group: 'size' | 'level';
  readonly size: SizeClass | 'any';
  readonly level: PackEntry['level'] | 'any';
  readonly ink: 'any' | 'black' | 'color';
  readonly state: 'any' | 'open' | 'begun' | 'solved';
}

export const NO_FILTER: Filter = {
  group: 'size',
  size: 'any',
  level: 'any',
  ink: 'any',
  state: 'any',
};

const CHOICES: { readonly [K in keyof Filter]: readonly Filter[K][] } = {
  group: ['size', 'level'],
  size: ['any', ...SIZES],
  level: ['any', ...LEVELS],
  ink: ['any', 'black', 'color'],
  state: ['any', 'open', 'begun', 'solved'],
};

/** A filter lives in the address, so that going back brings it back. */
export function readFilter(fragment: string): Filter {
  const fields = new URLSearchParams(fragment);
  const filter: Record<string, string> = { ...NO_FILTER };
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = fields.get(name);
    if (value !== null && (choices as readonly string[]).includes(value)) filter[name] = value;
  }
  return filter as unknown as Filter;
}

export function writeFilter(filter: Filter): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== NO_FILTER[name as keyof Filter]) fields.set(name, value);
  }
  return fields.toString();
}

export const isFiltered = (f: Filter): boolean =>
  f.size !== 'any' || f.level !== 'any' || f.ink !== 'any' || f.state !== 'any';

function passes(e: PackEntry, f: Filter, progress: ProgressTable): boolean {
  const at = progress[e.key];
  const state = !at ? 'open' : at.solved ? 'solved' : 'begun';
  return (
    (f.size === 'any' || sizeClass(e) === f.size) &&
    (f.level === 'any' || e.level === f.level) &&
    (f.ink === 'any' || e.inks > 1 === (f.ink === 'color')) &&
    (f.state === 'any' || f.state === state)
  );
}

export interface Group {
  readonly id: string;
  /** In English, for t. */
  readonly name: string;
  readonly entries: readonly PackEntry[];
  readonly solved: number;
}

/** The puzzles that pass, in groups; groups without any are left out. */
export function groups(filter: Filter, progress: ProgressTable, pack = PACK): Group[] {
  const names: readonly (readonly [string, string])[] =
    filter.group === 'size'
      ? SIZES.map((s) => [s, SIZE_NAMES[s]])
      : LEVELS.map((l) => [l, LEVEL_NAMES[l]]);
  const shown = pack.filter((e) => passes(e, filter, progress));
  return names
    .map(([id, name]) => {
      const entries = shown
        .filter((e) => (filter.group === 'size' ? sizeClass(e) : e.level) === id)
        .sort((a, b) => (filter.group === 'level' ? a.score - b.score : 0) || a.number - b.number);
      return { id, name, entries, solved: entries.filter((e) => progress[e.key]?.solved).length };
    })
    .filter((g) => g.entries.length > 0);
}
