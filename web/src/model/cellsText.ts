// Cells as a short text: runs of equal cells, each with its length (if more than 1) and a
// character. "12?3A" is twelve unknown cells and three filled ones, "!" a cell that may be filled.

import { EMPTY, isOpen, MAX_COLORS, MAYBE, UNKNOWN } from './puzzle';

/** The character before that of the first ink. Digits are used for lengths. */
const FIRST_INK = 'A'.charCodeAt(0) - 1;

/** The characters of cells without an ink. */
const SIGNS: Readonly<Record<string, number>> = { '?': UNKNOWN, '!': MAYBE, '.': EMPTY };

function character(cell: number): string {
  if (cell === UNKNOWN) return '?';
  if (cell === MAYBE) return '!';
  return cell === EMPTY ? '.' : String.fromCharCode(FIRST_INK + cell);
}

export function writeCells(cells: Uint8Array): string {
  let text = '';
  for (let i = 0; i < cells.length;) {
    let j = i + 1;
    while (j < cells.length && cells[j] === cells[i]) j++;
    text += (j - i > 1 ? j - i : '') + character(cells[i]);
    i = j;
  }
  return text;
}

/** Reads cells; undefined if their number or colors do not match. */
export function readCells(
  text: string,
  count: number,
  colors = MAX_COLORS,
): Uint8Array | undefined {
  const cells = new Uint8Array(count);
  let at = 0;
  for (const [, length, c] of text.matchAll(/(\d*)(\D)/gs)) {
    const cell = SIGNS[c] ?? c.charCodeAt(0) - FIRST_INK;
    const end = at + (length ? Number(length) : 1);
    if (end > count || (!isOpen(cell) && (cell < 0 || cell >= colors))) return undefined;
    cells.fill(cell, at, end);
    at = end;
  }
  return at === count ? cells : undefined;
}
