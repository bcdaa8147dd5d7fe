// Puzzles that are made when they are wanted (model/recipe.ts), by the engine's generator
// in its own worker: asking for the next one while this one is played costs the page
// nothing. What has been made is kept until it is called for.

import { ask } from '../engine/operations';
import { fromJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import type { Recipe } from '../model/recipe';

/** More than the rarest practice board needs; work ends it, not time, so that a seed has one puzzle. */
const ATTEMPTS = 4000;

const made = new Map<string, Promise<Puzzle>>();

/** Makes the puzzle of a recipe, or takes the one that is being made. */
export function make(recipe: Recipe): Promise<Puzzle> {
  const known = made.get(recipe.text);
  if (known) return known;
  const making = generate(recipe);
  made.set(recipe.text, making);
  // What failed, by a network that was gone, is tried again.
  making.catch(() => made.delete(recipe.text));
  return making;
}

async function generate(recipe: Recipe): Promise<Puzzle> {
  const { width, height, inks, level, technique, symmetry, seed } = recipe;
  const request = {
    kind: 'puzzle',
    width,
    height,
    colors: inks,
    seed: String(seed),
    attempts: ATTEMPTS,
    ...(level ? { levels: [level] } : {}),
    ...(technique ? { hardest: technique } : {}),
    ...(symmetry ? { symmetry } : {}),
  };
  const start = performance.now();
  const answer = await ask<{ puzzles: unknown[]; reason?: string }>('generate', request);
  // For those who measure: what was made, and how long it took.
  performance.measure('made', { start, detail: recipe.text });
  if (answer.puzzles.length === 0) throw new Error(answer.reason);
  return fromJSON(answer.puzzles[0]);
}
