// What was read of a photograph, and the choices of a reader among what was in doubt.

import type { PuzzleFileJSON } from '../files/puzzleFile';

/** A point of the photograph, in its pixels. */
export type Point = readonly [number, number];

export interface PhotoChoice {
  /** 0 says that nothing is printed there. */
  readonly value: number;
  readonly color: number;
  readonly probability: number;
}

/** A number that may be another. */
export interface PhotoDoubt {
  readonly line: 'row' | 'column';
  readonly index: number;
  /** Which number of its clue; of nothing, the one behind it. */
  readonly number: number;
  readonly at: readonly Point[];
  readonly chosen: number;
  readonly choices: readonly PhotoChoice[];
}

export interface PhotoReading {
  readonly puzzle: PuzzleFileJSON;
  readonly status: string;
  readonly probability: number;
  readonly doubts: readonly PhotoDoubt[];
  readonly board: readonly Point[];
}

type JSONBlock = NonNullable<PuzzleFileJSON['rows']>[number][number];

/** The puzzle with another choice for some of the doubts, by their places in the list. */
export function withChoices(
  { puzzle, doubts }: Pick<PhotoReading, 'puzzle' | 'doubts'>,
  picks: readonly number[],
): PuzzleFileJSON {
  const rows = (puzzle.rows ?? []).map((clue) => [...clue]);
  const columns = (puzzle.columns ?? []).map((clue) => [...clue]);
  // From the last to the first, so that places before a change stay what they are.
  for (let i = doubts.length - 1; i >= 0; i--) {
    const { line, index, number, chosen, choices } = doubts[i];
    if (picks[i] === chosen) continue;
    const clue = (line === 'row' ? rows : columns)[index];
    const block = blockOf(puzzle, choices[picks[i]]);
    clue.splice(number, choices[chosen].value > 0 ? 1 : 0, ...(block === undefined ? [] : [block]));
  }
  return { ...puzzle, rows, columns };
}

function blockOf(puzzle: PuzzleFileJSON, { value, color }: PhotoChoice): JSONBlock | undefined {
  if (value === 0) return undefined;
  const symbol = puzzle.palette?.[color]?.symbol;
  return symbol !== undefined && puzzle.palette!.length > 2 ? { n: value, c: symbol } : value;
}
