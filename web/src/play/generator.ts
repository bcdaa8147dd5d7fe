// Puzzles that are made when they are wanted (model/recipe.ts), by the engine's generator
// in a worker of its own: asking for the next one while this one is played costs the page
// nothing, and nobody who reads a photo waits for it. What has been made is kept until it
// is called for. One is made at a time: whoever wants another does not wait for what
// somebody has wanted before, which may take half a minute.

import { newEngine } from '../engine';
import { unwrap } from '../engine/operations';
import { fromJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import type { Recipe } from '../model/recipe';
import type { GenerateRequest, GenerateResponse } from '../model/schema';

/** More than the rarest practice board needs; work ends it, not time, so that a seed has one puzzle. */
const ATTEMPTS = 4000;

type Made = Promise<Puzzle | undefined>;

const maker = newEngine('make');
const made = new Map<string, Made>();
/** Ends what is being made. */
let current = new AbortController();

/**
 * Makes the puzzle of a recipe, or takes the one that is being made; undefined where none
 * is found. What is being made for another recipe is given up.
 */
export function make(recipe: Recipe): Made {
  const known = made.get(recipe.text);
  if (known) return known;
  stopMaking();
  const making = generate(recipe, current.signal);
  made.set(recipe.text, making);
  // What failed, by a network that was gone, is tried again.
  making.catch(() => made.delete(recipe.text));
  return making;
}

/** Gives up what is being made. */
export function stopMaking(): void {
  current.abort();
  current = new AbortController();
}

async function generate(recipe: Recipe, signal: AbortSignal): Made {
  const { width, height, inks, level, technique, symmetry, seed } = recipe;
  const request: GenerateRequest = {
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
  const answer = unwrap<GenerateResponse>(await maker.call('generate', request, { signal }));
  // For those who measure: what was made, and how long it took.
  performance.measure('made', { start, detail: recipe.text });
  return answer.puzzles.length > 0 ? fromJSON(answer.puzzles[0]) : undefined;
}
