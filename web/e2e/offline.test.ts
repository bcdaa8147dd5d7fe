// Use without a network after the first visit, and the size of the first visit.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../src/i18n/languages';
import { useSite } from './app';

const site = useSite('/folder/');
const BUDGET = 84_000;
/** The table of a puzzle brings the board and the game along. */
const TABLE_BUDGET = 128_000;

describe('offline', () => {
  it('plays and gives hints after one visit', async () => {
    const table = await site.open('play/15/', { serviceWorkers: 'allow' });
    const { page } = await table.ready();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const controlled = () => navigator.serviceWorker.controller !== null;
      while (!controlled()) {
        await new Promise((r) =>
          navigator.serviceWorker.addEventListener('controllerchange', r, { once: true }),
        );
      }
    });
    // The engine is fetched in the background.
    await page.evaluate(async () => {
      const kept = (name: string) =>
        caches.match(new URL(`../../engine/${name}.wasm`, location.href));
      for (const name of ['engine', 'files', 'make', 'draw']) {
        while (!(await kept(name))) await new Promise(requestAnimationFrame);
      }
    });
    await page.context().setOffline(true);
    await page.reload();
    await table.ready();
    await table.click(0, 0);
    await page.click('[aria-label="Undo"]');
    await page.keyboard.press('h');
    await page.waitForSelector('aside li');
    await page.goto(site.url);
    await page.waitForSelector('.card');
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

  it('says so where the engine was never fetched', async () => {
    const { page } = await site.open('', {
      serviceWorkers: 'allow',
      expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/,
    });
    await page.waitForSelector('.card');
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) {
        await new Promise((r) =>
          navigator.serviceWorker.addEventListener('controllerchange', r, { once: true }),
        );
      }
    });
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
    const dist = fileURLToPath(new URL('../dist/', import.meta.url));
    const packed = new Map<string, number>();
    const size = (name: string) => {
      if (!packed.has(name)) packed.set(name, brotliCompressSync(readFileSync(dist + name)).length);
      return packed.get(name)!;
    };
    for (const [path, last, locale, budget] of [
      ...Object.keys(LANGUAGES).map((locale) => ['', '.card', locale, BUDGET] as const),
      ['play/15/', '.board[data-origin]', 'de', TABLE_BUDGET],
    ] as const) {
      const fetched: string[] = [];
      const table = await site.open('?first', { serviceWorkers: 'block', locale });
      table.page.on('request', (r) => fetched.push(r.url()));
      await table.page.goto(site.url + path);
      await table.page.waitForSelector(last);
      // Work that waits for an idle page is done now.
      await table.page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(() => resolve(0))),
      );
      const sizes = [...new Set(fetched)].map((url) =>
        size(
          url
            .slice(site.url.length)
            .replace(/\/?$/, (s) => (/\.\w+$/.test(url) ? s : '/index.html')),
        ),
      );
      const total = sizes.reduce((a, b) => a + b, 0);
      console.log(
        `first load of /${path} in ${locale}: ${fetched.length} requests, ${total} bytes compressed`,
      );
      expect(fetched.some((url) => url.includes('/engine/'))).toBe(false);
      expect(total).toBeLessThan(budget);
    }
  });
});
