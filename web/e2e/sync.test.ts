// Progress kept on one's own server: two browsers through a real `nonogram serve --sync`,
// killed in between.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../tests/command';
import { type Options, type Table, useSite } from './app';
import { violations } from './axe';

const site = useSite();
const folder = mkdtempSync(join(tmpdir(), 'nonogram-sync-'));
let server: { process: ChildProcess; url: string };

/** Starts the server and reads its address from its output. */
async function start(): Promise<void> {
  const process = spawn(COMMAND, ['serve', '--addr', '127.0.0.1:0', '--sync', folder]);
  const url = await new Promise<string>((found, failed) => {
    process.once('error', failed);
    process.stdout.on('data', (data: Buffer) => found(/http:\S+/.exec(String(data))![0]));
  });
  server = { process, url };
}

/** Ends it without a warning. */
function kill(): Promise<void> {
  const ended = new Promise<void>((done) => server.process.once('exit', () => done()));
  server.process.kill('SIGKILL');
  return ended;
}

beforeAll(start);
afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true });
});

/** Opens a page whose API is the server. */
async function open(path: string, options: Options = {}): Promise<Table> {
  const table = await site.open('learn/', { expected: /Failed to load resource/, ...options });
  const answer = async (route: Route): Promise<void> => {
    const url = server.url + 'api/v1/progress';
    // The page's own origin is another port here, where the site is one of files.
    const { origin, ...headers } = await route.request().allHeaders();
    void origin;
    await route.fetch({ url, headers }).then(
      (response) => route.fulfill({ response }),
      () => route.abort('connectionrefused'),
    );
  };
  await table.page.context().route('**/api/v1/**', (route) => answer(route).catch(() => undefined)); // a page that has closed needs no answer
  await table.page.goto(site.url + path);
  return table;
}

const games = (table: Table) =>
  table.page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('nonogram/game/'))
      .map(([, text]) => JSON.parse(text).value as { cells: string; undo: string[] }),
  );

const UP_TO_DATE = '[aria-busy=false] >> text=Last brought up to date';

async function enter(table: Table, code: string): Promise<void> {
  const { page } = table;
  await page.goto(site.url + 'records/#sync=' + code);
  await page.reload();
  await page.click('text=Use this code');
}

describe('progress on a server', () => {
  it('goes from browser to browser, and survives the death of the server', async () => {
    const one = await (await open('play/1/')).ready();
    await one.click(0, 0);
    await one.page.goto(site.url + 'records/');
    await one.page.click('summary >> text=Keep it on a server too');
    expect(await violations(one.page)).toEqual([]);
    await one.page.click('text=Keep it under a new code');
    const code = (await one.page.textContent('code'))!;
    expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{2}$/);
    await one.page.click('button >> text=QR code');
    await one.page.waitForSelector('svg[aria-label="QR code of the link"]');
    expect(await violations(one.page)).toEqual([]);

    // The other has played on the same board before it has the code.
    const other = await (await open('play/1/')).ready();
    await other.click(2, 2);
    await enter(other, code);
    await other.page.waitForSelector(UP_TO_DATE);
    expect((await games(other))[0].undo.length).toBe(3);

    await kill();
    await other.page.goto(site.url + 'play/2/');
    await other.ready();
    await other.click(1, 1);
    await other.page.goto(site.url + 'records/');
    await other.page.waitForSelector('text=The server cannot be reached now');
    await start();
    await other.page.click('text=Bring up to date');
    await other.page.waitForSelector(UP_TO_DATE);

    // The first has its board open meanwhile: it is not overwritten, and follows.
    await one.page.goto(site.url + 'play/1/');
    await one.page.waitForFunction(
      () =>
        Object.keys(localStorage).filter((key) => key.startsWith('nonogram/game/')).length === 2,
    );
    await one.ready();
    await one.click(3, 3);
    await one.page.goto(site.url + 'records/');
    await one.page.waitForSelector(UP_TO_DATE);
    const both = await games(one);
    expect(both.map(({ undo }) => undo.length).sort()).toEqual([1, 4]);
    await other.page.click('text=Bring up to date');
    await other.page.waitForFunction(
      (n) =>
        Object.entries(localStorage).some(
          ([key, text]) =>
            key.startsWith('nonogram/game/') && JSON.parse(text).value.undo.length === n,
        ),
      4,
    );
    expect(new Set(await games(other))).toEqual(new Set(both));

    // Deleted from the server, it is in the browsers all the same.
    await one.page.click('text=Delete from the server');
    await one.page.waitForSelector('summary >> text=Keep it on a server too');
    expect(readdirSync(folder)).toEqual(['lock']);
    expect((await games(one)).length).toBe(2);
  });

  it('carries a half-done puzzle within seconds, on leaving and on return', async () => {
    const one = await open('records/', { heldTimers: true });
    await one.page.click('summary >> text=Keep it on a server too');
    await one.page.click('text=Keep it under a new code');
    const code = (await one.page.textContent('code'))!;
    const two = await open('records/', { heldTimers: true });
    await enter(two, code);
    await two.page.waitForSelector(UP_TO_DATE);
    for (const table of [one, two]) await table.page.goto(site.url + 'play/1/');
    const show = (table: Table, state: 'visible' | 'hidden') =>
      table.page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    // The response to a request that carries so many strokes; others may be under way.
    const written = (table: Table, strokes: number) =>
      table.page.waitForResponse((r) => {
        if (r.request().method() !== 'PUT' || !r.ok()) return false;
        const { entries } = r.request().postDataJSON() as {
          entries: Record<string, { value: { undo?: string[] } }>;
        };
        return Object.entries(entries).some(
          ([key, { value }]) => key.startsWith('game/') && value.undo?.length === strokes,
        );
      });
    const follows = async (table: Table, strokes: number) => {
      await show(table, 'visible');
      await table.page.waitForFunction(
        (strokes) =>
          Object.entries(localStorage).some(
            ([key, text]) =>
              key.startsWith('nonogram/game/') && JSON.parse(text).value.undo.length === strokes,
          ),
        strokes,
      );
    };

    // A stroke, and less than three seconds later it is sent.
    await one.ready();
    await one.elapse();
    const first = written(one, 1);
    await one.click(0, 0);
    const timers = await one.elapse();
    expect(timers.filter((ms) => ms <= 3000).length).toBeGreaterThan(0);
    await first;
    await (await two.ready()).elapse();
    await follows(two, 1);

    // Another stroke, sent when the page is hidden. The other browser continues.
    const second = written(one, 2);
    await one.click(2, 2);
    await show(one, 'hidden');
    await second;
    await follows(two, 2);
    const third = written(two, 3);
    await two.click(3, 3);
    await show(two, 'hidden');
    await third;
    await follows(one, 3);
    expect(await one.board(5, 5)).toEqual(await two.board(5, 5));
  });

  it('gives nothing for a wrong code', async () => {
    const table = await open('records/');
    await enter(table, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    await table.page.waitForSelector('text=Nothing is kept under this code.');
    expect(await games(table)).toEqual([]);
    await table.page.fill('input:not([type=file])', 'not a code');
    expect(await table.page.isDisabled('text=Use this code')).toBe(true);
  });

  it('is told where there is no such server', async () => {
    const table = await site.open('records/', { expected: /Failed to load resource/ });
    await table.page.click('summary >> text=Keep it on a server too');
    await table.page.click('text=Keep it under a new code');
    await table.page.waitForSelector('text=This site keeps no progress.');
  });
});
