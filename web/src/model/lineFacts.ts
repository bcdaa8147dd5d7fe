// The consequences of a clue for a line with the player's marks: whether the line can be
// completed, and which blocks are certain. A block is certain if it has the same place in
// every arrangement that agrees with the marks, and is drawn there. Only then can it be
// crossed off without giving anything away.
//
// Two tables over blocks and cells: left[j][i] is set if the first j blocks fit into the
// first i cells, right[j][i] if the blocks from j on fit into the cells from i on. A block
// can be at [s,e) if both tables allow the rest.
//
// Cost: blocks × cells. A stroke needs this for every line it crosses within a frame, so
// the tables are flat and nothing is allocated per cell.

import { type Clue, EMPTY, isMissing, isOpen } from './puzzle';

export interface LineFacts {
  /** Some arrangement agrees with the marks. */
  possible: boolean;
  /** For each block, whether it is certain. */
  certain: boolean[];
  /** The cells of certain blocks, as half-open intervals. */
  places: (readonly [from: number, to: number] | undefined)[];
}

export function lineFacts(clue: Clue, cells: Uint8Array): LineFacts {
  if (isMissing(clue)) return { possible: true, certain: [], places: [] };
  const line = new Line(clue, cells);
  const possible = line.isPossible();
  const drawn = cells.some((cell) => !isOpen(cell) && cell !== EMPTY);
  const nowhere = clue.map(() => undefined);
  if (!possible || !drawn) return { possible, certain: clue.map(() => false), places: nowhere };
  line.fillRight();
  const places = clue.map((_, j) => line.place(j));
  return { possible, certain: places.map((place) => place !== undefined), places };
}

class Line {
  private readonly n: number;
  /** The width of a table row: one entry before each cell and one at the end. */
  private readonly w: number;
  private readonly blank: Uint8Array;
  private readonly left: Uint8Array;
  private readonly right: Uint8Array;
  /** For each color, the number of following cells that may have it. */
  private readonly room: Uint16Array[] = [];

  constructor(
    private readonly clue: Clue,
    private readonly cells: Uint8Array,
  ) {
    this.n = cells.length;
    this.w = this.n + 1;
    this.blank = cells.map((cell) => (isOpen(cell) || cell === EMPTY ? 1 : 0));
    this.left = new Uint8Array((clue.length + 1) * this.w);
    this.right = new Uint8Array((clue.length + 1) * this.w);
    for (const { color } of clue) this.room[color] ??= this.roomFor(color);
  }

  private roomFor(color: number): Uint16Array {
    const room = new Uint16Array(this.w);
    for (let i = this.n - 1; i >= 0; i--) {
      const cell = this.cells[i];
      room[i] = isOpen(cell) || cell === color ? room[i + 1] + 1 : 0;
    }
    return room;
  }

  /** Fills the table from the left. */
  isPossible(): boolean {
    const { n, w, left, blank, clue } = this;
    left[0] = 1;
    for (let i = 1; i <= n; i++) left[i] = left[i - 1] & blank[i - 1];
    for (let j = 1; j <= clue.length; j++) {
      const row = j * w;
      for (let i = 1; i <= n; i++) {
        left[row + i] = (left[row + i - 1] & blank[i - 1]) | this.endsAt(j - 1, i);
      }
    }
    return left[clue.length * w + n] === 1;
  }

  /** Fills the table from the right. */
  fillRight(): void {
    const { n, w, right, blank, clue } = this;
    const k = clue.length;
    right[k * w + n] = 1;
    for (let i = n - 1; i >= 0; i--) right[k * w + i] = right[k * w + i + 1] & blank[i];
    for (let j = k - 1; j >= 0; j--) {
      const row = j * w;
      for (let i = n - 1; i >= 0; i--) {
        right[row + i] = (right[row + i + 1] & blank[i]) | this.beginsAt(j, i);
      }
    }
  }

  /** The place of block j, if it is the only one and completely drawn. */
  place(j: number): readonly [from: number, to: number] | undefined {
    const { n, cells } = this;
    const { length, color } = this.clue[j];
    const room = this.room[color];
    let from = -1;
    let to = -1;
    for (let s = 0; s < n; s++) {
      if (room[s] < (length || 1) || !this.before(j, s)) continue;
      const last = s + (length || room[s]);
      for (let e = s + (length || 1); e <= last; e++) {
        if (!this.after(j, e)) continue;
        if (from >= 0) return undefined; // a second place
        from = s;
        to = e;
      }
    }
    for (let i = from; i < to; i++) if (cells[i] !== color) return undefined;
    return from >= 0 ? [from, to] : undefined;
  }

  private endsAt(j: number, e: number): number {
    const { length, color } = this.clue[j];
    const room = this.room[color];
    if (length > 0)
      return e >= length && room[e - length] >= length ? this.before(j, e - length) : 0;
    for (let s = e - 1; s >= 0 && room[s] > 0; s--) if (this.before(j, s)) return 1;
    return 0;
  }

  private beginsAt(j: number, s: number): number {
    const { length, color } = this.clue[j];
    const room = this.room[color][s];
    if (length > 0) return room >= length ? this.after(j, s + length) : 0;
    for (let e = s + 1; e <= s + room; e++) if (this.after(j, e)) return 1;
    return 0;
  }

  /** Reports whether block j can begin at s, given the blocks before it. */
  private before(j: number, s: number): number {
    const { clue, left, blank, w } = this;
    if (j === 0 || clue[j - 1].color !== clue[j].color) return left[j * w + s];
    return s > 0 ? blank[s - 1] & left[j * w + s - 1] : 0;
  }

  /** Reports whether block j can end at e, given the blocks after it. */
  private after(j: number, e: number): number {
    const { clue, right, blank, w, n } = this;
    const next = (j + 1) * w;
    if (j + 1 === clue.length || clue[j + 1].color !== clue[j].color) return right[next + e];
    return e < n ? blank[e] & right[next + e + 1] : 0;
  }
}
