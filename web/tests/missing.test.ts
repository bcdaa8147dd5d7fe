// Lines of which nothing is known.

import { describe, expect, it } from 'vitest';
import { clueText } from '../src/board/ariaText';
import { numberText } from '../src/board/clueLayout';
import { Game } from '../src/games/game.svelte';
import { crossedBy } from '../src/model/autoCross';
import { fits, isSolved } from '../src/model/grid';
import { fromJSON, toJSON } from '../src/model/json';
import { lineFacts } from '../src/model/lineFacts';
import { BLACK_AND_WHITE, isMissing, MISSING, type Puzzle } from '../src/model/puzzle';
import { readLine, readSheet, totalsOf, typedFrom, typedPuzzle } from '../src/solve/typedClues';
import { fromPicture } from './puzzles';

const HEART = fromPicture('.#.#.', '#####', '#####', '.###.', '..#..');
const PUZZLE: Puzzle = { ...HEART, rows: HEART.rows.map((c, i) => (i === 1 ? MISSING : c)) };
const PICTURE = Uint8Array.from([...'.#.#.##########.###...#..'].map((c) => (c === '#' ? 1 : 0)));

describe('lines without a clue', () => {
  it('are not empty lines', () => {
    expect(isMissing([])).toBe(false);
    expect(isMissing([{ length: 0, color: 1 }])).toBe(false);
    expect(fits(MISSING, Uint8Array.of(0, 1, 255))).toBe(true);
    expect(fits([], Uint8Array.of(0, 1, 255))).toBe(false);
  });

  it('come from JSON and go back', () => {
    const json = toJSON(PUZZLE);
    expect(json.rows![1]).toBe('*');
    expect(fromJSON(json).rows).toEqual(PUZZLE.rows);
    expect(() => fromJSON({ ...json, rows: [null, ...json.rows!.slice(1)] })).toThrow();
  });

  it('decide nothing while one plays, and the others the end', () => {
    expect(lineFacts(MISSING, Uint8Array.of(1, 255))).toMatchObject({ possible: true });
    expect(crossedBy('finished', MISSING, Uint8Array.of(1, 255))).toEqual([]);
    expect(crossedBy('certain', MISSING, Uint8Array.of(1, 255))).toEqual([]);
    expect(isSolved(PUZZLE, PICTURE)).toBe(true);
    const wrong = PICTURE.slice();
    wrong[5] = 0;
    expect(isSolved(PUZZLE, wrong)).toBe(false);
    const game = new Game(PUZZLE);
    expect(game.look('row', 1, 'finished', true)).toEqual({ off: [], impossible: false });
    expect(game.share).toBe(0);
    game.draw([...PICTURE].flatMap((to, cell) => (to ? [{ cell, from: 255, to }] : [])));
    expect(game.solved).toBe(true);
    expect(game.share).toBe(1);
  });

  it('are shown as * and told in words', () => {
    expect(numberText(MISSING[0])).toBe('*');
    expect(clueText(PUZZLE, MISSING)).toBe('not known');
    const colored = fromPicture('aab', 'b.c', '.cc');
    expect(clueText(colored, MISSING)).toBe('not known');
  });

  it('are typed as *', () => {
    expect(readLine(' * ', 5, BLACK_AND_WHITE)).toMatchObject({ clue: MISSING, state: 'good' });
    expect(readLine('* 1', 5, BLACK_AND_WHITE).state).toBe('bad');
    const typed = typedFrom(PUZZLE);
    expect(typed.rows).toEqual(['1 1', '*', '5', '3', '1']);
    const sheet = readSheet(typed);
    expect(totalsOf(sheet, 2)).toMatchObject({ rows: 11, columns: 16, uneven: [], blank: 0 });
    expect(typedPuzzle(typed, sheet).rows).toEqual(PUZZLE.rows);
  });
});
