// The store, the saved games in it, those of earlier versions, and the settings.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../src/app/settings.svelte';
import { Game, picture } from '../src/games/game.svelte';
import { Games, ownGame, testGame } from '../src/games/savedGames';
import { importProgress } from '../src/games/merge';
import { Records } from '../src/games/records';
import terminal from '../../cmd/internal/play/testdata/progress.json?raw';
import { type Shape, Store } from '../src/storage/store';
import { Memory } from './memory';
import { toJSON } from '../src/model/json';
import { puzzleKey } from '../src/model/share';
import { fromPicture } from './puzzles';

const NUMBER: Shape<number> = {
  key: 'n',
  version: 2,
  read: (value, version) =>
    typeof value === 'number' ? (version === 1 ? value * 10 : value) : undefined,
};

let memory: Memory;
let store: Store;
beforeEach(() => {
  memory = new Memory();
  store = new Store(memory);
});

// Strokes have times, which would differ between games that are compared.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('the store', () => {
  it('gives back what was written', () => {
    expect(store.read(NUMBER)).toEqual({ state: 'missing' });
    expect(store.write(NUMBER, 7)).toBe('ok');
    expect(store.read(NUMBER)).toEqual({ state: 'found', value: 7 });
    expect(store.get(NUMBER, 0)).toBe(7);
  });

  it('reads earlier versions, and leaves later ones alone', () => {
    memory.setItem('nonogram/n', '{"version":1,"value":4}');
    expect(store.get(NUMBER, 0)).toBe(40);
    memory.setItem('nonogram/n', '{"version":3,"value":4}');
    expect(store.read(NUMBER)).toEqual({ state: 'newer', version: 3 });
  });

  it.each(['', 'x', 'null', '{}', '{"version":2,"value":"seven"}'])(
    'knows that %j is damaged',
    (text) => {
      memory.setItem('nonogram/n', text);
      expect(store.read(NUMBER)).toEqual({ state: 'damaged' });
    },
  );

  it('never replaces a newer value, and keeps a damaged one aside', () => {
    memory.setItem('nonogram/n', '{"version":3,"value":4}');
    expect(store.write(NUMBER, 7)).toBe('newer');
    expect(store.update(NUMBER, 0, (n) => n + 1)).toBe('newer');
    expect(memory.getItem('nonogram/n')).toBe('{"version":3,"value":4}');
    memory.setItem('nonogram/n', '{"version":2,"value":"sev');
    expect(new Store(memory).update(NUMBER, 0, (n) => n + 1)).toBe('ok');
    expect(memory.getItem('nonogram/n')).toBe('{"version":2,"value":1}');
    const aside = store.keys('damaged/n/');
    expect(aside.map((key) => store.text(key))).toEqual(['{"version":2,"value":"sev']);
  });

  it('keeps what it cannot write, and writes it when there is room', () => {
    memory.room = 30;
    expect(store.update(NUMBER, 0, (n) => n + 1)).toBe('full');
    expect(store.update(NUMBER, 0, (n) => n + 1)).toBe('full');
    expect([store.get(NUMBER, 0), store.unsaved, memory.map.size]).toEqual([2, true, 0]);
    // Another tab counts meanwhile.
    memory.room = Infinity;
    memory.setItem('nonogram/n', '{"version":2,"value":10}');
    store.outside('n');
    expect([store.get(NUMBER, 0), store.unsaved]).toEqual([12, false]);
    expect(memory.getItem('nonogram/n')).toBe('{"version":2,"value":12}');
  });

  it('works without storage until the page is closed', () => {
    const none = new Store(undefined);
    expect(none.write(NUMBER, 7)).toBe('forbidden');
    expect([none.get(NUMBER, 0), none.keys('')]).toEqual([7, ['n']]);
  });

  it('reports a full and a forbidden storage', () => {
    memory.room = 10;
    expect(store.write(NUMBER, 7)).toBe('full');
    expect(new Store(undefined).write(NUMBER, 7)).toBe('forbidden');
    expect(new Store(undefined).read(NUMBER)).toEqual({ state: 'missing' });
  });
});

describe('saved games', () => {
  /** Nothing is in the pack, unless a test says so. */
  let inPack: (key: string) => boolean;
  beforeEach(() => (inPack = () => false));

  const puzzle = fromPicture('.#.#.', '#####', '#####', '.###.', '..#..');
  const key = puzzleKey(puzzle);

  const FILLED = [1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 22];

  function won(): Game {
    const game = new Game(puzzle);
    game.draw(FILLED.map((cell) => ({ cell, from: 255, to: 1 })));
    return game;
  }

  function begun(): Game {
    const game = new Game(puzzle);
    game.draw([{ cell: 5, from: 255, to: 1 }]);
    game.beginWhatIf();
    game.draw([{ cell: 6, from: 255, to: 0 }]);
    game.undo();
    game.seconds = 42;
    return game;
  }

  it('come back with board, what-if, undo, redo and clock', () => {
    const games = new Games(store, inPack);
    const game = begun();
    expect(games.save(key, game, 1000)).toBe('ok');
    const again = new Game(puzzle, games.load(key, puzzle).state);
    expect(again.state).toEqual(game.state);
    again.redo();
    expect(again.cells[6]).toBe(0);
    again.undo();
    again.undo();
    expect(again.whatIf).toBe(false);
    expect(games.progress()[key]).toMatchObject({ solved: false, seconds: 42, updated: 1000 });
  });

  it('come from the game in the terminal', async () => {
    const games = new Games(store, (k) => k === key);
    expect(await importProgress(store, terminal)).toMatchObject({
      games: 2,
      records: 1,
      result: 'ok',
    });
    const game = new Game(puzzle, games.load(key, puzzle).state);
    expect([...game.cells.slice(0, 6)]).toEqual([255, 1, 0, 255, 255, 1]);
    expect(game.state).toMatchObject({ seconds: 12, hints: 1 });
    game.undo();
    game.undo();
    expect(game.isBlank).toBe(true);
    const own = fromPicture('##', '#.');
    expect(games.kept()).toEqual([puzzleKey(own)]);
    expect(games.puzzle(puzzleKey(own))?.rows).toEqual(own.rows);
    expect(games.progress()[ownGame(puzzleKey(own))]).toMatchObject({ solved: true, share: 1 });
    expect(games.replay(ownGame(puzzleKey(own)), own)).toHaveLength(2);
    expect(new Records(store).list()).toMatchObject([{ name: ownGame(puzzleKey(own)), hints: 0 }]);
  });

  it('lose their history before their board when the storage is full', () => {
    const games = new Games(store, inPack);
    const game = new Game(puzzle);
    games.save(key, begun(), 1);
    memory.room = [...memory.map].reduce((n, [k, v]) => n + k.length + v.length, 0) + 20;
    for (let i = 0; i < 40; i++) {
      const from = game.cells[0];
      game.draw([{ cell: 0, from, to: from === 255 ? 0 : 255 }]);
    }
    game.draw([{ cell: 1, from: 255, to: 1 }]);
    expect(games.save(key, game, 2)).toBe('ok');
    const { state } = games.load(key, puzzle);
    expect(state!.cells).toEqual(game.cells);
    expect(state!.undo).toEqual([]);
  });

  it('that wait for room join what another tab has drawn meanwhile', () => {
    const games = new Games(store, inPack);
    const game = new Game(puzzle);
    game.draw([{ cell: 0, from: 255, to: 1 }]);
    games.save(key, game, 1);
    const other = new Store(memory);
    const there = new Game(puzzle, new Games(other, inPack).load(key, puzzle).state);
    memory.room = 0;
    game.draw([{ cell: 1, from: 255, to: 1 }]);
    expect(games.save(key, game, 2)).toBe('full');
    game.draw([{ cell: 3, from: 255, to: 0 }]);
    expect(games.save(key, game, 3)).toBe('full');
    memory.room = Infinity;
    there.draw([{ cell: 2, from: 255, to: 1 }]);
    expect(new Games(other, inPack).save(key, there, 4)).toBe('ok');
    store.outside('game/' + key);
    expect(store.unsaved).toBe(false);
    for (const tab of [store, new Store(memory)]) {
      const { state } = new Games(tab, inPack).load(key, puzzle);
      expect([...state!.cells.slice(0, 5)]).toEqual([1, 1, 1, 0, 255]);
    }
  });

  it('of a win are not lost when the storage is full', () => {
    const games = new Games(store, inPack);
    const records = new Records(store);
    memory.room = 60;
    games.save(key, won(), 1);
    records.add({
      name: key,
      width: 5,
      height: 5,
      inks: 1,
      seconds: 1,
      hints: 0,
      at: 1,
      day: '2026-11-18',
    });
    expect([games.progress()[key].solved, records.days()]).toEqual([true, ['2026-11-18']]);
    memory.room = Infinity;
    games.trim(); // the player makes room
    store.outside('game/x');
    expect(store.unsaved).toBe(false);
    const later = new Store(memory);
    expect(new Games(later, inPack).progress()[key].solved).toBe(true);
    expect(new Records(later).days()).toEqual(['2026-11-18']);
  });

  it('write what a stroke has changed, whatever else is stored', () => {
    const games = new Games(store, inPack);
    for (let i = 0; i < 500; i++) games.save('made/' + i, begun(), i);
    memory.written = 0;
    games.save(key, begun(), 1);
    expect(memory.written).toBeLessThan(400);
  });

  it('of an older tab leave newer and damaged progress alone', () => {
    const games = new Games(store, inPack);
    games.save(key, begun(), 1);
    const newer = '{"version":2,"value":{"new":"form"}}';
    memory.setItem('nonogram/progress/' + key, newer);
    memory.setItem('nonogram/records', newer);
    memory.setItem('nonogram/labels', '{"version":1,"val');
    games.save(key, begun(), 2);
    new Records(store).add({
      name: key,
      width: 5,
      height: 5,
      inks: 1,
      seconds: 1,
      hints: 0,
      at: 1,
    });
    games.setLabel(key, 'Heart', '');
    expect(memory.getItem('nonogram/progress/' + key)).toBe(newer);
    expect(memory.getItem('nonogram/records')).toBe(newer);
    expect(games.label(key).name).toBe('Heart');
    expect(store.keys('damaged/labels/')).toHaveLength(1);
  });

  it('make room by giving up the histories of others', () => {
    const games = new Games(store, inPack);
    games.save(key, begun(), 1);
    games.trim();
    const { state } = games.load(key, puzzle);
    expect(state!.cells).toEqual(begun().cells);
    expect(state!.undo).toEqual([]);
  });

  it('stay solved when they are played again, with their picture', () => {
    const games = new Games(store, inPack);
    const game = new Game(puzzle);
    const filled = [1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 22];
    game.draw(filled.map((cell) => ({ cell, from: 255, to: 1 })));
    expect(game.solved).toBe(true);
    games.save(key, game, 1);
    const drawn = games.picture(key, 5, 5);
    expect(drawn!.filter((c) => c === 1)).toHaveLength(filled.length);
    const again = new Game(puzzle);
    again.draw([{ cell: 5, from: 255, to: 1 }]);
    games.save(key, again, 2);
    expect(games.progress()[key].solved).toBe(true);
    expect(games.picture(key, 5, 5)).toEqual(drawn);
    expect(new Game(puzzle, games.load(key, puzzle).state).solved).toBe(false);
  });

  it('leave no trace of a blank board', () => {
    const games = new Games(store, inPack);
    const game = begun();
    games.save(key, game, 1);
    game.clear();
    games.save(key, game, 2);
    expect(games.progress()[key]).toBeUndefined();
  });

  it.each(['{"version":1,"value":{"cells":"3?"}}', '{"version":1,"value":[]}', 'x'])(
    'know that %s is damaged',
    (text) => {
      memory.setItem('nonogram/game/' + key, text);
      expect(new Games(store, inPack).load(key, puzzle)).toEqual({ trouble: 'damaged' });
    },
  );

  it('leave games of a newer version alone', () => {
    memory.setItem('nonogram/game/' + key, '{"version":9,"value":{}}');
    expect(new Games(store, inPack).load(key, puzzle)).toEqual({ trouble: 'newer' });
  });

  it('drop a history with a hole in it, but keep the board', () => {
    const text = '{"version":1,"value":{"cells":"25?","undo":["0,1,2,0,1","?"],"seconds":3}}';
    memory.setItem('nonogram/game/' + key, text);
    expect(new Games(store, inPack).load(key, puzzle).state!.undo).toEqual([]);
  });

  it('keep puzzles that are not in the pack, with their titles', () => {
    const games = new Games(store, inPack);
    const title = '<img src=x onerror=alert(1)>';
    expect(games.keepPuzzle({ ...puzzle, title })).toBe(key);
    expect(games.puzzle(key)!.title).toBe(title);
    games.keepPuzzle(puzzle); // the same from a link, without the title
    expect(games.puzzle(key)!.title).toBe(title);
    expect(games.kept()).toEqual([key]);
  });

  it("of the pack and of one's own are apart", () => {
    const games = new Games(store, () => true);
    games.save(key, won(), 1);
    games.keepPuzzle(puzzle);
    games.save(ownGame(key), begun(), 2);
    expect(games.progress()[key].solved).toBe(true);
    expect(games.progress()[ownGame(key)].solved).toBe(false);
    games.remove(key);
    games.forget(key);
    expect(games.progress()).toEqual({ [key]: games.progress()[key] });
    expect(games.progress()[key].solved).toBe(true);
    expect(games.picture(key, 5, 5)).toBeDefined();
    expect(games.load(ownGame(key), puzzle)).toEqual({});
  });

  it('come back after they were removed', () => {
    const games = new Games(store, inPack);
    games.keepPuzzle(puzzle);
    games.save(ownGame(key), begun(), 2);
    games.remove(key);
    expect([games.kept(), games.removed()]).toEqual([[], [key]]);
    games.restore(key);
    expect([games.kept(), games.removed()]).toEqual([[key], []]);
    expect(games.load(ownGame(key), puzzle).state).toEqual(begun().state);
    games.remove(key);
    games.keepPuzzle(puzzle); // opened again
    expect([games.kept(), games.removed()]).toEqual([[key], []]);
    games.forget(key);
    expect([games.kept(), games.removed()]).toEqual([[], []]);
  });

  it('of tests belong to their draft, and are no progress', () => {
    const games = new Games(store, inPack);
    games.keepTest('d1', puzzle);
    games.save(testGame('d1'), begun(), 1);
    expect([games.kept(), games.progress()]).toEqual([[], {}]);
    games.keepTest('d1', { ...puzzle, title: 'Heart' }); // the same clues
    expect(games.load(testGame('d1'), puzzle).state).toEqual(begun().state);
    games.keepTest('d1', fromPicture('.#.#.', '#####', '#####', '.###.', '.....'));
    expect(games.load(testGame('d1'), puzzle)).toEqual({});
    games.dropTest('d1');
    expect(memory.map.size).toBe(0);
  });

  describe('of earlier versions', () => {
    /** Stored as it was: one game for the same clues, wherever they came from. */
    function earlier(game: Game) {
      new Games(store, () => true).save(key, game, 5);
      const kept = { version: 1, value: toJSON({ ...puzzle, title: 'Heart' }) };
      memory.setItem('nonogram/puzzle/' + key, JSON.stringify(kept));
    }

    it.each([true, false])('are found again by their owners (in the pack: %s)', (shared) => {
      earlier(won());
      const games = new Games(store, () => shared);
      const table = games.progress();
      expect(games.kept()).toEqual([key]);
      expect(games.puzzle(key)!.title).toBe('Heart');
      expect(table[ownGame(key)]).toMatchObject({ solved: true, updated: 5 });
      expect(games.picture(ownGame(key), 5, 5)).toBeDefined();
      expect(games.load(ownGame(key), puzzle).state!.cells).toBeDefined();
      expect(table[key]?.solved).toBe(shared ? true : undefined);
      expect(games.picture(key, 5, 5) !== undefined).toBe(shared);
      const before = [...memory.map].sort();
      new Games(store, () => shared); // once is enough
      expect([...memory.map].sort()).toEqual(before);
    });

    it('bring the table of progress, also from an older tab', () => {
      const row = { solved: true, share: 1, seconds: 3, updated: 5 };
      const table = (updated: number) =>
        JSON.stringify({ version: 1, value: { x: { ...row, updated } } });
      memory.setItem('nonogram/progress', table(5));
      expect(new Games(store, inPack).progress()).toEqual({ x: row });
      expect(memory.getItem('nonogram/progress')).toBeNull();
      memory.setItem('nonogram/progress', table(9));
      expect(new Games(new Store(memory), inPack).progress()['x'].updated).toBe(9);
    });

    it('that are still open in another tab are followed', () => {
      earlier(begun());
      const games = new Games(store, inPack);
      games.save(key, won(), 9); // the other tab
      const again = new Games(store, inPack);
      expect(again.progress()).toEqual({
        [ownGame(key)]: expect.objectContaining({ solved: true }),
      });
      expect(again.load(ownGame(key), puzzle).state!.cells).toEqual(picture(won().cells));
    });

    it('are not lost where there is no room to move them', () => {
      earlier(begun());
      memory.room = [...memory.map].reduce((n, [k, v]) => n + k.length + v.length, 0);
      new Games(store, inPack);
      memory.room = Infinity;
      const games = new Games(store, inPack);
      expect(games.kept()).toEqual([key]);
      expect(games.load(ownGame(key), puzzle).state).toEqual(begun().state);
      expect(games.progress()[ownGame(key)]).toMatchObject({ updated: 5 });
    });

    it('bring a cleared board with its history', () => {
      const game = begun();
      game.clear();
      earlier(game);
      const games = new Games(store, inPack);
      const state = games.load(ownGame(key), puzzle).state!;
      expect(state.undo.length).toBeGreaterThan(0);
    });
  });
});

describe('settings', () => {
  it('take what makes sense and the default for the rest', () => {
    const settings = readSettings({ theme: 'dark', crossOff: 'sometimes', timer: 1, extra: true });
    expect(settings).toMatchObject({ theme: 'dark', crossOff: 'certain', timer: true });
    expect(settings).not.toHaveProperty('extra');
    expect(readSettings(null)).toEqual(readSettings({}));
  });
});
