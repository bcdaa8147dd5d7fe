// Recipes of generated puzzles and of days, the first puzzle, and what is kept of a player: records,
// times, moves, and progress as a file or in parts.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isoDay, parseDay, streakOf, weeksOf } from '../src/model/dates';
import { fromJSON } from '../src/model/json';
import type { Puzzle } from '../src/model/puzzle';
import {
  endlessRecipe,
  INKS,
  isMade,
  MADE_LEVELS,
  practiceRecipe,
  readRecipe,
  recipeGame,
  recipeOf,
  recipePath,
  SIDES,
} from '../src/model/recipe';
import { FIRST, STEPS } from '../src/learn/lesson';
import { Game } from '../src/games/game.svelte';
import { Store } from '../src/storage/store';
import { exportProgress, importProgress } from '../src/games/merge';
import { ProgressFileError } from '../src/games/progressFile';
import { Collection, cutIntoParts } from '../src/games/qrParts';
import { Records } from '../src/games/records';
import { Games } from '../src/games/savedGames';
import { grouped, readCode, Sync } from '../src/games/sync';
import { median, rowsOf, weekly } from '../src/records/stats';
import { movesOf } from '../src/records/moves';
import { timesOf } from '../src/records/times';
import { COMMAND } from './command';
import { cells, fromPicture } from './puzzles';

// Strokes have times, which would differ between games that are compared.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('recipes', () => {
  it('come back from their addresses and from the names of their games', () => {
    const wishes = SIDES.flatMap((side) =>
      INKS.flatMap((inks) => MADE_LEVELS.map((level) => ({ side, inks, level }))),
    ).filter(isMade);
    const recipes = [
      practiceRecipe('glue', 12345),
      ...wishes.map((w) => endlessRecipe(w, Number.MAX_SAFE_INTEGER)),
    ];
    for (const recipe of recipes) {
      const fields = new URLSearchParams(recipePath(recipe).split('#')[1]);
      expect(readRecipe(fields)).toEqual(recipe);
      expect(recipeOf(recipeGame(recipe))).toEqual(recipe);
    }
  });

  it('are none where an address makes no sense', () => {
    for (const text of [
      'make=10x15.1.easy.1',
      'make=25x25.1.very-hard.1',
      'make=10x10.9.easy.1',
      'practice=nothing.1',
      'practice=constructor.1',
    ])
      expect(readRecipe(new URLSearchParams(text))).toBeUndefined();
  });
});

describe('days', () => {
  it('are read and written', () => {
    expect(isoDay(parseDay('2024-02-29')!)).toBe('2024-02-29');
    expect(parseDay('2026-02-29')).toBeUndefined();
    const november = weeksOf(2026, 10);
    expect(november[0].map((d) => d?.getDate())).toEqual([...new Array(6).fill(undefined), 1]);
    expect(november.flat().filter(Boolean).length).toBe(30);
  });

  it('make streaks that forgive one missed day, not two', () => {
    const streak = (today: string, ...days: string[]) => streakOf(days, today);
    expect(streak('2026-11-16')).toEqual({ current: 0, best: 0 });
    expect(streak('2026-11-16', '2026-11-16', '2026-11-15')).toEqual({ current: 2, best: 2 });
    expect(streak('2026-11-16', '2026-11-13', '2026-11-15')).toEqual({ current: 2, best: 2 });
    expect(streak('2026-11-16', '2026-11-12', '2026-11-15')).toEqual({ current: 1, best: 1 });
    expect(streak('2026-11-16', '2026-11-13', '2026-11-12')).toEqual({ current: 0, best: 2 });
    // A day that was solved under a wrong date does not hold the streak.
    expect(streak('2026-11-16', '2026-11-15', '2026-11-16', '2027-03-01')).toEqual({
      current: 2,
      best: 2,
    });
    // The end of summer time has a day of 25 hours.
    expect(streak('2026-10-26', '2026-10-24', '2026-10-26').current).toBe(2);
  });
});

describe('the first puzzle', () => {
  it('is led to its picture, no step before the last', () => {
    const game = new Game(FIRST);
    for (const step of STEPS) {
      expect(game.solved).toBe(false);
      const changes = step.cells.map((cell) => ({ cell, from: game.cells[cell], to: step.color }));
      expect(changes.every(({ from, to }) => from !== to)).toBe(true);
      game.draw(changes);
    }
    expect(game.solved).toBe(true);
  });

  it('needs nothing but the named line at each step', () => {
    const game = new Game(FIRST);
    for (const { line, cells, color } of STEPS) {
      for (const cell of cells) {
        // The other color in that cell makes the line impossible.
        const other = new Game(FIRST, { ...game.state, cells: game.cells.slice() });
        other.draw([{ cell, from: game.cells[cell], to: color === 0 ? 1 : 0 }]);
        expect(other.line(line.axis, line.line).possible).toBe(false);
      }
      game.draw(cells.map((cell) => ({ cell, from: game.cells[cell], to: color })));
    }
  });
});

describe('records', () => {
  const solve = (seconds: number, at = 0, name = 'a') => ({
    ...{ name, width: 10, height: 10, inks: 1, level: 'easy' as const, hints: 1, seconds, at },
  });

  it('are summed up by size and difficulty', () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(rowsOf([solve(30), solve(10), solve(20), { ...solve(9), level: undefined }])).toEqual([
      { size: 'small', level: 'easy', count: 3, best: 10, median: 20, hints: 3 },
      { size: 'small', level: undefined, count: 1, best: 9, median: 9, hints: 1 },
    ]);
  });

  it('are counted by weeks', () => {
    const day = 86_400_000;
    expect(weekly([solve(1, 0), solve(1, 8 * day), solve(1, 13 * day)], 3, 14 * day)).toEqual([
      1, 0, 2,
    ]);
  });
});

describe('times', () => {
  const solve = (name: string, seconds: number, at = 0) => ({
    ...{ name, width: 3, height: 3, inks: 1, hints: 2, seconds, at },
  });
  const pictures: Readonly<Record<string, Puzzle>> = {
    a: fromPicture('##.', '###', '#..'),
    'own/b': { ...fromPicture('###', '#.#', '###'), title: 'A secret' },
    'made/10 easy x': fromPicture('#..', '##.', '###'),
    'day/2026-11-16': fromPicture('aab', '.ba', 'aaa'),
  };
  const solves = [
    ...Object.keys(pictures).map((name, i) => solve(name, 20 + 10 * i)),
    ...[solve('a', 5, 9), solve('gone', 7), solve('own/c', 0)],
  ];

  it('are those of the first time, without title and date', async () => {
    const { content, puzzles, missing } = await timesOf(solves, async (name) => pictures[name]);
    expect([puzzles, missing]).toEqual([4, 1]);
    const lines = content
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id, seconds, hints }) => [id, seconds, hints])).toEqual(
      Object.keys(pictures).map((name, i) => [name, 20 + 10 * i, 2]),
    );
    expect(content).not.toMatch(/secret|"at"/);
    expect(fromJSON(lines[3]).rows).toEqual(pictures['day/2026-11-16'].rows);
  });

  it('are what the command calibrates with', async () => {
    const { content } = await timesOf(solves, async (name) => pictures[name]);
    const folder = mkdtempSync(join(tmpdir(), 'times-'));
    const file = join(folder, 'times.jsonl');
    writeFileSync(file, content);
    const told = execFileSync(COMMAND, ['rate', '--calibrate', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(told).toMatch(/^4 times of 4 puzzles; left out: 0 puzzles .* times of 0 ids/);
    expect(told).toMatch(/rank correlation .* n = 4\n/);
  });
});

describe('moves', () => {
  it('are exported with their times as the command calibrates with', async () => {
    const games = new Games(memory(), () => false);
    const pictures: Readonly<Record<string, string[]>> = {
      a: ['##.', '###', '#..'],
      b: ['###', '#.#', '###'],
      c: ['aab', '.ba', 'aaa'],
      one: ['#'],
    };
    vi.useFakeTimers({ now: 5_000_000 });
    for (const [name, rows] of Object.entries(pictures)) {
      const game = new Game(fromPicture(...rows));
      const picture = cells(rows.join(''));
      const filled = [...picture.keys()].filter((i) => picture[i] > 0);
      for (const [step, cell] of filled.entries()) {
        if (step === 2) {
          game.draw([{ cell, from: game.cells[cell], to: 0 }]);
          vi.advanceTimersByTime(9000);
          game.undo();
        }
        if (step === 3) game.countHint();
        vi.advanceTimersByTime(1000 * (step + 1));
        game.draw([{ cell, from: game.cells[cell], to: picture[cell] }]);
      }
      expect(game.solved).toBe(true);
      games.save(name, game, 0);
    }
    vi.useRealTimers();
    const solves = ['a', 'b', 'a', 'c', 'gone', 'one'].map((name) => ({
      ...{ name, width: 3, height: 3, inks: 1, hints: 0, seconds: 9, at: 1 },
    }));
    const find = async (name: string) =>
      pictures[name] ? fromPicture(...pictures[name]) : undefined;
    const content = await movesOf(solves, find, (name, puzzle) => games.replay(name, puzzle));
    const lines = content
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.slice(0, 3).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(lines[3]).toEqual({ type: 'session_start', queue: ['a', 'b', 'c'], t: iso(0) });
    // The time of a stroke is that since the change before; the hint has removed one.
    expect(lines.slice(4, 11)).toEqual([
      { type: 'move', r: 0, c: 0, value: 1, t: iso(0) },
      { type: 'move', r: 0, c: 1, value: 1, t: iso(2000) },
      { type: 'move', r: 1, c: 0, value: 1, t: iso(5000) },
      { type: 'move', r: 1, c: 1, value: 1, t: iso(5000) },
      { type: 'move', r: 1, c: 2, value: 1, t: iso(10_000) },
      { type: 'move', r: 2, c: 0, value: 1, t: iso(16_000) },
      { type: 'check_bank', puzzle_id: 'a', solved: true, mismatches: [], t: iso(16_000) },
    ]);
    const told = execFileSync(COMMAND, ['rate', '--calibrate', '-'], {
      input: content,
      encoding: 'utf8',
    });
    expect(told).toMatch(/^1\d right moves of 3 games that follow from one line; /);
    expect(await movesOf([], find, () => [])).toBe('');
  });

  const iso = (ms: number) => new Date(ms).toISOString();
});

/** A store in memory. */
function memory(): Store {
  const values = new Map<string, string>();
  return new Store({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (i) => [...values.keys()][i] ?? null,
    get length() {
      return values.size;
    },
  });
}

describe('progress as a file', () => {
  const puzzle = fromPicture('##.', '.##', '#.#');
  const draw = (game: Game, ...cells: number[]) =>
    cells.forEach((cell) => game.draw([{ cell, from: game.cells[cell], to: 1 }]));

  function player(...cells: number[]) {
    const store = memory();
    const games = new Games(store, () => false);
    const game = new Game(puzzle);
    draw(game, ...cells);
    games.save('x', game, cells.length);
    return { store, games, game };
  }

  it('puts two boards into one history, once', async () => {
    const [a, b] = [player(0, 1), player(4, 5, 6)];
    const file = exportProgress(b.store);
    expect(await importProgress(a.store, file)).toMatchObject({ both: 1, games: 0, result: 'ok' });
    const merged = new Game(puzzle, a.games.load('x', puzzle).state);
    // The later board is on the table, and undo leads through the other to the blank one.
    expect([...merged.cells]).toEqual([...b.game.cells]);
    const boards = [...merged.earlier()].map(String);
    expect(boards).toContain(String(a.game.cells));
    expect(boards[0]).toBe(String(new Game(puzzle).cells));
    const before = exportProgress(a.store);
    expect(await importProgress(a.store, file)).toMatchObject({ both: 0, games: 0 });
    expect(exportProgress(a.store)).toBe(before);
    // The other way round there is nothing left to ask: one grew out of the other.
    expect(await importProgress(b.store, before)).toMatchObject({ both: 0, games: 1 });
  });

  it('leaves out keys of other shapes and sizes', async () => {
    const [a, b] = [player(0), player(0, 1)];
    const file = JSON.parse(exportProgress(b.store)) as { entries: Record<string, object> };
    const other = { version: 1, value: 'x'.repeat(1000) };
    for (const key of [
      'evil',
      'game',
      'game/',
      'evil/x',
      'game/\u202e',
      'puzzle/' + 'x'.repeat(101),
    ])
      file.entries[key] = other;
    file.entries.labels = { version: 1, value: { ['y'.repeat(101)]: { name: 'n', at: 1 } } };
    const keys = a.store.keys('');
    expect(await importProgress(a.store, JSON.stringify(file))).toMatchObject({ games: 1 });
    expect(a.store.keys('')).toEqual(keys);
  });

  it('goes on with a game that went on elsewhere, and keeps what is solved', async () => {
    const [a, b] = [player(0), player(0, 1)];
    expect(await importProgress(a.store, exportProgress(b.store))).toMatchObject({
      both: 0,
      games: 1,
    });
    expect([...a.games.load('x', puzzle).state!.cells]).toEqual([...b.game.cells]);
    const done = player(0, 1, 4, 5, 6, 8);
    expect(done.game.solved).toBe(true);
    await importProgress(a.store, exportProgress(done.store));
    expect(a.games.progress()['x'].solved).toBe(true);
    expect(a.games.picture('x', 3, 3)).toBeDefined();
    expect(a.games.replay('x', puzzle).length).toBe(6);
    await importProgress(done.store, exportProgress(b.store));
    expect(done.games.progress()['x'].solved).toBe(true);
    expect(new Game(puzzle, done.games.load('x', puzzle).state).solved).toBe(true);
  });

  it('puts records together, and drafts that differ beside each other', async () => {
    const [a, b] = [memory(), memory()];
    const row = { name: 'x', width: 5, height: 5, inks: 1, seconds: 9, hints: 0, at: 1 };
    new Records(a).add(row);
    new Records(b).add(row);
    new Records(b).add({ ...row, at: 2 });
    a.putText('draft/q', '{"version":1,"value":{"cells":"A","updated":1}}');
    b.putText('draft/q', '{"version":1,"value":{"cells":".","updated":2}}');
    const merged = await importProgress(a, exportProgress(b));
    expect(merged).toMatchObject({ records: 1, drafts: 1 });
    expect(new Records(a).list().map((s) => s.at)).toEqual([1, 2]);
    expect(a.keys('draft/').length).toBe(2);
    expect(await importProgress(a, exportProgress(b))).toMatchObject({ records: 0, drafts: 0 });
  });

  it('puts aside and takes back by what was done last, wherever', async () => {
    vi.useFakeTimers({ now: 1 });
    const [a, b] = [memory(), memory()];
    const [one, two] = [new Games(a, () => false), new Games(b, () => false)];
    const key = one.keepPuzzle(puzzle);
    two.keepPuzzle(puzzle);
    two.remove(key);
    await importProgress(a, exportProgress(b));
    expect([one.kept(), one.removed()]).toEqual([[], [key]]);
    vi.setSystemTime(2);
    one.restore(key);
    await importProgress(a, exportProgress(b));
    await importProgress(b, exportProgress(a));
    expect([one.kept(), two.kept()]).toEqual([[key], [key]]);
    // What was deleted for good comes back from another browser as put aside.
    vi.setSystemTime(3);
    one.forget(key);
    await importProgress(a, exportProgress(b));
    expect([one.kept(), one.removed()]).toEqual([[], [key]]);
    // The list of the first version is the earliest of all.
    b.putText('removed', JSON.stringify({ version: 1, value: ['x', key] }));
    expect(two.removed()).toEqual([key]);
    await importProgress(b, exportProgress(a));
    expect(two.removed()).toEqual([key]);
    vi.useRealTimers();
  });

  it('keeps both names where both browsers gave one, and the later folder', async () => {
    vi.useFakeTimers({ now: 1 });
    const [a, b] = [memory(), memory()];
    const [one, two] = [new Games(a, () => false), new Games(b, () => false)];
    one.setLabel('k', ' Old ', 'F');
    vi.setSystemTime(2);
    two.setLabel('k', 'New', '');
    await importProgress(a, exportProgress(b));
    await importProgress(b, exportProgress(a));
    expect([one.label('k').name, two.label('k').folder]).toEqual(['New / Old', '']);
    expect(two.label('k').name).toBe('New / Old');
    expect(one.label('other').name).toBe('');
    vi.useRealTimers();
  });

  it('leaves out under which code it is kept', async () => {
    const store = memory();
    store.putText('sync', '{"version":1,"value":{"code":"SECRET"}}');
    expect(exportProgress(store)).not.toContain('SECRET');
    const entries = { sync: { version: 1, value: { code: 'OTHER' } } };
    const file = { kind: 'nonogram-progress', version: 1, entries };
    await importProgress(store, JSON.stringify(file));
    expect(store.text('sync')).toContain('SECRET');
  });

  it('is sent to a server only when the server still has what was read', async () => {
    const [here, there] = [memory(), memory()];
    there.putText('picture/x', '{"version":1,"value":"A"}');
    here.putText('picture/y', '{"version":1,"value":"B"}');
    let [kept, tag] = [exportProgress(there), 1];
    const asked: string[] = [];
    const server = (async (_: unknown, request: RequestInit) => {
      const headers = new Headers(request.headers);
      asked.push(request.method!);
      const ETag = () => ({ headers: { ETag: String(tag) } });
      if (request.method === 'GET')
        return headers.get('If-None-Match') === String(tag)
          ? new Response(null, { status: 304, ...ETag() })
          : new Response(kept, ETag());
      if (asked.length === 2) {
        // Another browser comes between.
        there.putText('picture/z', '{"version":1,"value":"C"}');
        [kept, tag] = [exportProgress(there), tag + 1];
      }
      if (headers.get('If-Match') !== String(tag)) return new Response(null, { status: 412 });
      [kept, tag] = [request.body as string, tag + 1];
      return new Response(null, { status: 204, ...ETag() });
    }) as typeof fetch;
    const sync = new Sync(here, '/progress', server);
    expect(await sync.join('CODE')).toBe('kept');
    expect(asked).toEqual(['GET', 'PUT', 'GET', 'PUT']);
    expect(Object.keys(JSON.parse(kept).entries)).toEqual(
      expect.arrayContaining(['picture/x', 'picture/y', 'picture/z']),
    );
    expect(here.text('picture/z')).not.toBeNull();
    expect(await sync.run()).toBe('kept');
    expect(asked.slice(4)).toEqual(['GET']); // nothing has changed, nothing is sent
  });

  it('is kept under codes that people write in their own ways', () => {
    const code = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    for (const text of [
      code,
      grouped(code),
      ' ' + grouped(code).toLowerCase() + '\n',
      'https://x/records/#sync=' + code,
    ])
      expect(readCode(text)).toBe(code);
    expect(readCode(code + 'A')).toBeUndefined();
    expect(readCode('')).toBeUndefined();
  });

  it('refuses other files, and leaves everything as it was', async () => {
    const { store } = player(0);
    const before = exportProgress(store);
    for (const text of ['', 'no', '{}', '{"kind":"nonogram-progress","version":9,"entries":{}}'])
      await expect(importProgress(store, text)).rejects.toThrow(ProgressFileError);
    const odd = { 'game/x': { version: 1, value: { cells: '99999999999?', undo: ['!'] } } };
    await importProgress(
      store,
      JSON.stringify({ kind: 'nonogram-progress', version: 1, entries: odd }),
    );
    expect(JSON.parse(exportProgress(store)).entries['game/x']).toEqual(
      JSON.parse(before).entries['game/x'],
    );
  });
});

describe('progress in parts', () => {
  // Digits that do not compress well.
  const text = (seed: number) =>
    Array.from({ length: 4000 }, (_, i) => (Math.imul(i + seed, 0x9e3779b1) >>> 7) % 1000).join(
      'é',
    );
  const parts = async (seed: number) => (await cutIntoParts(text(seed)))!;

  it('is joined from any order, with parts seen twice, and not before it is whole', async () => {
    const all = await parts(1);
    expect(all.length).toBeGreaterThan(3);
    const collection = new Collection();
    const shuffled = [...all.slice(2), ...all.slice(2), all[0]];
    for (const part of shuffled) {
      const series = collection.take(part)!;
      expect(series.missing).toContain(2);
      expect(await series.join()).toBeUndefined();
    }
    const series = collection.take(all[1])!;
    expect(series.missing).toEqual([]);
    expect(await series.join()).toBe(text(1));
  });

  it('keeps the parts of two exports apart', async () => {
    const [one, two] = [await parts(1), await parts(2)];
    expect(one.length).toBe(two.length);
    const collection = new Collection();
    const last = one.map((part, i) => [collection.take(part)!, collection.take(two[i])!]).at(-1)!;
    expect(await Promise.all(last.map((s) => s.join()))).toEqual([text(1), text(2)]);
  });

  it('takes nothing else, and nothing damaged', async () => {
    const all = await parts(3);
    const collection = new Collection();
    for (const other of ['', 'https://example.org/', all[0].replace(':1:', ':0:'), all[0] + '!'])
      expect(collection.take(other)).toBeUndefined();
    all.slice(1).forEach((part) => collection.take(part));
    const swapped = collection.take(all[1].replace(':2:', ':1:'))!;
    expect(swapped.missing).toEqual([]);
    expect(await swapped.join()).toBeUndefined();
  });

  it('is none where it would be too much', async () => {
    const much = Array.from({ length: 80 }, (_, i) => text(i * 7919)).join('');
    expect(await cutIntoParts(much)).toBeUndefined();
  });
});
