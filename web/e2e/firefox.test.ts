// The same site in Firefox: play, solve, create, offline. Where there is no Firefox, this is
// left out, and make says so.

import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runs, solution } from './app';
import { FIREFOX, launchFirefox } from './firefox';
import { WAIT_MS } from './patience';
import { serve } from './serve.js';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

describe.skipIf(!FIREFOX)('in Firefox', () => {
  let browser: Browser;
  let server: { url: string; close: () => Promise<void> };
  let page: Page;
  const troubles: string[] = [];

  beforeAll(async () => {
    server = await serve(DIST, { at: '/folder/' });
    browser = await launchFirefox();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  beforeEach(async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(WAIT_MS);
    await page.setViewport({ width: 1280, height: 800 });
    page.on('console', (m) => m.type() === 'error' && troubles.push(m.text()));
    page.on('pageerror', (e) => troubles.push(String(e)));
    return async () => {
      await page.close();
      expect(troubles.splice(0)).toEqual([]);
    };
  });

  const go = (path: string) => page.goto(server.url + path);
  const table = () => page.waitForSelector('.board[data-origin]');
  const says = (selector: string, text: string) =>
    page.waitForFunction(
      (selector, text) =>
        [...document.querySelectorAll(selector)].some((e) => e.textContent!.includes(text)),
      {},
      selector,
      text,
    );
  const press = async (selector: string, text: string) => {
    await says(selector, text);
    const all = await page.$$(selector);
    for (const one of all) {
      if (!(await one.evaluate((e, text) => e.textContent!.includes(text), text))) continue;
      return one.click();
    }
  };

  async function point(row: number, column: number): Promise<[number, number]> {
    await table();
    return page.evaluate(
      async (row, column) => {
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
        const board = document.querySelector<HTMLElement>('.board[data-origin]')!;
        const [x, y] = board.dataset.origin!.split(',').map(Number);
        const cell = Number(board.dataset.cell);
        const box = board.getBoundingClientRect();
        return [box.left + x + (column + 0.5) * cell, box.top + y + (row + 0.5) * cell] as [
          number,
          number,
        ];
      },
      row,
      column,
    );
  }

  async function drag(row: number, from: number, to: number) {
    await page.mouse.move(...(await point(row, from)));
    await page.mouse.down();
    await page.mouse.move(...(await point(row, to)));
    await page.mouse.up();
  }

  it('Back and the arrow return to the scroll position, and Back closes dialogs', async () => {
    await page.setViewport({ width: 390, height: 844 });
    await go('#chapter=sketches');
    await page.waitForSelector('main .card');
    const at = () => page.waitForFunction(() => Math.round(scrollY) === 600);
    await page.evaluate(() => scrollTo(0, 600));
    await at();
    for (const goBack of ['history', 'arrow', 'history']) {
      await page.evaluate(() => {
        const links = document.querySelectorAll<HTMLAnchorElement>('main .card');
        [...links].find((a) => a.getBoundingClientRect().top > 60)!.click();
      });
      await table();
      await page.click('[aria-label="More"]');
      await page.waitForSelector('[role=menu]');
      await page.evaluate(() => history.back());
      await page.waitForFunction(() => !document.querySelector('[role=menu]'));
      if (goBack === 'arrow') await page.click('[aria-label="Back to the puzzles"]');
      else await page.evaluate(() => history.back());
      await at();
    }
  });

  it('a puzzle is played to the end, with a hint on the way, and goes on after a reload', async () => {
    await go('play/15/');
    const [first, ...others] = runs(solution(15));
    await drag(first[0], first[1], first[2]);
    await page.keyboard.press('h');
    await says('aside', 'Look at');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.waitForSelector('.wide [aria-label="Undo"]:not(:disabled)');
    for (const [row, from, to] of others) await drag(row, from, to);
    await page.waitForSelector('.finish');
    await go('');
    await says('.tally', '1 of 277 solved');
  });

  it('a text is read, solved and explained', async () => {
    await go('solve/');
    await press('button', 'Slip of the pen');
    await says('h2', 'No solution');
    await go('solve/');
    await page.waitForSelector('textarea');
    await page.type('textarea', 'width 3\nheight 3\nrows\n3\n1\n1\ncolumns\n1\n3\n1');
    await press('form .button', 'Solve');
    await says('h2', 'One solution');
    await press('button', 'Show the answer');
    await press('button', 'Explain');
    await page.waitForSelector('[aria-label="To the end"]');
  });

  it('a picture is drawn, judged, tested and exported', async () => {
    await go('create/');
    await drag(2, 2, 8);
    await drag(3, 2, 8);
    await says('[data-verdict="unique"]', 'Unique');
    await press('button', 'Test play');
    await page.waitForSelector('.play .board[data-origin]');
    await drag(2, 2, 8);
    await drag(3, 2, 8);
    await page.waitForSelector('.finish');
    await press('a', 'Back to the drawing');
    await press('button', 'Export');
    await page.waitForSelector('dialog[open] button');
  });

  it('all of it is there without a network', async () => {
    await go('play/15/');
    await table();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const kept = (name: string) =>
        caches.match(new URL(`../../engine/${name}.wasm`, location.href));
      for (const name of ['engine', 'files', 'make', 'draw']) {
        while (!(await kept(name))) await new Promise(requestAnimationFrame);
      }
    });
    // Stopping the server is like having no network, because the page uses no other host.
    const { url } = server;
    await server.close();
    await page.goto(url + 'play/16/');
    await table();
    await page.keyboard.press('h');
    await says('aside', 'Look at');
    await page.goto(url + 'solve/');
    await press('button', 'Slip of the pen');
    await says('h2', 'No solution');
    await page.goto(url + 'create/');
    await drag(2, 2, 8);
    await page.waitForSelector('[data-verdict="unique"]');
    await page.goto(url + 'lab/');
    await press('button:not(:disabled)', 'Run');
    await page.waitForSelector('article[data-state="done"]');
  });
});
