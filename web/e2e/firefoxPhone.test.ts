// The layout of phones in Firefox, with a finger as its pointer.

import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACK } from '../src/pack/pack';
import { FINGER, FIREFOX, launchFirefox } from './firefox';
import { WAIT_MS } from './patience';
import { serve } from './serve.js';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const PHONES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 412, height: 915 },
];

describe.skipIf(!FIREFOX)('on a phone, in Firefox', () => {
  let browser: Browser;
  let server: { url: string; close: () => Promise<void> };
  let page: Page;
  const troubles: string[] = [];

  beforeAll(async () => {
    server = await serve(DIST, { at: '/' });
    browser = await launchFirefox(FINGER);
    page = await browser.newPage();
    page.setDefaultTimeout(WAIT_MS);
    page.on('pageerror', (e) => troubles.push(String(e)));
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    expect(troubles).toEqual([]);
  });

  /** The size of cells and of the window with cells, after the board has its new size. */
  const look = () =>
    page.$eval('.board[data-origin]', async (board) => {
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
      const { cell, window: box, origin } = (board as HTMLElement).dataset;
      const { left, top } = board.getBoundingClientRect();
      const [, , width, height] = box!.split(',').map(Number);
      const [x, y] = origin!.split(',').map(Number);
      return { cell: Number(cell), width, height, x: left + x, y: top + y };
    });

  async function open(number: number) {
    await page.goto(`${server.url}play/${number}/`);
    await page.waitForSelector('.board[data-origin]');
  }

  it.each([
    [15, PHONES],
    [20, PHONES.slice(1)],
  ])('boards with sides of %i are whole, in cells of 14 pixels or more', async (side, phones) => {
    const all = PACK.filter((p) => p.width === side && p.height === side);
    for (const phone of phones) {
      await page.setViewport(phone);
      for (const { number } of all.filter((_, i) => i % 6 === 0)) {
        await open(number);
        const { cell, width, height } = await look();
        expect(cell, `No. ${number} at ${phone.width}`).toBeGreaterThanOrEqual(14);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(side * cell);
        expect(await page.$('.note')).toBeNull();
      }
    }
  });

  it.each([
    ['', 'main a[href*="/play/"]'],
    ['daily/', '.daily header .button.primary'],
    ['solve/', 'main button'],
  ])('the page "%s" fits, with its first action in view', async (path, action) => {
    for (const phone of PHONES) {
      await page.setViewport(phone);
      await page.goto(server.url + path);
      await page.waitForSelector(action);
      const { wide, bottom } = await page.$eval(action, (first) => ({
        wide: document.documentElement.scrollWidth - innerWidth,
        bottom: first.getBoundingClientRect().bottom - innerHeight,
      }));
      expect(wide, `${path} at ${phone.width}`).toBeLessThanOrEqual(0);
      expect(bottom, `${path} at ${phone.width}`).toBeLessThanOrEqual(0);
    }
  });
});
