// The clues of a drawing. Cells that are not filled are paper, whether UNKNOWN or EMPTY.

import { isFilled } from './grid';
import type { Block, Clue, Puzzle, Shape } from './puzzle';

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

/** The clues of all lines. */
export function cluesFrom(
  width: number,
  height: number,
  cells: Uint8Array,
  shape?: Shape,
): { rows: Clue[]; columns: Clue[] } {
  if (shape) {
    const clues = shape.lines.map((line) => {
      const along = Uint8Array.from(line, (cell) => cells[cell]);
      return clueFrom(along, { start: 0, step: 1 }, line.length);
    });
    return { rows: clues.slice(0, height), columns: clues.slice(height) };
  }
  return {
    rows: Array.from({ length: height }, (_, y) =>
      clueFrom(cells, { start: y * width, step: 1 }, width),
    ),
    columns: Array.from({ length: width }, (_, x) =>
      clueFrom(cells, { start: x, step: width }, height),
    ),
  };
}

/** The puzzle with the clues of a drawing. */
export const redrawn = (p: Puzzle, cells: Uint8Array): Puzzle => ({
  ...p,
  ...cluesFrom(p.width, p.height, cells, p.shape),
});
