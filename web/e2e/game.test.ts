// The first visit, the puzzle of the day, endless puzzles, records, and moving progress to
// another browser.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { STEPS } from '../src/learn/lesson';
import { PACK } from '../src/pack/pack';
import { isMade, MADE_LEVELS } from '../src/model/recipe';
import { PHONE, runs, solution, type Table, titleOf, useSite } from './app';
import { violations } from './axe';
import { SLOWDOWN } from './patience';

const site = useSite();

const stored = (table: Table, prefix: string) =>
  table.page.evaluate(
    (p) => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith(p))),
    'nonogram/' + prefix,
  );

/** The clues of the puzzle on the table, as it is kept once something is drawn. */
async function clues(table: Table, name: string): Promise<string> {
  await table.ready();
  await table.click(0, 0);
  await table.page.waitForFunction((key) => localStorage.getItem(key), 'nonogram/puzzle/' + name);
  return Object.values(await stored(table, 'puzzle/' + name))[0];
}

describe('the first visit', () => {
  it('leads to the first win', async () => {
    const table = await site.open('', PHONE);
    const { page } = table;
    await page.tap('text=Learn it in a minute');
    await table.ready();
    for (const [i, { cells, color, text }] of STEPS.entries()) {
      await page.waitForSelector(`.say >> text=${text.slice(0, 30)}`);
      await page.tap(`.tools label >> text=${color === 0 ? 'Cross' : 'Fill'}`);
      if (i === 0) {
        // What does not follow is not taken, and said so.
        await table.click(4, 4);
        await page.waitForSelector('.nudge >> text=marked cells come first');
      }
      for (const cell of cells) await table.click(Math.floor(cell / 5), cell % 5);
    }
    await page.waitForSelector('h1 >> text=Heart');
    expect(await violations(page)).toEqual([]);
    await page.tap('text=Play a small one');
    await table.ready();
  });
});

describe('the library', () => {
  it('finds puzzles, and keeps names and folders', async () => {
    const value = { width: 2, height: 2, rows: [[1], [1]], columns: [[1], [1]] };
    const puzzle = JSON.stringify({ version: 1, value });
    const storage = { 'nonogram/puzzle/own/k1': puzzle };
    const table = await site.open('', { ...PHONE, storage });
    const { page } = table;
    await page.tap('[aria-label^="Name and folder of Your puzzle"]');
    await page.fill('dialog label:has-text("Name") input', 'From grandmother');
    await page.fill('dialog label:has-text("Folder") input', 'Family');
    await page.tap('dialog >> text=Keep');
    await page.waitForSelector('h3 >> text=Family');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await page.waitForSelector('.kept >> text=From grandmother');

    const cards = page.locator('.card');
    await page.tap('.card >> text=Doodles');
    await page.waitForSelector('[aria-label="Show all puzzles"]');
    // Cards are drawn when they come near the view.
    await page.locator('.cards li').last().scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.querySelectorAll('.card').length === 14);
    await page.tap('[aria-label="Show all puzzles"]');
    await page.tap('[aria-label="Find a puzzle"]');
    await page.fill('[aria-label=Find]', 'grandmo');
    await page.waitForSelector('text=No puzzle is like that');
    expect(await page.locator('.kept li').count()).toBe(1);
    await page.fill('[aria-label=Find]', '8x17');
    await page.waitForFunction(() => document.querySelectorAll('.card').length > 0);
    const href = await cards.first().getAttribute('href');
    expect(await cards.count()).toBe(1);
    await page.tap('text=Random');
    await table.ready();
    expect(page.url()).toContain(href);
  });

  it('puts solved boards together, in color', async () => {
    const solved = PACK.filter((e) => e.chapter === 'panoramas').slice(0, 2);
    const value = { solved: true, share: 1, seconds: 9, updated: 5 };
    const table = await site.open('#chapter=panoramas', {
      ...PHONE,
      storage: Object.fromEntries(
        solved.map((e) => [`nonogram/progress/${e.key}`, JSON.stringify({ version: 1, value })]),
      ),
    });
    await table.page.waitForSelector('figure svg.colored');
    expect(await table.page.locator('figure').count()).toBe(3);
    expect(await table.page.locator('figure a').count()).toBe(14);
    expect(await table.page.locator('figure svg.colored').count()).toBe(2);
    expect(await violations(table.page)).toEqual([]);
  });
});

describe('the puzzle of the day', () => {
  it('is the same on the same date in two time zones, and needs no engine', async () => {
    const made: string[] = [];
    for (const timezoneId of ['Pacific/Auckland', 'America/Los_Angeles']) {
      const table = await site.open('daily/', { timezoneId });
      const requests: string[] = [];
      table.page.on('request', (request) => requests.push(request.url()));
      await table.page.clock.setFixedTime(
        new Date(timezoneId.startsWith('P') ? '2026-11-15T12:00:00Z' : '2026-11-16T20:00:00Z'),
      );
      await table.page.reload();
      expect(await violations(table.page)).toEqual([]);
      await table.page.click('.daily header >> text=Play');
      made.push(await clues(table, 'day/2026-11-16'));
      expect(requests.filter((url) => url.includes('.wasm'))).toEqual([]);
    }
    expect(made[0]).toBe(made[1]);
  });

  it.each([
    ['after midnight', '2026-11-16T22:30:00Z', 3600_000, '17'],
    ['after the hour of daylight saving time', '2026-10-24T20:30:00Z', 2 * 3600_000, '25'],
  ])('is the next one %s, while the page is open', async (_, time, ms, day) => {
    for (const path of ['daily/', '']) {
      const { page } = await site.open('learn/', { timezoneId: 'Europe/Berlin' });
      await page.clock.install({ time: new Date(time) });
      await page.goto(site.url + path);
      const today = page.locator('a[href*="#day="]').first();
      expect(await today.getAttribute('href')).toMatch(new RegExp(`${Number(day) - 1}$`));
      await page.clock.fastForward(ms);
      await expect.poll(() => today.getAttribute('href')).toMatch(new RegExp(`${day}$`));
    }
  });

  it('is the next one when the device has slept', async () => {
    const { page } = await site.open('learn/', { timezoneId: 'UTC' });
    await page.clock.setFixedTime(new Date('2026-11-16T22:00:00Z'));
    await page.goto(site.url + 'daily/');
    await page.waitForSelector('.daily header a[href$="2026-11-16"]');
    await page.clock.setFixedTime(new Date('2026-11-17T07:00:00Z'));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.waitForSelector('.daily header a[href$="2026-11-17"]');
  });

  it('shows its picture in colors, its name and the streak when it is solved', async () => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const table = await site.open('', { timezoneId: 'UTC', reducedMotion });
      const { page } = table;
      await page.clock.setFixedTime(new Date('2026-11-16T08:00:00Z'));
      await page.goto(site.url + 'play/#day=2026-11-16');
      await table.ready();
      for (const [row, from, to] of runs(solution('2026-11-16'))) {
        await table.drag([row, from], [row, to]);
      }
      await table.solved();
      await page.waitForSelector('.board[data-colored="1"]');
      const title = titleOf('2026-11-16');
      await page.waitForSelector(`.finish h2:text-is("${title}")`);
      expect(await page.textContent('.streak')).toContain('1 day in a row');
      expect(await violations(page)).toEqual([]);
      // The result is shared as a card, which is drawn without the picture.
      await page.evaluate(() => {
        const shared: ShareData[] = [];
        const share = (data: ShareData) => Promise.resolve(void shared.push(data));
        Object.assign(window, { shared });
        Object.assign(navigator, { canShare: () => true, share });
      });
      await page.click('.finish >> text=Share');
      await page.click('.finish [role=menuitem]:has-text("result")');
      await page.waitForFunction(() => (window as unknown as { shared: [] }).shared.length > 0);
      const [text, type] = await page.evaluate(() => {
        const [{ text, files }] = (window as unknown as { shared: ShareData[] }).shared;
        return [text!, files![0].type];
      });
      expect(type).toBe('image/png');
      expect(text).toContain('November 16');
      expect(text).toMatch(/\d+ × \d+ · \d+:\d\d · without hints/);
      expect(text).toContain('play/#day=2026-11-16');
      expect(text).not.toContain(title);
      // The main action leads to the puzzle that the gallery recommends.
      const next = await page.getAttribute('.finish a.primary', 'href');
      expect(next).toMatch(/play\/1\/$/);
      await page.click('.finish >> text=Calendar');
      await page.waitForSelector('td .solved .thumb svg.colored');
      expect(await violations(page)).toEqual([]);
    }
  });

  it('counts for the streak when it is solved on its date', async () => {
    const row = (day: string) => ({
      ...{ name: 'day/' + day, width: 10, height: 10, inks: 1, seconds: 60, hints: 0 },
      ...{ at: Date.parse(day + 'T12:00Z'), day },
    });
    const value = ['2026-11-12', '2026-11-13', '2026-11-15'].map(row);
    const storage = { 'nonogram/records': JSON.stringify({ version: 1, value }) };
    const table = await site.open('', { storage, timezoneId: 'UTC' });
    await table.page.clock.setFixedTime(new Date('2026-11-16T08:00:00Z'));
    await table.page.goto(site.url + 'daily/');
    await table.page.waitForSelector('.streak >> text=3 days in a row');
    await table.page.goto(site.url + 'records/');
    await table.page.waitForSelector('td >> text=1:00');
    expect(await violations(table.page)).toEqual([]);
  });
});

/** Longer than this nothing may keep the page from painting. */
const FRAME_MS = 50 * SLOWDOWN;

/**
 * Watches the page's own thread until the result is called, which gives the processor time of
 * its longest task: neighbors on the machine do not count, nor do workers.
 */
async function longestTask(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  return async () => {
    interface Event {
      readonly name: string;
      readonly pid: number;
      readonly tid: number;
      readonly tdur?: number;
      readonly args?: { readonly name?: string };
    }
    const text = (await browser.stopTracing()).toString();
    const { traceEvents } = JSON.parse(text) as { traceEvents: readonly Event[] };
    const thread = ({ pid, tid }: Event) => `${pid}/${tid}`;
    const main = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(thread),
    );
    const tasks = traceEvents.filter((e) => e.name === 'RunTask' && main.has(thread(e)));
    return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
  };
}

describe('endless puzzles', () => {
  it('of every level are made in the background', async () => {
    const table = await site.open('endless/');
    const { page } = table;
    expect(await violations(page)).toEqual([]);
    const longest = await longestTask(page);
    const made = () =>
      page.evaluate(() =>
        performance.getEntriesByName('made').map((e) => (e as PerformanceMeasure).detail as string),
      );
    const quick = MADE_LEVELS.filter((level) => level !== 'expert' || process.env.NONOGRAM_LONG);
    for (const level of [...quick].reverse()) {
      expect(isMade({ side: 10, inks: 1, level })).toBe(true);
      await page.click(`label:has(input[value="${level}"])`);
      await page.waitForFunction(
        (name) =>
          performance
            .getEntriesByName('made')
            .some((e) => ((e as PerformanceMeasure).detail as string).includes(`.${name}.`)),
        level.replace(' ', '-'),
      );
    }
    const ms = await longest();
    console.log(`endless: the longest task of the page took ${ms.toFixed(1)} ms of a processor`);
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThan(FRAME_MS);
    expect(new Set(await made()).size).toBeGreaterThanOrEqual(quick.length);

    // The one that was made is the one that is played, and the next is made meanwhile.
    await page.click('.endless .button');
    await table.ready();
    const before = (await made()).length;
    await table.click(0, 0);
    await page.waitForFunction(
      (n) => performance.getEntriesByName('made').length > n,
      Math.min(before, quick.length),
    );
    expect(Object.keys(await stored(table, 'puzzle/made/')).length).toBe(1);
  });

  it('for experts say that they are being made, and can be given up', async () => {
    const { page } = await site.open('endless/');
    await page.click('label:has(input[value="expert"])');
    await page.waitForSelector('[role=status] >> text=It is being made');
    await page.click('text=Cancel');
    await page.waitForSelector('text=None has been made');
    await page.click('.endless .button');
    await page.waitForSelector('[role=status] >> text=This puzzle is being made');
    expect(await violations(page)).toEqual([]);
    await page.click('text=Cancel');
    await page.waitForSelector('h1 >> text=Endless');
    // A game that was given up is not offered again.
    await page.click('label:has(input[value="trivial"])');
    await page.waitForFunction(() => performance.getEntriesByName('made').length > 0);
  });
});

describe('progress', () => {
  it('is shown as codes, and read from their pictures', async () => {
    const one = await (await site.open('play/1/')).ready();
    await one.click(0, 0);
    await one.page.goto(site.url + 'records/');
    await one.page.click('summary >> text=By QR codes');
    await one.page.click('text=Show the codes');
    const code = one.page.locator('svg[aria-label="Code 1 of 1"]');
    await code.waitFor();
    expect(await violations(one.page)).toEqual([]);
    const buffer = await code.screenshot();
    const other = await site.open('records/');
    await other.page.click('summary >> text=By QR codes');
    await other.page.setInputFiles('[aria-label="Pictures of codes"]', {
      ...{ name: 'code.png', mimeType: 'image/png', buffer },
    });
    await other.page.waitForSelector('text=Added: 1 game.');
    expect(Object.keys(await stored(other, 'game/')).length).toBe(1);
  });

  it('goes to another browser, where nothing is lost', async () => {
    const solve = { ...{ name: 'day/2026-11-12', width: 15, height: 15, inks: 1 }, hints: 0 };
    const value = [{ ...solve, seconds: 60, at: 1, day: '2026-11-12' }];
    const storage = { 'nonogram/records': JSON.stringify({ version: 1, value }) };
    const one = await (await site.open('play/1/', { storage })).ready();
    await one.click(0, 0);
    await one.page.goto(site.url + 'records/');
    const [file] = await Promise.all([
      one.page.waitForEvent('download'),
      one.page.click('text=Save to a file'),
    ]);
    const other = await (await site.open('play/1/')).ready();
    await other.click(2, 2);
    await other.page.goto(site.url + 'records/');
    await other.page.setInputFiles('[aria-label="A file of progress"]', await file.path());
    await other.page.waitForSelector(
      'text=Added: 1 game and 1 record. A game was played here and elsewhere.',
    );
    const text = readFileSync(await file.path(), 'utf8');
    const [theirs] = Object.entries<{ value: { cells: string; undo: string[] } }>(
      JSON.parse(text).entries,
    ).filter(([key]) => key.startsWith('game/'));
    const [mine] = Object.values(await stored(other, 'game/')).map((t) => JSON.parse(t).value);
    // Both strokes are in the history, and the latest board is on the table.
    expect(mine.undo.join(' ')).toContain(theirs[1].value.undo[0]);
    expect(mine.cells).not.toBe(theirs[1].value.cells);
    expect(mine.undo.length).toBe(3);
    await other.page.goto(site.url + 'play/1/');
    await other.ready();
    await other.page.keyboard.press('z');
    await other.page.keyboard.press('z');
    const after = Object.values(await stored(other, 'game/')).map((t) => JSON.parse(t).value);
    expect(after[0].cells).toBe(theirs[1].value.cells);
    await other.page.clock.setFixedTime(new Date('2026-11-16T12:00:00Z'));
    await other.page.goto(site.url + 'daily/');
    expect(await other.page.textContent('td a.solved')).toMatch(/12\s*solved/);
  });

  it('has the times, for those who ask', async () => {
    const table = await (await site.open('play/1/')).ready();
    await table.click(0, 0);
    const [key] = Object.keys(await stored(table, 'game/'));
    const name = key.slice('nonogram/game/'.length);
    await table.page.evaluate((name) => {
      const solve = { ...{ name, width: 5, height: 5, inks: 1 }, seconds: 60, hints: 1, at: 0 };
      const value = [solve, { ...solve, name: 'own/gone' }];
      localStorage.setItem('nonogram/records', JSON.stringify({ version: 1, value }));
    }, name);
    await table.page.goto(site.url + 'records/');
    const [file] = await Promise.all([
      table.page.waitForEvent('download'),
      table.page.click('text=Save times to a file'),
    ]);
    await table.page.waitForSelector('text=1 puzzle is not here any more');
    const [line, ...others] = readFileSync(await file.path(), 'utf8').split('\n');
    expect(others).toEqual(['']);
    expect(JSON.parse(line)).toMatchObject({ id: name, seconds: 60, hints: 1 });
    expect(JSON.parse(line).rows.length).toBeGreaterThan(3);
    expect(await violations(table.page)).toEqual([]);
  });
});
