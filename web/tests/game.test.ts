// A game: strokes, undo, suppositions, rewinding, crossing off, and its texts in storage.

import { describe, expect, it } from 'vitest';
import { Game } from '../src/games/game.svelte';
import { picture } from '../src/games/game.svelte';
import { readEntry, writeEntry } from '../src/games/history';
import { readCells, writeCells } from '../src/model/cellsText';
import { gridRows } from '../src/model/grid';
import type { Change } from '../src/model/stroke';
import { MAYBE, UNKNOWN } from '../src/model/puzzle';
import { cells, fromPicture, randomFrom } from './puzzles';

const HEART = fromPicture('.#.#.', '#####', '#####', '.###.', '..#..');

const mark = (game: Game, cell: number, to: number): Change => ({
  cell,
  from: game.cells[cell],
  to,
});
const draw = (game: Game, text: string) => {
  const target = cells(text);
  const changes = [...target.keys()]
    .filter((i) => game.cells[i] !== target[i])
    .map((i) => mark(game, i, target[i]));
  game.draw(changes);
};

describe('a game', () => {
  it('is won by the filled cells alone', () => {
    const game = new Game(HEART);
    draw(game, '?#?#? ##### ##### ?###? ?????');
    expect(game.solved).toBe(false);
    game.draw([mark(game, 22, 1)]);
    expect(game.solved).toBe(true);
    expect(picture(game.cells)).toEqual(cells('.#.#. ##### ##### .###. ..#..'));
  });

  it('is won by any solution', () => {
    const ambiguous = fromPicture('#.', '.#');
    for (const solution of ['#??#', '?##?']) {
      const game = new Game(ambiguous);
      draw(game, solution);
      expect(game.solved).toBe(true);
    }
  });

  it('is not won with a cell too many', () => {
    const game = new Game(HEART);
    draw(game, '?#?## ##### ##### ?###? ??#??');
    expect(game.solved).toBe(false);
  });

  it('undoes and redoes without end', () => {
    const game = new Game(HEART);
    const random = randomFrom(11);
    const boards = [game.cells.slice()];
    for (let i = 0; i < 500; i++) {
      const cell = Math.floor(random() * 20); // never the tip: never solved
      game.draw([mark(game, cell, game.cells[cell] === UNKNOWN ? 0 : UNKNOWN)]);
      boards.push(game.cells.slice());
    }
    for (let i = 499; i >= 0; i--) {
      game.undo();
      expect(game.cells).toEqual(boards[i]);
    }
    expect(game.undo()).toBeUndefined();
    for (let i = 1; i <= 500; i++) game.redo();
    expect(game.cells).toEqual(boards[500]);
  });

  it('forgets what was undone when something else is drawn', () => {
    const game = new Game(HEART);
    game.draw([mark(game, 0, 0)]);
    game.undo();
    game.draw([mark(game, 1, 1)]);
    expect(game.canRedo).toBe(false);
  });
});

describe('small marks', () => {
  it('decide nothing: not for the win, the clues, the crosses, the engine or the moves', () => {
    const game = new Game(HEART);
    draw(game, '!#!#! ##### ##### ?###? ??!??');
    expect(game.solved).toBe(false);
    expect(game.isFinished('row', 4)).toBe(false);
    expect(game.line('row', 4)).toEqual({ possible: true, certain: [false], places: [undefined] });
    expect(gridRows(HEART, game.cells)[4]).toBe('?????');
    game.draw([mark(game, 22, 1)], 'finished');
    expect(game.solved).toBe(true);
    expect(picture(game.cells)).toEqual(cells('.#.#. ##### ##### .###. ..#..'));
    const crossed = new Game(HEART);
    crossed.draw([{ cell: 0, from: UNKNOWN, to: MAYBE }], 'finished');
    crossed.draw([mark(crossed, 1, 1), mark(crossed, 3, 1)], 'finished');
    expect(crossed.cells[0]).toBe(0);
    crossed.undo();
    expect(crossed.cells[0]).toBe(MAYBE);
    expect(readCells(writeCells(crossed.cells), 25, 2)).toEqual(crossed.cells);
    expect(writeCells(crossed.cells)).toBe('!24?');
  });
});

describe('what if', () => {
  it('keeps its marks, or throws all of them away', () => {
    const game = new Game(HEART);
    game.draw([mark(game, 5, 1)]);
    game.beginWhatIf();
    game.draw([mark(game, 6, 1)]);
    game.draw([mark(game, 5, 0)]);
    game.dropWhatIf();
    expect([game.cells[5], game.cells[6], game.whatIf]).toEqual([1, UNKNOWN, false]);
    game.undo(); // on trial again
    expect([game.cells[5], game.cells[6], game.whatIf]).toEqual([0, 1, true]);
    expect(game.base![5]).toBe(1);
    game.keepWhatIf();
    expect([game.cells[6], game.whatIf]).toEqual([1, false]);
  });

  it('is walked through by undo and redo', () => {
    const game = new Game(HEART);
    game.beginWhatIf();
    game.draw([mark(game, 6, 1)]);
    game.keepWhatIf();
    const kept = game.cells.slice();
    game.undo();
    expect(game.whatIf).toBe(true);
    expect(game.base![6]).toBe(UNKNOWN);
    game.undo();
    game.undo();
    expect(game.whatIf).toBe(false);
    for (let i = 0; i < 3; i++) game.redo();
    expect(game.cells).toEqual(kept);
    expect(game.whatIf).toBe(false);
  });
});

describe('rewinding', () => {
  it('goes to the last board that passes, and redo comes back', () => {
    const game = new Game(HEART);
    game.draw([mark(game, 5, 1)]);
    game.draw([mark(game, 0, 1)]); // wrong
    game.draw([mark(game, 6, 1)]);
    expect(game.rewind((c) => c[0] !== 1)).toBe(true);
    expect([game.cells[5], game.cells[0], game.cells[6]]).toEqual([1, UNKNOWN, UNKNOWN]);
    game.redo();
    expect(game.cells[0]).toBe(1);
  });

  it('changes nothing if no board passes', () => {
    const game = new Game(HEART);
    game.draw([mark(game, 0, 1)]);
    expect(game.rewind(() => false)).toBe(false);
    expect(game.cells[0]).toBe(1);
  });
});

describe('crossing off', () => {
  const look = (text: string, rule: 'off' | 'finished' | 'certain', row = 0) => {
    const game = new Game(fromPicture('#.#..', '#####', '.....', '..#..', '.....'));
    draw(game, text);
    return game.look('row', row, rule, true);
  };

  it('never happens when it is off', () => {
    expect(look('#?#?? ????? ????? ????? ?????', 'off').off).toEqual([false, false]);
  });

  it('waits for the whole line under "finished"', () => {
    expect(look('#???? ????? ????? ????? ?????', 'finished').off).toEqual([false, false]);
    expect(look('#?#?? ????? ????? ????? ?????', 'finished').off).toEqual([true, true]);
  });

  it('takes single blocks under "certain", and only then', () => {
    expect(look('#???? ????? ????? ????? ?????', 'certain').off).toEqual([true, false]);
    expect(look('??#?? ????? ????? ????? ?????', 'certain').off).toEqual([false, false]);
    expect(look('.?#?? ????? ????? ????? ?????', 'certain').off).toEqual([true, false]);
  });

  it('shows what cannot be met', () => {
    expect(look('###?? ????? ????? ????? ?????', 'certain').impossible).toBe(true);
    expect(look('????? ??.?? ????? ????? ?????', 'certain', 1).impossible).toBe(true);
  });
});

describe('texts', () => {
  it('hold cells', () => {
    const random = randomFrom(5);
    for (let i = 0; i < 200; i++) {
      const grid = Uint8Array.from({ length: 40 }, () =>
        random() < 0.4 ? UNKNOWN : random() * 64,
      );
      expect(readCells(writeCells(grid), 40)).toEqual(grid);
    }
    expect(writeCells(cells('??????###.'))).toBe('6?3A.');
  });

  it.each(['', '9?', '11?', '5?5Z', '9999999999?', 'x'])(
    'refuse %j for ten cells of two colors',
    (text) => {
      expect(readCells(text, 10, 2)).toBeUndefined();
    },
  );

  it('hold entries of the history', () => {
    const entry = {
      changes: [7, 12, 17]
        .map((cell) => ({ cell, from: UNKNOWN, to: 1 }))
        .concat({ cell: 3, from: 1, to: 0 }),
      whatIf: 'drop' as const,
    };
    expect(readEntry(writeEntry(entry), 25)).toEqual(entry);
    expect(writeEntry(entry).length).toBeLessThan(30);
    expect(readEntry(writeEntry(entry), 10)).toBeUndefined();
    expect(readEntry('nonsense', 25)).toBeUndefined();
    expect(readEntry('', 25)).toEqual({ changes: [] });
  });
});
