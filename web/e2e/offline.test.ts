// Use without a network after the first visit, and the size of the first visit.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../src/i18n/languages';
import { useSite } from './app';

const site = useSite('/folder/');
const BUDGET = 80_000;
/** Each file waits for its turn, which on a phone takes longer than its bytes. */
const MOST_REQUESTS = 36;
/** The table of a puzzle brings the board, the game, and sixteen colored pictures along. */
const TABLE_BUDGET = 144_000;
/** The front page, a game and a hint in it, with everything that is kept for offline. */
const GAME_BUDGET = 1_605_000;
/** The module for hints, 1,203 kB when it was last measured; TestModuleSizes of cmd/wasm holds it. */
const ENGINE_BYTES = 1_210_000;

/** Waits until the service worker answers for the page. */
const controlled = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) {
      await new Promise((r) =>
        navigator.serviceWorker.addEventListener('controllerchange', r, { once: true }),
      );
    }
  });

/** Waits until the engine has been fetched in the background. */
const engineKept = (page: Page) =>
  page.evaluate(async (site) => {
    for (const name of ['engine', 'files', 'make', 'draw']) {
      const address = `${site}engine/${name}.wasm`;
      while (!(await caches.match(address))) await new Promise(requestAnimationFrame);
    }
  }, site.url);

/** Runs in the page: a phone on mobile data. */
const onMobileData = () =>
  Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' } });

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const packed = new Map<string, number>();

/** The size of a file, or of the page at an address, as it is sent. */
function sizeOf(address: string): number {
  const path = address.split(/[?#]/)[0].slice(site.url.length);
  const name = /\.\w+$/.test(path) ? path : path.replace(/\/?$/, '/index.html');
  if (!packed.has(name)) packed.set(name, brotliCompressSync(readFileSync(dist + name)).length);
  return packed.get(name)!;
}
const sizeOfAll = (addresses: Iterable<string>): number =>
  [...new Set(addresses)].reduce((sum, address) => sum + sizeOf(address), 0);

describe('offline', () => {
  it('plays and gives hints after one visit', async () => {
    const table = await site.open('play/15/', { serviceWorkers: 'allow' });
    const { page } = await table.ready();
    await controlled(page);
    await engineKept(page);
    await page.context().setOffline(true);
    await page.reload();
    await table.ready();
    await table.click(0, 0);
    await page.click('[aria-label="Undo"]');
    await page.keyboard.press('h');
    await page.waitForSelector('aside li');
    await page.goto(site.url);
    await page.waitForSelector('.card');
    await page.locator('h2:has-text("Triddlers")').scrollIntoViewIfNeeded();
    await page.click('a:has-text("Triddler 1")');
    await table.ready();
    await page.keyboard.press('h');
    await page.waitForSelector('aside li');
    await page.goto(site.url + 'techniques/glue/');
    await page.waitForSelector('article h1');
    await page.goto(site.url + 'play/140'); // without its slash, and never visited
    await table.ready();
    expect(page.url()).toBe(site.url + 'play/140/');
    // Places that were never visited have their modules too.
    await page.goto(site.url + 'lab/');
    await page.click('button:has-text("Run")');
    await page.waitForSelector('article[data-state="done"]');
    await page.goto(site.url + 'solve/');
    await page.click('button:has-text("Slip of the pen")');
    await page.waitForSelector('h2:has-text("No solution")');
  });

  it('gives hints and endless puzzles after a visit to the front page', async () => {
    const table = await site.open('', { serviceWorkers: 'allow' });
    const { page } = table;
    await page.waitForSelector('.card');
    await controlled(page);
    await engineKept(page);
    await page.context().setOffline(true);
    await page.goto(site.url + 'play/15/');
    await table.ready();
    await page.keyboard.press('h');
    await page.waitForSelector('aside li');
    await page.goto(site.url + 'endless/');
    await page.click('main button.primary, main a.primary');
    await table.ready();
  });

  it('says so where the engine was never fetched', async () => {
    const { page } = await site.open('', {
      serviceWorkers: 'allow',
      script: onMobileData,
      expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
    });
    await page.waitForSelector('.card');
    await controlled(page);
    await page.context().setOffline(true);
    await page.goto(site.url + 'lab/');
    await page.waitForSelector('[role="alert"] >> text=Check the connection');
    await page.click('[role="alert"] summary');
    await page.waitForSelector('[role="alert"] >> text=the site cannot be reached');
    expect(await page.textContent('[role="alert"]')).not.toContain('fetch');
  });
});

describe('the first load', () => {
  it('stays within its budget in every language, without the engine', async () => {
    for (const [path, last, locale, budget] of [
      ...Object.keys(LANGUAGES).map((locale) => ['', '.card', locale, BUDGET] as const),
      ['play/15/', '.board[data-origin]', 'de', TABLE_BUDGET],
    ] as const) {
      const fetched: string[] = [];
      const table = await site.open('?first', { serviceWorkers: 'block', locale });
      await table.page.goto('about:blank');
      table.page.on('request', (r) => fetched.push(r.url()));
      await table.page.goto(site.url + path);
      await table.page.waitForSelector(last);
      // Work that waits for an idle page is done now. Chromium seldom finds no idle moment at all.
      await table.page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(() => resolve(0), { timeout: 10_000 })),
      );
      const total = sizeOfAll(fetched);
      console.log(
        `first load of /${path} in ${locale}: ${fetched.length} requests, ${total} bytes compressed`,
      );
      expect(fetched.some((url) => url.includes('/engine/'))).toBe(false);
      expect(total).toBeLessThan(budget);
      expect(fetched.length).toBeLessThan(MOST_REQUESTS);
    }
  });

  it('and a game with hints is small on mobile data', async () => {
    const fetched: string[] = [];
    const table = await site.open('', { serviceWorkers: 'allow', script: onMobileData });
    const { page } = table;
    page.on('request', (r) => fetched.push(r.url()));
    await page.waitForSelector('.card');
    await controlled(page);
    await page.goto(site.url + 'play/15/');
    await table.ready();
    await page.keyboard.press('h');
    await page.waitForSelector('aside li');
    const kept = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      return (await Promise.all(stores.map((s) => s.keys()))).flat().map((request) => request.url);
    });
    const all = [...fetched, ...kept].filter((url) => url.startsWith(site.url));
    const [engine, rest] = [true, false].map((is) => all.filter((u) => u.endsWith('.wasm') === is));
    expect([...new Set(engine)]).toEqual([site.url + 'engine/engine.wasm']);
    const total = sizeOfAll(rest);
    console.log(`a game with hints: ${total} bytes compressed, besides the engine`);
    expect(total + ENGINE_BYTES).toBeLessThan(GAME_BUDGET);
  });
});
