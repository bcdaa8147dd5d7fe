// All pages on screens from 320×256, which is 1280×1024 at 400 %, to 3840×2160: no page is wider
// than its window, every target is large enough, and the game can be played.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ROUTES } from '../src/app/routes';
import { numberOf, PHONE, runs, solution, type Table, useSite } from './app';
import { cutTexts, excessWidth, smallTargets, spaceText } from './measure';

const site = useSite();
const SCREENS = [
  [320, 256],
  [320, 640],
  [640, 360],
  [960, 540],
  [3840, 2160],
] as const;
const HEART = 2;
const LARGE = numberOf('tall-ship');
const COLORED = numberOf('apple');

async function expectRoom(page: Page, where: string): Promise<void> {
  expect(await excessWidth(page), `${where}: pixels too wide`).toBe(0);
  expect(await smallTargets(page), where).toEqual([]);
}

/** Draws a puzzle of the pack to the win, scrolling where it must. */
async function win(table: Table, number: number): Promise<void> {
  for (const [row, from, to] of runs(solution(number))) {
    await table.drag([row, from], [row, to]);
  }
  await table.solved();
}

describe.each(SCREENS)('on %i × %i', (width, height) => {
  const screen = { viewport: { width, height }, reducedMotion: 'reduce' } as const;

  it('every page has room, and large targets', async () => {
    const { page } = await site.open('', screen);
    for (const { path } of ROUTES) {
      if (path === 'play') continue;
      await page.goto(site.url + (path && path + '/'));
      await page.waitForSelector('main h1, .board[data-origin]');
      await expectRoom(page, `/${path}`);
    }
  });

  it('a game is played to the win', async () => {
    const table = await (await site.open(`play/${HEART}/`, screen)).ready();
    const { page } = table;
    await expectRoom(page, 'the game');
    const look = await table.look();
    expect(look.cell).toBeGreaterThanOrEqual(24);
    expect(look.window.height).toBeGreaterThan(0.3 * height);
    const board = (await page.locator('.board').boundingBox())!;
    expect(board.width).toBeGreaterThan(width / 2);
    await win(table, HEART);
    await expectRoom(page, 'the win');
  });

  it('large and colored boards, their help and dialogs have room', async () => {
    const { page } = await (await site.open(`play/${COLORED}/`, screen)).ready();
    await expectRoom(page, 'the colored board');
    await page.goto(`${site.url}play/${LARGE}/`);
    await page.waitForSelector('.board[data-origin]');
    await expectRoom(page, 'the large board');
    await page.keyboard.press('h');
    await page.waitForSelector('aside li');
    await expectRoom(page, 'the hint');
    await page.keyboard.press('Escape');
    await page.keyboard.press('w');
    await page.waitForSelector('.what-if');
    await expectRoom(page, 'what if');
    for (const name of ['Settings', 'Keys', 'Share']) {
      await page.click('[aria-label="More"]');
      await expectRoom(page, 'the menu');
      await page.click(`[role="menuitem"]:has-text("${name}")`);
      await page.waitForSelector('dialog[open]');
      await expectRoom(page, name);
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { state: 'detached' });
    }
  });
});

// The languages with the longest words.
describe.each([
  ['de-DE', 320, 256],
  ['de-DE', 320, 640],
  ['fr-FR', 320, 256],
  ['fr-FR', 320, 640],
] as const)('in %s on %i × %i', (locale, width, height) => {
  const screen = { locale, viewport: { width, height }, reducedMotion: 'reduce' } as const;

  async function expectWords(page: Page, where: string): Promise<void> {
    await expectRoom(page, where);
    expect(await cutTexts(page), where).toEqual([]);
  }

  it('every page has room for its words', async () => {
    const { page } = await site.open('', screen);
    for (const { path } of ROUTES) {
      await page.goto(site.url + (path === 'play' ? `play/${COLORED}/` : path && path + '/'));
      await page.waitForSelector('main h1, .board[data-origin]');
      await expectWords(page, `/${path}`);
    }
  });

  it('dialogs outside of a game have room', async () => {
    const table = await (await site.open('create/', screen)).ready();
    const { page } = table;
    const close = async () => {
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { state: 'detached' });
    };
    const expectDialog = async (where: string) => {
      await page.waitForSelector('dialog[open]');
      await expectWords(page, where);
      await close();
    };
    await page.click('header .tools button');
    await expectDialog('settings');
    await page.focus('[role="grid"]');
    await page.keyboard.press('Space');
    for (const [i, name] of ['export', 'share', 'picture'].entries()) {
      await page.click(`aside .button:not(.primary) >> nth=${i}`);
      await expectDialog(name);
    }
    for (const i of [1, -1]) {
      await page.click('aside .head [aria-haspopup]');
      await page.click(`[role="menuitem"] >> nth=${i}`);
      await expectDialog(i === 1 ? 'drafts' : 'keys');
    }
  });
});

describe.each([
  ['a phone', PHONE],
  ['a phone in landscape', { ...PHONE, viewport: { width: 844, height: 390 } }],
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
])('with spaced text, on %s', (_, screen) => {
  it('no page cuts texts or lays one over another', async () => {
    const { page } = await site.open('', screen);
    for (const { path } of ROUTES) {
      await page.goto(site.url + (path === 'play' ? `play/${COLORED}/` : path && path + '/'));
      await page.waitForSelector('main h1, .board[data-origin]');
      await spaceText(page);
      expect(await excessWidth(page), `/${path}: pixels too wide`).toBe(0);
      expect(await cutTexts(page), `/${path}`).toEqual([]);
    }
  });
});
