// The puzzle of a photo after the player has confirmed the doubtful numbers.

import type { BlockJSON, PuzzleJSON } from '../model/json';
import type { ScanChoice, ScanResponse } from '../model/schema';

/** A point of the photograph, in pixels. */
export type Point = readonly [number, number];

/** The puzzle with other choices for some doubts, by index. */
export function withChoices(
  { puzzle, doubts }: Pick<ScanResponse, 'puzzle' | 'doubts'>,
  picks: readonly number[],
): PuzzleJSON {
  const rows = (puzzle.rows ?? []).map((clue) => [...clue]);
  const columns = (puzzle.columns ?? []).map((clue) => [...clue]);
  // From the last to the first, so that earlier positions stay valid.
  for (let i = doubts.length - 1; i >= 0; i--) {
    const { line, index, number, chosen, choices } = doubts[i];
    if (picks[i] === chosen) continue;
    const clue = (line === 'row' ? rows : columns)[index];
    const block = blockOf(puzzle, choices[picks[i]]);
    clue.splice(number, choices[chosen].value > 0 ? 1 : 0, ...(block === undefined ? [] : [block]));
  }
  return { ...puzzle, rows, columns };
}

function blockOf(puzzle: PuzzleJSON, { value, color }: ScanChoice): BlockJSON | undefined {
  if (value === 0) return undefined;
  const symbol = puzzle.palette?.[color]?.symbol;
  return symbol !== undefined && puzzle.palette!.length > 2 ? { n: value, c: symbol } : value;
}
