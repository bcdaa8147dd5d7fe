// Crosses that are drawn automatically. This does not solve anything: a cell is crossed
// only beside a block that is drawn in its only possible place, or in a line whose filled
// cells match its clue.

import { fits } from './grid';
import { lineFacts } from './lineFacts';
import { type Clue, isMissing, isOpen } from './puzzle';

/** When cells are crossed automatically. */
export type CrossRule = 'off' | 'certain' | 'finished';

/** The open cells of a line that a rule crosses. */
export function crossedBy(rule: CrossRule, clue: Clue, cells: Uint8Array): number[] {
  if (rule === 'off' || isMissing(clue)) return [];
  const open = [...cells.keys()].filter((i) => isOpen(cells[i]));
  if (open.length === 0 || fits(clue, cells)) return open;
  if (rule === 'finished') return [];
  const { places } = lineFacts(clue, cells);
  const empty = (i: number) =>
    places.some((place, j) => {
      if (!place) return false;
      const [from, to] = place;
      if (i < from) return j === 0 || (i === from - 1 && clue[j - 1].color === clue[j].color);
      const last = j === clue.length - 1;
      return last || (i === to && clue[j + 1].color === clue[j].color);
    });
  return open.filter(empty);
}
