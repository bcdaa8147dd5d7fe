import { describe, expect, it } from 'vitest';
import { type CrossRule, crossedBy } from '../src/model/autoCross';
import { Game } from '../src/games/game.svelte';
import { fromPicture } from './puzzles';

const CODES: Record<string, number> = { '?': 255, '.': 0, '#': 1, o: 2 };
const cells = (text: string) => Uint8Array.from(text, (c) => CODES[c]);
const clue = (text: string) =>
  text.split(' ').map((b) => ({ length: parseInt(b), color: b.endsWith('o') ? 2 : 1 }));

function crossed(rule: CrossRule, numbers: string, line: string): string {
  const empty = crossedBy(rule, clue(numbers), cells(line));
  return [...line].map((c, i) => (empty.includes(i) ? '.' : c)).join('');
}

describe('crosses by themselves', () => {
  it.each([
    // rule, clue, line, line with crosses
    ['off', '2', '##???', '##???'],
    ['finished', '2', '##???', '##...'],
    ['finished', '2 1', '##???', '##???'],
    ['finished', '2 1', '##?#?', '##.#.'],
    ['certain', '2', '?##??', '.##..'],
    ['certain', '2 1', '##???', '##.??'],
    ['certain', '2 1', '?##???', '.##.??'],
    ['certain', '2 2', '??##??', '??##??'], // the first or the second
    ['certain', '1 1', '??#??', '??#??'], // the first or the second
    ['certain', '1 2 1', '?#?##?????', '.#.##.????'],
    ['certain', '2 1o', '##???', '##???'], // another color may follow at once
    ['certain', '2 1o', '##?o?', '##.o.'],
    ['certain', '3', '##?.?', '##?.?'],
    ['certain', '3', '?.##.', '?.##.'], // impossible: nothing follows
  ] as const)('%s: %s in %s is %s', (rule, numbers, line, want) => {
    expect(crossed(rule, numbers, line)).toBe(want);
  });

  it('are one step with the stroke, and touch only its lines', () => {
    const puzzle = fromPicture('##.', '...', '#.#');
    const game = new Game(puzzle);
    const draw = (cell: number, to = 1) => game.draw([{ cell, from: 255, to }], 'finished');
    draw(0);
    expect([...game.cells].join()).toBe('1,255,255,255,255,255,255,255,255');
    draw(1);
    // Row 1 is finished, and so is column 2; column 1 is not.
    expect([...game.cells]).toEqual([1, 1, 0, 255, 0, 255, 255, 0, 255]);
    game.undo();
    expect([...game.cells].filter((c) => c !== 255)).toEqual([1]);
    game.redo();
    expect(game.cells[7]).toBe(0);
  });

  it('are not drawn when something is rubbed out', () => {
    const game = new Game(fromPicture('##', '..'));
    game.draw([{ cell: 0, from: 255, to: 1 }]);
    game.draw([{ cell: 0, from: 1, to: 255 }], 'finished');
    expect([...game.cells]).toEqual([255, 255, 255, 255]);
  });
});

describe('numbers struck by hand', () => {
  it('stay struck, and are kept with the game', () => {
    const puzzle = fromPicture('#.#', '...', '#.#');
    const game = new Game(puzzle);
    game.toggleStruck('row', 0, 1);
    expect(game.look('row', 0, 'off', true).off).toEqual([false, true]);
    expect(game.look('column', 0, 'off', true).off).toEqual([false, false]);
    const again = new Game(puzzle, game.state);
    expect(again.look('row', 0, 'certain', true).off).toEqual([false, true]);
    again.toggleStruck('row', 0, 1);
    expect(again.look('row', 0, 'off', true).off).toEqual([false, false]);
  });
});
