// What one clue says about one line, given the player's marks: whether the line can
// still be completed, and which blocks are certain. A block is certain when it has
// the same place in every arrangement that agrees with the marks, and is drawn
// there; only then may it be crossed off without giving away what nobody knows.
//
// How: two tables over blocks and cells, one from each end. reach[j][i] tells that
// the first j blocks can be laid into the first i cells so that these are all
// explained. A block may lie at [s,e) if the table from the left reaches s before
// it and the one from the right reaches e after it. Cost: blocks × cells, which is
// microseconds for any line that fits a screen.

import { isFilled } from './grid';
import { type Clue, EMPTY, UNKNOWN } from './puzzle';

export interface LineFacts {
  /** Some arrangement agrees with the marks. */
  possible: boolean;
  /** For each block, whether it is certain. */
  certain: boolean[];
}

export function lineFacts(clue: Clue, cells: Uint8Array): LineFacts {
  const n = cells.length;
  const k = clue.length;
  const left = new Reach(clue, cells);
  if (!left.at(k, n)) return { possible: false, certain: clue.map(() => false) };
  const right = new Reach([...clue].reverse(), cells.slice().reverse());
  const certain = clue.map((_, j) => onlyPlaceIsDrawn(clue, cells, left, right, j));
  return { possible: true, certain };
}

/** Reports whether block j has one place left and every cell of it is drawn. */
function onlyPlaceIsDrawn(clue: Clue, cells: Uint8Array, left: Reach, right: Reach, j: number) {
  const n = cells.length;
  const { length, color } = clue[j];
  let places = 0;
  let drawn = false;
  for (let s = 0; s < n && places < 2; s++) {
    if (!left.before(j, s)) continue;
    const shortest = length || 1;
    const longest = length || n - s;
    for (let e = s + 1; e <= Math.min(n, s + longest); e++) {
      const cell = cells[e - 1];
      if (cell !== UNKNOWN && cell !== color) break;
      if (e - s < shortest || !right.before(clue.length - 1 - j, n - e)) continue;
      places++;
      drawn = allHave(cells, s, e, color);
    }
  }
  return places === 1 && drawn;
}

function allHave(cells: Uint8Array, from: number, to: number, color: number): boolean {
  for (let i = from; i < to; i++) if (cells[i] !== color) return false;
  return true;
}

class Reach {
  private readonly rows: Uint8Array[] = [];

  constructor(
    private readonly clue: Clue,
    private readonly cells: Uint8Array,
  ) {
    const n = cells.length;
    for (let j = 0; j <= clue.length; j++) {
      const row = new Uint8Array(n + 1);
      this.rows.push(row);
      if (j === 0) row[0] = 1;
      const ends = j === 0 ? null : this.ends(j - 1);
      for (let i = j === 0 ? 1 : 0; i <= n; i++) {
        if (ends?.[i] || (i > 0 && row[i - 1] && this.blank(i - 1))) row[i] = 1;
      }
    }
  }

  /** The first `blocks` blocks explain the first `cells` cells. */
  at(blocks: number, cells: number): boolean {
    return this.rows[blocks][cells] === 1;
  }

  /** Block j can begin at cell s, as far as what lies before it is concerned. */
  before(j: number, s: number): boolean {
    if (j > 0 && this.clue[j - 1].color === this.clue[j].color) {
      return s > 0 && this.blank(s - 1) && this.at(j, s - 1);
    }
    return this.at(j, s);
  }

  /** Where block j can end. A run of possible cells is counted along the way. */
  private ends(j: number): Uint8Array {
    const { length, color } = this.clue[j];
    const n = this.cells.length;
    const ends = new Uint8Array(n + 1);
    let run = 0;
    for (let i = 1; i <= n; i++) {
      const cell = this.cells[i - 1];
      run = cell === UNKNOWN || cell === color ? run + 1 : 0;
      if (length > 0) ends[i] = run >= length && this.before(j, i - length) ? 1 : 0;
      else ends[i] = run > 0 && (this.before(j, i - 1) || ends[i - 1] === 1) ? 1 : 0;
    }
    return ends;
  }

  private blank(i: number): boolean {
    return this.cells[i] === UNKNOWN || this.cells[i] === EMPTY;
  }
}

/** Reports whether nothing has been filled in the line. */
export const isUntouched = (cells: Uint8Array): boolean => !cells.some(isFilled);
