// What a line says of its own cells, compared with all ways to fill it.

import { describe, expect, it } from 'vitest';
import { fits } from '../src/model/grid';
import { lineFacts } from '../src/model/lineFacts';
import { type Clue, UNKNOWN } from '../src/model/puzzle';
import { cells, clueOfCells, randomFrom } from './puzzles';

const clue = (...lengths: number[]): Clue => lengths.map((length) => ({ length, color: 1 }));

describe('lineFacts', () => {
  it.each([
    // clue, line, certain blocks
    [[5], '#####', [true]],
    [[3], '?###?', [true]],
    [[3], '?##??', [false]], // where it ends is open
    [[3], '.##?.', [false]], // its place is known, but it is not drawn
    [[1, 1], '#????', [true, false]],
    [[1, 1], '?#???', [true, false]], // no room for another before it
    [[1, 1], '??#??', [false, false]], // first or second?
    [[2, 1], '##?#?', [true, true]],
    [[1, 2], '??##?', [false, true]],
    [[2, 2], '##???', [true, false]],
  ] as const)('clue %j in %s', (lengths, line, certain) => {
    const facts = lineFacts(clue(...lengths), cells(line));
    expect(facts).toMatchObject({ possible: true, certain });
  });

  it('knows lines that cannot be completed', () => {
    expect(lineFacts(clue(3), cells('#.???')).possible).toBe(false);
    expect(lineFacts(clue(1), cells('#?#')).possible).toBe(false);
    expect(lineFacts(clue(), cells('?#?')).possible).toBe(false);
    expect(lineFacts(clue(), cells('???')).possible).toBe(true);
  });

  it('lets neighbors of different color touch, and no others', () => {
    const two = [
      { length: 2, color: 1 },
      { length: 2, color: 2 },
    ];
    expect(lineFacts(two, cells('aabb')).certain).toEqual([true, true]);
    expect(lineFacts(clue(2, 1), cells('###')).possible).toBe(false);
  });

  it('takes blocks of unknown length', () => {
    expect(lineFacts(clue(0), cells('.##?')).possible).toBe(true);
    expect(lineFacts(clue(0), cells('.##?')).certain).toEqual([false]);
    expect(lineFacts(clue(0), cells('.##.')).certain).toEqual([true]);
    expect(lineFacts(clue(0), cells('#.#')).possible).toBe(false);
  });

  it('agrees with trying everything, on random lines', () => {
    const random = randomFrom(7);
    for (let round = 0; round < 3000; round++) {
      const n = 1 + Math.floor(random() * 9);
      const inks = 1 + Math.floor(random() * 2);
      const goal = Array.from({ length: n }, () => Math.floor(random() * (inks + 1)));
      const given = clueOfCells(goal);
      const line = Uint8Array.from(goal, (c) =>
        random() < 0.5 ? UNKNOWN : random() < 0.05 ? Math.floor(random() * (inks + 1)) : c,
      );
      expect(lineFacts(given, line), `${JSON.stringify(given)} in ${line}`).toEqual(
        naive(given, line, inks),
      );
    }
  });
});

/** Tries all fillings of the unknown cells. */
function naive(clue: Clue, line: Uint8Array, inks: number) {
  const places: Set<string>[] = clue.map(() => new Set());
  let possible = false;
  const full = line.slice();
  const fill = (i: number): void => {
    if (i < line.length) {
      for (let c = 0; c <= inks; c++) {
        if (line[i] !== UNKNOWN && line[i] !== c) continue;
        full[i] = c;
        fill(i + 1);
      }
      return;
    }
    if (!fits(clue, full)) return;
    possible = true;
    runs(full).forEach(([from, to], j) => places[j].add(`${from},${to}`));
  };
  fill(0);
  const only = places.map((set, j) => {
    if (set.size !== 1) return undefined;
    const [from, to] = [...set][0].split(',').map(Number);
    return line.subarray(from, to).every((c) => c === clue[j].color) ? [from, to] : undefined;
  });
  return { possible, certain: only.map((place) => place !== undefined), places: only };
}

function runs(line: Uint8Array): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < line.length;) {
    let end = i + 1;
    while (end < line.length && line[end] === line[i]) end++;
    if (line[i] !== 0) found.push([i, end]);
    i = end;
  }
  return found;
}
