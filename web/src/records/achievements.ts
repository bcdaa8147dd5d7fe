// What a player has reached, from the records alone: each achievement has steps, and the next
// step of each is shown. Nothing is stored and nothing is sent.

import { recipeOf } from '../model/recipe';
import { SIZES, sizeClass } from '../model/sizeClass';
import { msg } from '../i18n/languages';
import type { Solve } from '../games/records';

interface Kind {
  /** In English, for t. */
  readonly name: string;
  readonly steps: readonly number[];
  /** How much of it the solves and the longest streak are. */
  readonly count: (solves: readonly Solve[], streak: number) => number;
}

export interface Achievement {
  readonly name: string;
  readonly count: number;
  /** The steps that are reached, and all of them. */
  readonly reached: number;
  readonly steps: number;
  /** The count of the next step; undefined after the last one. */
  readonly next?: number;
}

const HARD = ['hard', 'very hard', 'expert'];

/** Different puzzles, of those that fit. */
const puzzles =
  (fits: (solve: Solve) => boolean = () => true) =>
  (solves: readonly Solve[]): number =>
    new Set(solves.filter(fits).map(({ name }) => name)).size;

const KINDS: readonly Kind[] = [
  { name: msg('Pictures'), steps: [1, 10, 50, 100, 250], count: puzzles() },
  {
    name: msg('Without a hint'),
    steps: [1, 10, 50, 100],
    count: puzzles(({ hints }) => hints === 0),
  },
  { name: msg('Days in a row'), steps: [2, 7, 30, 100], count: (_, streak) => streak },
  {
    name: msg('All sizes'),
    steps: [2, 3, SIZES.length],
    count: (solves) => new Set(solves.map(sizeClass)).size,
  },
  { name: msg('In color'), steps: [1, 5, 25], count: puzzles(({ inks }) => inks > 1) },
  {
    name: msg('Hard nuts'),
    steps: [1, 5, 25],
    count: puzzles(({ level }) => HARD.includes(level ?? '')),
  },
  {
    name: msg('Techniques practiced'),
    steps: [1, 5, 10],
    count: (solves) => new Set(solves.flatMap(({ name }) => recipeOf(name)?.technique ?? [])).size,
  },
];

/** All achievements; those whose next step is nearest come first, complete ones last. */
export function achievementsOf(solves: readonly Solve[], streak: number): Achievement[] {
  const part = ({ count, next }: Achievement) => (next === undefined ? -1 : count / next);
  return KINDS.map(({ name, steps, count: countOf }): Achievement => {
    const count = countOf(solves, streak);
    const reached = steps.filter((step) => step <= count).length;
    return { name, count, reached, steps: steps.length, next: steps[reached] };
  }).sort((a, b) => part(b) - part(a));
}
