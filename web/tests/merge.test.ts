// Progress of several browsers: merging with an ancestor, through a server in memory.

import { beforeEach, describe, expect, it } from 'vitest';
import { Drafts } from '../src/games/drafts';
import { blankDrawing, type Drawing } from '../src/games/drawing';
import { Game } from '../src/games/game.svelte';
import { exportProgress, fingerprints, importProgress, merge, type News } from '../src/games/merge';
import type { State } from '../src/games/progressFile';
import { Records } from '../src/games/records';
import { Games, ownGame } from '../src/games/savedGames';
import { Sync } from '../src/games/sync';
import { atOnce } from '../src/games/turns';
import { Store } from '../src/storage/store';
import { Memory } from './memory';
import { begunGames, fromPicture } from './puzzles';
import { SyncServer } from './syncServer';

const puzzle = fromPicture('##.', '.##', '#.#');
const PICTURE = [0, 1, 4, 5, 6, 8];

/** A browser with its storage. */
class Browser {
  readonly memory = new Memory();
  readonly store = new Store(this.memory);
  readonly games = new Games(this.store, () => false);
  readonly drafts = new Drafts(this.store);
  readonly records = new Records(this.store);
  readonly news: News[] = [];
  readonly sync: Sync;

  constructor(server: SyncServer) {
    this.sync = new Sync(this.store, '/progress', server.fetch, (news) => this.news.push(news));
  }

  /** The game as it is stored, or a new one. */
  open(name = 'x'): Game {
    return new Game(puzzle, this.games.load(name, puzzle).state);
  }

  /** Plays, and saves after every step. */
  play(...steps: (number | 'undo')[]): Game {
    const game = this.open();
    for (const step of steps) {
      if (step === 'undo') game.undo();
      else game.draw([{ cell: step, from: game.cells[step], to: 1 }]);
      this.games.save('x', game, Date.now());
    }
    return game;
  }

  /** Everything but the time of the last synchronization. */
  stored(): [string, string][] {
    return [...this.memory.map].filter(([key]) => key !== 'nonogram/sync');
  }

  board(): string {
    return [...this.open().cells].map((c) => (c === 255 ? '?' : c === 0 ? '.' : '#')).join('');
  }
}

let server: SyncServer;
let a: Browser;
let b: Browser;

beforeEach(async () => {
  server = new SyncServer();
  [a, b] = [new Browser(server), new Browser(server)];
  expect(await a.sync.begin()).toBe('kept');
  expect(await b.sync.join(server.code)).toBe('kept');
});

const both = async () => {
  for (const { sync } of [a, b, a]) expect(await sync.run()).toBe('kept');
};

describe('two browsers', () => {
  it('play a solved puzzle again', async () => {
    a.play(...PICTURE);
    await both();
    expect(b.open().solved).toBe(true);
    const again = new Game(puzzle);
    again.draw([{ cell: 1, from: 255, to: 1 }]);
    b.games.save('x', again, Date.now());
    await both();
    for (const browser of [a, b]) {
      expect(browser.board()).toBe('?#???????');
      expect(browser.games.progress()['x'].solved).toBe(true);
    }
    expect([...a.news, ...b.news].every((news) => news.both === 0)).toBe(true);
  });

  it('undo strokes for good', async () => {
    a.play(0, 1, 4);
    await both();
    b.play('undo', 'undo');
    await both();
    expect([a.board(), b.board()]).toEqual(['#????????', '#????????']);
    expect(a.open().canRedo).toBe(true);
  });

  it('edit a draft in turns, which stays one draft', async () => {
    const drawing = (n: number): Drawing => ({
      ...blankDrawing(3, 3),
      cells: Uint8Array.from({ length: 9 }, (_, i) => (i < n ? 1 : 255)),
    });
    const draft = a.drafts.fresh(drawing(1));
    a.drafts.save(draft);
    await both();
    for (let n = 2; n < 8; n++) {
      const browser = n % 2 ? a : b;
      browser.drafts.save({ ...browser.drafts.load(draft.id)!, drawing: drawing(n) });
      await both();
    }
    expect([a, b].map((browser) => browser.drafts.list().length)).toEqual([1, 1]);
    expect(a.drafts.list()[0].drawing.cells).toEqual(drawing(7).cells);
  });

  it('keep both drafts of a conflict, once, and say so', async () => {
    const draft = a.drafts.fresh(blankDrawing(2, 2), {
      title: '',
      author: '',
      license: '',
      notes: '',
    });
    a.drafts.save(draft);
    await both();
    for (const [browser, title] of [
      [a, 'A'],
      [b, 'B'],
    ] as const)
      browser.drafts.save({ ...draft, texts: { ...draft.texts, title } });
    await both();
    await both();
    for (const browser of [a, b])
      expect(
        browser.drafts
          .list()
          .map((d) => d.texts.title)
          .sort(),
      ).toEqual(['A', 'B']);
    expect([...a.news, ...b.news].reduce((sum, { copies }) => sum + copies, 0)).toBe(1);
  });

  it('delete drafts, puzzles and names', async () => {
    const draft = a.drafts.fresh(blankDrawing(2, 2));
    a.drafts.save(draft);
    const key = a.games.keepPuzzle(puzzle);
    a.games.save(ownGame(key), a.play(0), 1);
    a.games.setLabel(key, 'Name', '');
    await both();
    expect(b.games.kept()).toEqual([key]);
    b.drafts.remove(draft.id);
    b.games.forget(key);
    b.games.setLabel(key, '', '');
    await both();
    for (const { drafts, games } of [a, b]) {
      expect([drafts.list(), games.kept(), games.removed()]).toEqual([[], [], []]);
      expect(games.progress()[ownGame(key)]).toBeUndefined();
      expect(games.label(key).name).toBe('');
    }
  });

  it('keep what one has deleted and the other has changed', async () => {
    const draft = a.drafts.fresh(blankDrawing(2, 2));
    a.drafts.save(draft);
    await both();
    a.drafts.remove(draft.id);
    b.drafts.save({ ...draft, texts: { ...draft.texts, title: 'Cat' } });
    await both();
    for (const { drafts } of [a, b])
      expect(drafts.list().map((d) => d.texts.title)).toEqual(['Cat']);
    expect([...a.news, ...b.news].reduce((sum, { undeleted }) => sum + undeleted, 0)).toBe(1);
  });

  it('put both boards of a conflict into one history', async () => {
    a.play(0);
    await both();
    a.play(1, 4);
    b.play(8);
    await both();
    expect(a.open().state).toEqual(b.open().state);
    const boards = [...a.open().earlier(), a.open().cells].map(String);
    const drawn = (...cells: number[]) =>
      String(Uint8Array.from({ length: 9 }, (_, i) => (cells.includes(i) ? 1 : 255)));
    expect(boards).toContain(drawn(0, 1, 4));
    expect(boards).toContain(drawn(0, 8));
    expect(boards.filter((board) => board === drawn(0, 1))).toHaveLength(1);
    const before = a.stored();
    await both();
    expect(a.stored()).toEqual(before);
  });

  it('lose nothing where the storage is full', async () => {
    a.play(0, 1);
    a.records.add({ name: 'x', width: 3, height: 3, inks: 1, seconds: 1, hints: 0, at: 7 });
    b.memory.room = b.memory.used + 20;
    await a.sync.run();
    expect(await b.sync.run()).toBe('full');
    expect(await b.sync.run()).toBe('full');
    expect(await a.sync.run()).toBe('kept');
    expect([a.board(), a.records.list().length]).toEqual(['##???????', 1]);
    b.memory.room = Infinity;
    await both();
    expect([b.board(), b.records.list().length]).toEqual(['##???????', 1]);
  });

  it('stop when the player says so, even in the middle', async () => {
    a.play(0);
    server.before = () => a.sync.leave();
    await a.sync.run();
    expect(a.sync.kept).toBeUndefined();
  });

  it('do not send a deleted code again and again', async () => {
    expect(await a.sync.forget()).toBe('kept');
    expect(await b.sync.run()).toBe('unknown');
    const { asked } = server;
    expect(await b.sync.run()).toBe('unknown');
    expect(server.asked).toBe(asked);
    expect(await b.sync.run(true)).toBe('unknown');
    expect(server.asked).toBe(asked + 1);
  });

  it('agree through a proxy that weakens ETags', async () => {
    server.weak = true;
    a.play(0);
    await both();
    a.play(1);
    await both();
    expect(b.board()).toBe('##???????');
  });

  it('leave values of a newer version alone', async () => {
    a.play(0);
    await both();
    b.memory.setItem('nonogram/progress/x', '{"version":9,"value":{}}');
    a.play(1);
    await a.sync.run();
    const there = server.body;
    expect(await b.sync.run()).toBe('newer');
    expect(server.body).toBe(there);
    expect(b.memory.getItem('nonogram/progress/x')).toContain('"version":9');
  });

  it('take over a damaged value from the other, and keep it aside', async () => {
    a.play(0);
    await both();
    b.memory.setItem('nonogram/game/x', '{"version":1,"val');
    await both();
    expect([a.board(), b.board()]).toEqual(['#????????', '#????????']);
    expect(b.store.keys('damaged/')).toHaveLength(1);
  });
});

it('two tabs without locks synchronize one after the other', async () => {
  const draft = a.drafts.fresh(blankDrawing(2, 2));
  const save = (title: string) =>
    a.drafts.save({ ...draft, texts: { title, author: '', license: '', notes: '' } });
  save('first');
  // The player draws after the one has read the progress and before the other does.
  let reads = 0;
  const memory = Object.create(a.memory, {
    getItem: {
      value: (key: string) => {
        if (key.endsWith(draft.id) && ++reads === 2) save('second');
        return a.memory.getItem(key);
      },
    },
  }) as Memory;
  const other = new Sync(new Store(memory), '/progress', server.fetch);
  await Promise.all([a.sync.run(), other.run()]);
  await both();
  for (const { drafts } of [a, b])
    expect(drafts.list().map(({ texts }) => texts.title)).toEqual(['second']);
  expect(a.memory.getItem('nonogram/syncing')).toBeNull();
});

describe('merging', () => {
  const row = (value: unknown) => JSON.stringify({ version: 1, value });
  const state = (rows: Record<string, unknown>): State =>
    new Map(Object.entries(rows).map(([key, value]) => [key, row(value)]));

  it('takes the change of the side that has changed', () => {
    const old = state({ 'settings/theme': 'dark', 'settings/hand': 'left' });
    const mine = state({ 'settings/theme': 'light', 'settings/hand': 'left' });
    const theirs = state({ 'settings/theme': 'dark' });
    expect(merge(atOnce(fingerprints(old)), mine, theirs).state).toEqual(
      state({ 'settings/theme': 'light' }),
    );
  });

  it('is a function: it changes none of its arguments', () => {
    const mine = Object.freeze(state({ 'draft/a': { cells: 'A' } }));
    const theirs = Object.freeze(state({ 'draft/a': { cells: '.' } }));
    const before = [...mine, ...theirs];
    merge({}, mine, theirs);
    expect([...mine, ...theirs]).toEqual(before);
  });
});

describe('merging 500 begun games', () => {
  /** The most work between two turns of the page, if 30,000 characters take 1 ms. */
  async function longestTask(work: () => Promise<unknown>): Promise<number> {
    let [done, began, longest] = [0, 0, 0];
    const endTask = () => {
      longest = Math.max(longest, done - began);
      began = done;
    };
    const { parse, stringify } = JSON;
    const [now, wait] = [performance.now, globalThis.setTimeout];
    const { encode } = TextEncoder.prototype;
    const read = (length: number) => (done += length / 30_000);
    JSON.parse = (text: string) => (read(text.length), parse(text));
    JSON.stringify = (value: unknown) => {
      const text = stringify(value);
      read(text.length);
      return text;
    };
    TextEncoder.prototype.encode = function (text = '') {
      if (text.length < 100_000) read(text.length); // larger is the file, see server.sent
      return encode.call(this, text);
    };
    server.sent = read;
    server.before = endTask; // a response is a task of its own
    performance.now = () => done;
    globalThis.setTimeout = ((next: () => void, ms?: number) => {
      if (!ms) endTask();
      return wait(next, ms);
    }) as typeof setTimeout;
    try {
      await work();
    } finally {
      Object.assign(JSON, { parse, stringify });
      Object.assign(performance, { now });
      globalThis.setTimeout = wait;
      TextEncoder.prototype.encode = encode;
    }
    endTask();
    return longest;
  }

  it('leaves the page a turn within 50 ms, also if all were played on both sides', async () => {
    for (const [key, text] of Object.entries(begunGames(500))) a.memory.map.set(key, text);
    for (const [key, text] of Object.entries(begunGames(500, 100))) b.memory.map.set(key, text);
    for (const { sync } of [a, b, a]) expect(await longestTask(() => sync.run())).toBeLessThan(50);
    expect(b.news.at(-1)!.both).toBe(500);
    const other = new Map(b.stored());
    expect(a.stored().every(([key, text]) => other.get(key) === text)).toBe(true);
  });

  it('leaves the page a turn within 50 ms, from a file and from a server', async () => {
    for (const [key, text] of Object.entries(begunGames(500))) b.memory.map.set(key, text);
    const file = exportProgress(b.store);
    expect(await longestTask(() => importProgress(a.store, file))).toBeLessThan(50);
    expect(a.stored()).toHaveLength(1500);
    expect(await longestTask(() => b.sync.run())).toBeLessThan(50);
    expect(await longestTask(() => a.sync.run())).toBeLessThan(50);
    const other = new Map(b.stored());
    expect(a.stored().every(([key, text]) => other.get(key) === text)).toBe(true);
  });
});
