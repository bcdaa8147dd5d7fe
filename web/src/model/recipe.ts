// Recipes of generated puzzles: the parameters of the generator, and the same as a short
// text for addresses and game names. A recipe gives the same puzzle in every browser.
//
//   endless    15x15.1.medium.SEED        size, inks, level
//   practice   glue.SEED                  a technique, and nothing harder

import { LEVELS, type Level } from './level';

export interface Recipe {
  readonly kind: 'endless' | 'practice';
  /** The value of `#make=` or `#practice=` in the address. */
  readonly text: string;
  readonly width: number;
  readonly height: number;
  readonly inks: number;
  readonly level?: Level;
  /** The hardest technique of the puzzle. */
  readonly technique?: string;
  /** An integer below 2⁵³. */
  readonly seed: number;
}

/** The options of endless puzzles. */
export interface Wish {
  readonly side: number;
  readonly inks: number;
  readonly level: Level;
}

export const SIDES = [5, 10, 15, 20, 25] as const;
export const INKS = [1, 2, 3, 4] as const;

/** The largest side that is generated in reasonable time, for black and for color. */
const LARGEST: Partial<Record<Level, readonly [black: number, color: number]>> = {
  trivial: [15, 15],
  easy: [25, 20],
  medium: [25, 20],
  hard: [20, 15],
  'very hard': [10, 10],
  expert: [20, 0],
};
/** The smallest side that can be this difficult. */
const SMALLEST: Partial<Record<Level, number>> = {
  medium: 10,
  hard: 10,
  'very hard': 10,
  expert: 10,
};

export const MADE_LEVELS = LEVELS.filter((level) => LARGEST[level]);

/** Reports whether such puzzles can be generated in reasonable time. */
export function isMade({ side, inks, level }: Wish): boolean {
  const most = LARGEST[level]?.[inks > 1 ? 1 : 0] ?? 0;
  return side <= most && side >= (SMALLEST[level] ?? 0);
}

/** The boards for practicing a technique, in sizes for which they are found quickly. */
const PRACTICE: Readonly<Record<string, readonly [side: number, inks: number]>> = {
  'completed-line': [6, 1],
  punctuating: [6, 1],
  'completed-blocks': [6, 1],
  'edge-logic': [6, 1],
  'simple-boxes': [8, 1],
  'color-adjacency': [8, 3],
  glue: [8, 1],
  mercury: [8, 1],
  'joining-and-splitting': [10, 1],
  'simple-spaces': [8, 1],
  forcing: [8, 1],
  'bounded-runs': [10, 1],
  squeezing: [10, 1],
  'line-logic': [10, 1],
  'edge-contradiction': [8, 1],
  contradiction: [10, 1],
};

export const isPractised = (technique: string): boolean => Object.hasOwn(PRACTICE, technique);

export function endlessRecipe({ side, inks, level }: Wish, seed: number): Recipe {
  const text = `${side}x${side}.${inks}.${level.replace(' ', '-')}.${seed.toString(36)}`;
  return { kind: 'endless', text, width: side, height: side, inks, level, seed };
}

export function practiceRecipe(technique: string, seed: number): Recipe {
  const [side, inks] = PRACTICE[technique];
  const text = `${technique}.${seed.toString(36)}`;
  return { kind: 'practice', text, width: side, height: side, inks, technique, seed };
}

/** A similar recipe with another seed. */
export function another(recipe: Recipe, seed: number): Recipe {
  if (recipe.technique) return practiceRecipe(recipe.technique, seed);
  const { width: side, inks, level = 'easy' } = recipe;
  return endlessRecipe({ side, inks, level }, seed);
}

/** The recipe in an address; undefined if it is invalid. */
export function readRecipe(fields: URLSearchParams): Recipe | undefined {
  const made = /^(\d+)x\1\.(\d)\.([a-z-]+)\.([0-9a-z]{1,11})$/.exec(fields.get('make') ?? '');
  if (made) {
    const [, side, inks, name, seed] = made;
    const level = name.replace('-', ' ') as Level;
    const wish = { side: Number(side), inks: Number(inks), level };
    const known = (SIDES as readonly number[]).includes(wish.side) && wish.inks >= 1;
    return known && wish.inks <= 4 && isMade(wish)
      ? endlessRecipe(wish, readSeed(seed))
      : undefined;
  }
  const practice = /^([a-z-]+)\.([0-9a-z]{1,11})$/.exec(fields.get('practice') ?? '');
  return practice && isPractised(practice[1])
    ? practiceRecipe(practice[1], readSeed(practice[2]))
    : undefined;
}

const readSeed = (text: string): number => Math.min(parseInt(text, 36), Number.MAX_SAFE_INTEGER);

const FIELDS = { endless: 'make', practice: 'practice' } as const;

/** The address of the puzzle, relative to the site's folder. */
export const recipePath = (recipe: Recipe): string => `play/#${FIELDS[recipe.kind]}=${recipe.text}`;

/** The name of its game, see play/savedGames.ts. */
export const recipeGame = (recipe: Recipe): string => `made/${recipe.text}`;

/** The recipe of a game, by the game's name. */
export function recipeOf(game: string): Recipe | undefined {
  const text = /^made\/(.+)$/.exec(game)?.[1];
  return text ? readRecipe(new URLSearchParams({ make: text, practice: text })) : undefined;
}

/** A random seed. */
export function freshSeed(): number {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 0x20_0000) * 0x1_0000_0000 + low;
}
