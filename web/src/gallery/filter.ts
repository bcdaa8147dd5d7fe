// Selects and groups the puzzles of the gallery. Pure functions.

import { type Chapter, CHAPTERS, PACK } from '../pack/pack';
import { LEVEL_NAMES, LEVELS } from '../model/level';
import { SIZE_NAMES, SIZES, type SizeClass, sizeClass } from '../model/sizeClass';
import type { PackEntry } from '../pack/types';
import type { ProgressTable } from '../games/savedGames';

const CHAPTER_NAMES = Object.keys(CHAPTERS) as Chapter[];

export const SORTS = ['number', 'level', 'size', 'played'] as const;

export interface Filter {
  readonly group: 'chapter' | 'size' | 'level';
  /** The one collection that is shown. */
  readonly chapter: Chapter | 'any';
  readonly sort: (typeof SORTS)[number];
  /** Search words: numbers, sizes, titles of solved puzzles. */
  readonly find: string;
  readonly size: SizeClass | 'any';
  readonly level: PackEntry['level'] | 'any';
  readonly ink: 'any' | 'black' | 'color';
  readonly state: 'any' | 'open' | 'begun' | 'solved';
}

export const NO_FILTER: Filter = {
  group: 'chapter',
  chapter: 'any',
  sort: 'number',
  find: '',
  size: 'any',
  level: 'any',
  ink: 'any',
  state: 'any',
};

const CHOICES: { readonly [K in Exclude<keyof Filter, 'find'>]: readonly Filter[K][] } = {
  group: ['chapter', 'size', 'level'],
  chapter: ['any', ...CHAPTER_NAMES],
  sort: SORTS,
  size: ['any', ...SIZES],
  level: ['any', ...LEVELS],
  ink: ['any', 'black', 'color'],
  state: ['any', 'open', 'begun', 'solved'],
};

/** The filter is part of the address, so the back button restores it. */
export function readFilter(fragment: string): Filter {
  const fields = new URLSearchParams(fragment);
  const filter: Record<string, string> = { ...NO_FILTER };
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = fields.get(name);
    if (value !== null && (choices as readonly string[]).includes(value)) filter[name] = value;
  }
  return { ...filter, find: fields.get('find') ?? '' } as unknown as Filter;
}

export function writeFilter(filter: Filter): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value !== NO_FILTER[name as keyof Filter]) fields.set(name, value);
  }
  return fields.toString();
}

export const isFiltered = (f: Filter): boolean =>
  [f.chapter, f.size, f.level, f.ink, f.state].some((choice) => choice !== 'any') ||
  f.find.trim() !== '';

/** The filter that shows everything in the same groups. */
export const cleared = ({ group }: Filter): Filter => ({ ...NO_FILTER, group });

/** Lower case without accents. */
const plain = (text: string): string =>
  text.toLocaleLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Reports whether each word occurs in one of the texts. Numbers must be at the start of a text. */
export function finds(words: string, ...texts: readonly string[]): boolean {
  const known = texts.map(plain);
  return plain(words)
    .split(/\s+/)
    .every((word) =>
      known.some((text) => (/^\d/.test(word) ? text.startsWith(word) : text.includes(word))),
    );
}

/** The searchable texts of a puzzle. The title is given only if it is solved. */
const textsOf = ({ number, width, height }: PackEntry, title = ''): string[] => [
  String(number),
  `${width}x${height}`,
  `${width}×${height}`,
  title,
];

function passes(e: PackEntry, f: Filter, progress: ProgressTable, title?: string): boolean {
  const at = progress[e.key];
  const state = !at ? 'open' : at.solved ? 'solved' : 'begun';
  return (
    (f.chapter === 'any' || e.chapter === f.chapter) &&
    (f.find.trim() === '' || finds(f.find.trim(), ...textsOf(e, title))) &&
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

/** The groups of each grouping, with their names. */
const GROUPS: Record<Filter['group'], readonly (readonly [string, string])[]> = {
  chapter: Object.entries(CHAPTERS),
  size: SIZES.map((s) => [s, SIZE_NAMES[s]]),
  level: LEVELS.map((l) => [l, LEVEL_NAMES[l]]),
};

function groupOf(e: PackEntry, group: Filter['group']): string {
  return group === 'size' ? sizeClass(e) : e[group];
}

/** The puzzles that pass the filter, in groups. Empty groups are left out. */
export function groups(
  filter: Filter,
  progress: ProgressTable,
  pack = PACK,
  titleOf: (e: PackEntry) => string | undefined = () => undefined,
): Group[] {
  const { group } = filter;
  const sort = filter.sort === 'number' && group === 'level' ? 'level' : filter.sort;
  const rank = (e: PackEntry): number =>
    sort === 'level'
      ? e.score
      : sort === 'size'
        ? e.width * e.height
        : sort === 'played'
          ? -(progress[e.key]?.updated ?? 0)
          : 0;
  const shown = pack
    .filter((e) => passes(e, filter, progress, titleOf(e)))
    .sort((a, b) => rank(a) - rank(b) || a.number - b.number);
  return GROUPS[group]
    .map(([id, name]) => {
      const entries = shown.filter((e) => groupOf(e, group) === id);
      return { id, name, entries, solved: entries.filter((e) => progress[e.key]?.solved).length };
    })
    .filter((g) => g.entries.length > 0);
}

/** A picture of several boards: the number of boards per row, and the boards row by row. */
export interface Panorama {
  readonly id: number;
  readonly columns: number;
  readonly boards: readonly PackEntry[];
}

/** The panoramas that contain these boards. */
export function panoramas(entries: readonly PackEntry[]): Panorama[] {
  const found = new Map<number, Panorama & { boards: PackEntry[] }>();
  for (const e of [...entries].sort((a, b) => a.number - b.number)) {
    if (!e.panorama) continue;
    const [id, columns] = e.panorama;
    if (!found.has(id)) found.set(id, { id, columns, boards: [] });
    found.get(id)!.boards.push(e);
  }
  return [...found.values()];
}
