// Generates puzzles from recipes (model/recipe.ts) in a worker of its own, so that other
// calls of the engine do not wait. Results are kept until they are used. One puzzle is
// generated at a time; a new request cancels the previous one.

import { newEngine } from '../engine';
import { unwrap } from '../engine/operations';
import { fromJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import type { Recipe } from '../model/recipe';
import type { GenerateRequest, GenerateAnswer } from '../model/schema';

/**
 * More attempts than the rarest board needs. Attempts and not time end the search, so that
 * a seed always gives the same puzzle.
 */
const ATTEMPTS = 4000;

type Made = Promise<Puzzle | undefined>;

const maker = newEngine('make');
const made = new Map<string, Made>();
/** Cancels the current generation. */
let current = new AbortController();

/**
 * Generates the puzzle of a recipe, or returns the one in progress; undefined if none is
 * found. Cancels the generation for any other recipe.
 */
export function make(recipe: Recipe): Made {
  const known = made.get(recipe.text);
  if (known) return known;
  stopMaking();
  const making = generate(recipe, current.signal);
  made.set(recipe.text, making);
  // A failure, such as a missing network, is tried again.
  making.catch(() => made.delete(recipe.text));
  return making;
}

/** Cancels the current generation. */
export function stopMaking(): void {
  current.abort();
  current = new AbortController();
}

async function generate(recipe: Recipe, signal: AbortSignal): Made {
  const { width, height, inks, level, technique, seed } = recipe;
  const request: GenerateRequest = {
    kind: 'puzzle',
    width,
    height,
    colors: inks,
    seed: String(seed),
    attempts: ATTEMPTS,
    ...(level ? { levels: [level] } : {}),
    ...(technique ? { hardest: technique } : {}),
  };
  const start = performance.now();
  const answer = unwrap<GenerateAnswer>(await maker.call('generate', request, { signal }));
  // For measurements.
  performance.measure('made', { start, detail: recipe.text });
  return answer.puzzles.length > 0 ? fromJSON(answer.puzzles[0]) : undefined;
}
