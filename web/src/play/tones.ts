// Tones that say where the cursor is and what its cell holds: the pitch is the row, two octaves
// from the last to the first; the side is the column; the timbre is the state. Off by default.

import { isFilled } from '../model/grid';
import { type Color, EMPTY, type Position, type Puzzle } from '../model/puzzle';
import { tone } from './feedback';

const LOWEST_HZ = 220;
const OCTAVES = 2;

/** The part of the way from the first line to the last. */
const part = (line: number, lines: number) => (lines > 1 ? line / (lines - 1) : 0.5);

/** Sounds the tone of a cell. */
export function cellTone({ width, height }: Puzzle, at: Position, state: Color): void {
  const type = isFilled(state) ? 'square' : state === EMPTY ? 'sawtooth' : 'sine';
  tone(LOWEST_HZ * 2 ** (OCTAVES * (1 - part(at.row, height))), {
    type,
    pan: 2 * part(at.column, width) - 1,
  });
}
