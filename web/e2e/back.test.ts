// The Back button closes dialogs, menus and sheets before it leaves a page, and restores the
// scroll position.

import { describe, expect, it } from 'vitest';
import { PHONE, type Table, useSite } from './app';
import { WAIT_MS } from './patience';

const site = useSite();

const scrolled = (table: Table) => table.page.evaluate(() => Math.round(scrollY));
const back = (table: Table) => table.page.evaluate(() => history.back());

/** Scrolls until the page has noticed it. */
async function scroll(table: Table, y: number): Promise<void> {
  await table.page.evaluate(
    (y) =>
      new Promise((done) => {
        addEventListener('scroll', () => requestAnimationFrame(done), { once: true });
        scrollTo(0, y);
      }),
    y,
  );
}

async function gallery(path = '#chapter=sketches'): Promise<Table> {
  const table = await site.open(path, PHONE);
  await table.page.waitForSelector('main .card');
  await scroll(table, 600);
  expect(await scrolled(table)).toBe(600);
  return table;
}

/** Clicks the link of a puzzle in view, without scrolling to it. */
const openPuzzle = (table: Table) =>
  table.page.evaluate(() => {
    const links = document.querySelectorAll<HTMLAnchorElement>('main a[href*="/play/"]');
    const inView = [...links].find((a) => a.getBoundingClientRect().top > 60);
    inView!.click();
  });

describe('the scroll position of the gallery returns', () => {
  it('by Back', async () => {
    const table = await gallery();
    await openPuzzle(table);
    await table.ready();
    expect(await scrolled(table)).toBe(0);
    await back(table);
    await expect.poll(() => scrolled(table), { timeout: WAIT_MS }).toBe(600);
  });

  it('by the arrow of the game, which goes back', async () => {
    const table = await gallery();
    const entries = await table.page.evaluate(() => history.length);
    await openPuzzle(table);
    await table.ready();
    await table.page.tap('[aria-label="Back to the puzzles"]');
    await expect.poll(() => scrolled(table), { timeout: WAIT_MS }).toBe(600);
    expect(await table.page.evaluate(() => history.length)).toBe(entries + 1);
  });

  it('from a chapter, and the chapter begins at its top', async () => {
    const table = await gallery('');
    await table.page.evaluate(() => {
      const links = document.querySelectorAll<HTMLAnchorElement>('main a[href*="#"]');
      [...links].find((a) => a.getBoundingClientRect().top > 60)!.click();
    });
    await table.page.waitForURL(/#/);
    await expect.poll(() => scrolled(table), { timeout: WAIT_MS }).toBe(0);
    await back(table);
    await expect.poll(() => scrolled(table), { timeout: WAIT_MS }).toBe(600);
  });

  it('after a reload', async () => {
    const table = await gallery();
    await table.page.reload();
    await expect.poll(() => scrolled(table), { timeout: WAIT_MS }).toBe(600);
  });
});

describe('Back closes', () => {
  it.each([
    ['a dialog', 'Settings', 'dialog[open]'],
    ['the dialog to share', 'Share', 'dialog[open]'],
  ])('%s and stays in the game', async (_, item, what) => {
    const table = await (await site.open('play/1/', PHONE)).ready();
    const { page } = table;
    const url = page.url();
    await page.tap('[aria-label="More"]');
    await page.tap(`[role=menuitem]:has-text("${item}")`);
    await page.waitForSelector(what);
    await back(table);
    await page.waitForSelector(what, { state: 'detached' });
    expect(page.url()).toBe(url);
    await table.click(0, 0);
    expect((await table.board(5, 5))[0]).toContain('A');
  });

  it('a menu and the sheet with a hint', async () => {
    const table = await (await site.open('play/1/', PHONE)).ready();
    const { page } = table;
    await page.tap('[aria-label="More"]');
    await page.waitForSelector('[role=menu]');
    await back(table);
    await page.waitForSelector('[role=menu]', { state: 'detached' });
    await page.tap('.bottom-bar [aria-label="Hint"]');
    await page.waitForSelector('.help');
    await back(table);
    await page.waitForSelector('.help', { state: 'detached' });
    await table.ready();
  });

  it('nothing that was closed otherwise, and then leaves the page', async () => {
    const table = await gallery();
    await openPuzzle(table);
    await table.ready();
    const { page } = table;
    await page.tap('[aria-label="More"]');
    await page.tap('[role=menuitem]:has-text("Settings")');
    await page.tap('dialog [aria-label="Close"]');
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.waitForFunction(() => !history.state.overlays);
    await back(table);
    await expect.poll(() => scrolled(table), { timeout: WAIT_MS }).toBe(600);
  });
});
