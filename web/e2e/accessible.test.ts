// axe-core on all pages and states: light, dark and forced colors, desktop and phone.

import { describe, expect, it } from 'vitest';
import { numberOf, PHONE, runs, solution, useSite } from './app';
import { ROUTES } from '../src/app/routes';
import { LOOKS, violations } from './axe';

const site = useSite();
const STILL = { reducedMotion: 'reduce' } as const;
const ALL_LOOKS = [
  ['light', { ...STILL, colorScheme: 'light', ...PHONE }],
  ['dark', { ...STILL, colorScheme: 'dark' }],
  ['forced colors, light', { ...STILL, colorScheme: 'light', forcedColors: 'active' }],
  ['forced colors, dark', { ...STILL, colorScheme: 'dark', forcedColors: 'active', ...PHONE }],
] as const;

describe.each(LOOKS)('%s', (_, look) => {
  it('gallery, first visit and empty filter', async () => {
    const { page } = await site.open('', look);
    await page.waitForSelector('.card');
    expect(await violations(page)).toEqual([]);
    await page.click('[aria-label="Find a puzzle"]');
    await page.selectOption('label:has-text("Progress") select', 'solved');
    await page.waitForSelector('.empty');
    expect(await violations(page)).toEqual([]);
  });

  it('play, with a hint, dialogs and menu', async () => {
    const table = await (await site.open('play/60/', look)).ready();
    const { page } = table;
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('h');
    await page.waitForSelector('aside li');
    expect(await violations(page)).toEqual([]);
    await page.click('aside [aria-label="Close"]');
    for (const name of ['Settings', 'Keys', 'Share']) {
      await page.click('[aria-label="More"]');
      expect(await violations(page)).toEqual([]);
      await page.click(`[role="menuitem"]:has-text("${name}")`);
      await page.waitForSelector('dialog[open]');
      if (name === 'Share') await page.waitForSelector('dialog figure svg');
      expect(await violations(page)).toEqual([]);
      await page.click('dialog [aria-label="Close"]');
      await page.waitForSelector('dialog', { state: 'detached' });
    }
    await page.keyboard.press('w');
    await page.waitForSelector('.what-if');
    expect(await violations(page)).toEqual([]);
  });

  it('a large board, with the pad of the cursor', async () => {
    const storage = { 'nonogram/settings': '{"version":1,"value":{"cursor":true}}' };
    const table = await (await site.open('play/132/', { ...look, storage })).ready();
    await table.page.waitForSelector('.pad');
    expect(await violations(table.page)).toEqual([]);
  });

  it('a solved puzzle', async () => {
    const table = await (await site.open('play/2/', look)).ready();
    for (const [row, from, to] of runs(solution(2))) await table.drag([row, from], [row, to]);
    await table.solved();
    expect(await violations(table.page)).toEqual([]);
  });

  it('techniques, and one of them', async () => {
    const { page } = await site.open('techniques/', look);
    await page.waitForSelector('.catalogue');
    expect(await violations(page)).toEqual([]);
    await page.goto(site.url + 'techniques/glue/');
    await page.waitForSelector('article');
    expect(await violations(page)).toEqual([]);
  });

  it('a link that cannot be read', async () => {
    const { page } = await site.open('play/#p=nonsense', look);
    await page.waitForSelector('h1:has-text("cannot be read")');
    expect(await violations(page)).toEqual([]);
  });
});

describe.each(ALL_LOOKS)('every page, %s', (_, look) => {
  it('is clean', async () => {
    const { page } = await site.open('', look);
    for (const { path } of ROUTES) {
      await page.goto(site.url + (path === 'play' ? 'play/15/' : path && path + '/'));
      await page.waitForSelector('main h1, .board[data-origin]');
      await page.waitForFunction(() => document.readyState === 'complete');
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await violations(page), `/${path}`).toEqual([]);
    }
  });
});

describe('forced colors', () => {
  it('keep the inks and the board apart', async () => {
    const path = `play/${numberOf('apple')}/`;
    const table = await (await site.open(path, { forcedColors: 'active' })).ready();
    const { page } = table;
    const inks = await page
      .locator('.ink:visible')
      .evaluateAll((list) => list.map((ink) => getComputedStyle(ink).backgroundColor));
    expect(inks.length).toBe(3);
    expect(new Set(inks).size).toBe(3);
    const { x, y } = await table.point(0, 0);
    const [paper, line] = await page.evaluate(
      ([x, y, half]) => {
        const canvas = document.querySelector<HTMLCanvasElement>('.board canvas')!;
        const box = canvas.getBoundingClientRect();
        const at = (left: number) =>
          canvas
            .getContext('2d')!
            .getImageData(left - box.left, y - box.top, 1, 1)
            .data.join();
        return [at(x), at(x + half)];
      },
      [x, y, (await table.cellSize()) / 2],
    );
    expect(paper).not.toBe(line);
    expect(await violations(page)).toEqual([]);
  });
});
