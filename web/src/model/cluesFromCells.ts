// Drawings: the picture a puzzle is made of. The cells are those of a grid; what is
// not filled is paper, whether it is UNKNOWN or EMPTY. Here are the clues that follow
// from a drawing.

import { isFilled } from './grid';
import { type Block, type Clue, type Puzzle } from './puzzle';

/** The clue of one line. */
export function clueFrom(
  cells: Uint8Array,
  { start, step }: { start: number; step: number },
  length: number,
): Clue {
  const clue: Block[] = [];
  for (let i = 0; i < length;) {
    const color = cells[start + i * step];
    let end = i + 1;
    while (end < length && cells[start + end * step] === color) end++;
    if (isFilled(color)) clue.push({ length: end - i, color });
    i = end;
  }
  return clue;
}

/** The clues of all lines. Cost: each cell is looked at twice. */
export function cluesFrom(
  width: number,
  height: number,
  cells: Uint8Array,
): { rows: Clue[]; columns: Clue[] } {
  return {
    rows: Array.from({ length: height }, (_, y) =>
      clueFrom(cells, { start: y * width, step: 1 }, width),
    ),
    columns: Array.from({ length: width }, (_, x) =>
      clueFrom(cells, { start: x, step: width }, height),
    ),
  };
}

/** The puzzle with the clues of a drawing of the same size. */
export const redrawn = (p: Puzzle, cells: Uint8Array): Puzzle => ({
  ...p,
  ...cluesFrom(p.width, p.height, cells),
});
