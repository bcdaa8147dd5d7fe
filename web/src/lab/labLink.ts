// Links to a moment of the lab: the board, the methods, the step and what decides the runs. They
// are in the fragment of the address, after the code of the puzzle that all links have.

import type { Puzzle } from '../model/puzzle';
import { encodePuzzle } from '../model/share';
import { DEFAULT_SEED, MAX_LANES } from './methods';

export interface LabLink {
  /** The code of the board. */
  readonly code: string;
  /** The labels of the methods; empty if the link has only a board. */
  readonly methods: readonly string[];
  readonly goal: '1' | '2';
  readonly seed: number;
  readonly step: number;
}

/** The fragment of a link. */
export function writeLink(puzzle: Puzzle, link: Omit<LabLink, 'code'>): string {
  const parameters = new URLSearchParams({
    p: encodePuzzle(puzzle),
    m: link.methods.join(','),
    step: String(link.step),
  });
  if (link.goal === '2') parameters.set('goal', '2');
  if (link.seed !== DEFAULT_SEED) parameters.set('seed', String(link.seed));
  return parameters.toString();
}

/** Reads a fragment; undefined if it has no board. */
export function readLink(fragment: string): LabLink | undefined {
  const parameters = new URLSearchParams(fragment);
  const code = parameters.get('p');
  if (!code) return undefined;
  const whole = (name: string, otherwise: number) => {
    const text = parameters.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
  };
  const methods = (parameters.get('m') ?? '').split(',').filter((label) => label !== '');
  return {
    code,
    methods: [...new Set(methods)].slice(0, MAX_LANES),
    goal: parameters.get('goal') === '2' ? '2' : '1',
    seed: whole('seed', DEFAULT_SEED),
    step: whole('step', 0),
  };
}
