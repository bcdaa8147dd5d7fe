// Promises to players: no work is ever lost, notices cover no tool, and messages are true.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { toJSON } from '../src/model/json';
import { encodePuzzle, puzzleKey } from '../src/model/share';
import { packPuzzle } from '../src/pack/pack';
import { fromPicture } from '../tests/puzzles';
import { numberOf, PHONE, runs, solution, type Table, useSite } from './app';

const site = useSite();

async function win(table: Table, picture: readonly string[]): Promise<void> {
  for (const [row, from, to] of runs(picture)) {
    await (from === to ? table.click(row, from) : table.drag([row, from], [row, to]));
  }
  await table.solved();
}

const tally = (page: Page) => page.textContent('.tally');

describe('removing a puzzle', () => {
  it('takes no win from the pack, and can be undone', async () => {
    const puzzle = (await packPuzzle(1))!;
    const table = await (await site.open('play/1/', { heldTimers: true })).ready();
    const { page } = table;
    await win(table, solution(1));
    // The same clues as a puzzle of one's own: opened in Solve, played, begun.
    await page.goto(site.url + 'solve/#p=' + encodePuzzle(puzzle));
    await page.click('button:has-text("Play")');
    await table.ready();
    await table.click(0, 0);
    await page.goto(site.url);
    expect(await tally(page)).toContain('1 of 277 solved');
    const own = page.locator('section[aria-label="Your puzzles"] .kept li');
    await own.waitFor();
    expect(await own.count()).toBe(1);
    const size = `${puzzle.width} by ${puzzle.height}`;
    await page.click(`[aria-label="Remove Your puzzle, ${size}"]`);
    await page.waitForSelector('.notice >> text=are removed');
    expect(await own.count()).toBe(0);
    expect(await tally(page)).toContain('1 of 277 solved');
    await page.click('.notice >> text=Undo');
    await own.waitFor();
    // Later too, and after a reload.
    await page.click(`[aria-label="Remove Your puzzle, ${size}"]`);
    await page.reload();
    await page.click('summary:has-text("Removed: 1")');
    await page.click(`[aria-label="Restore Your puzzle, ${size}"]`);
    await own.locator('a').click();
    await table.ready();
    expect(await page.locator('.wide [aria-label="Undo"]:not(:disabled)').count()).toBe(1);
    await page.goto(site.url);
    await page.click(`[aria-label="Remove Your puzzle, ${size}"]`);
    await page.click('summary:has-text("Removed: 1")');
    await page.click(`[aria-label="Delete Your puzzle, ${size} for good"]`);
    await page.waitForSelector('section[aria-label="Your puzzles"]', { state: 'detached' });
    expect(await tally(page)).toContain('1 of 277 solved');
    await page.goto(site.url + 'play/1/');
    await table.solved();
  });

  it('finds what earlier versions have kept together', async () => {
    const puzzle = { ...(await packPuzzle(1))!, title: 'Mine' };
    const key = puzzleKey(puzzle);
    const value = (value: unknown) => JSON.stringify({ version: 1, value });
    const { page } = await site.open('', {
      storage: {
        [`nonogram/puzzle/${key}`]: value(toJSON(puzzle)),
        'nonogram/progress': value({ [key]: { solved: true, share: 1, seconds: 9, updated: 1 } }),
      },
    });
    await page.waitForSelector('section[aria-label="Your puzzles"] >> text=Mine');
    expect(await tally(page)).toContain('1 of 277 solved');
    await page.click('[aria-label^="Remove Mine"]');
    await page.waitForSelector('.kept li', { state: 'detached' });
    expect(await tally(page)).toContain('1 of 277 solved');
  });
});

describe('test plays', () => {
  it('leave no puzzles behind', async () => {
    const { page } = await site.open('create/');
    for (const column of [0, 2, 4]) {
      await page.waitForSelector('.board[data-origin]');
      await page.focus('[role="grid"]');
      for (let i = 0; i < column; i++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
      await page.click('text=Test play');
      await page.waitForSelector('.play .board[data-origin]');
      await page.keyboard.press('x');
      await page.click('[aria-label="Back to the drawing"]');
    }
    await page.goto(site.url);
    await page.waitForSelector('.card');
    expect(await page.locator('section[aria-label="Your puzzles"]').count()).toBe(0);
    expect(await page.locator('.feature:has-text("Continue")').count()).toBe(0);
  });

  it('go on where they were after a reload', async () => {
    const table = await site.open('create/');
    const { page } = await table.ready();
    await page.focus('[role="grid"]');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.click('text=Test play');
    await page.waitForSelector('.play .board[data-origin]');
    await table.click(4, 4, 'right');
    await page.reload();
    await table.ready();
    expect(await page.locator('.wide [aria-label="Undo"]:not(:disabled)').count()).toBe(1);
    expect(await page.locator('[aria-label="Back to the drawing"]').count()).toBe(1);
  });
});

describe('notices', () => {
  for (const [name, options] of [
    ['a desktop', { viewport: { width: 1280, height: 800 } }],
    ['a small window', { viewport: { width: 800, height: 700 } }],
    ['a phone', PHONE],
    ['a phone on its side', { ...PHONE, viewport: { width: 844, height: 390 } }],
  ] as const) {
    it(`cover no tool on ${name}`, async () => {
      const table = await (await site.open('play/15/', { ...options, heldTimers: true })).ready();
      const { page } = table;
      const picture = solution(15);
      const row = picture.findIndex((r) => r.includes('.'));
      await table.click(row, picture[row].indexOf('.'));
      await page.click('[aria-label="More"]');
      await page.click('[role="menuitem"]:has-text("Rewind")');
      await page.waitForSelector('.notice');
      const covered = await page.evaluate(() => {
        const notice = document.querySelector('.notice')!.getBoundingClientRect();
        const buttons = document.querySelectorAll<HTMLElement>(
          '.play button, .play a, .play label, .play .board',
        );
        return [...buttons]
          .map((b) => ({ b, box: b.getBoundingClientRect() }))
          .filter(
            ({ box }) =>
              box.width > 0 &&
              box.left < notice.right &&
              box.right > notice.left &&
              box.top < notice.bottom &&
              box.bottom > notice.top,
          )
          .map(({ b }) => b.getAttribute('aria-label') ?? b.textContent);
      });
      expect(covered).toEqual([]);
      await page.click('[aria-label="Redo"]:visible');
      expect((await table.board(10, 10)).join('')).toContain('A');
    });
  }

  it('that are read once do not come back', async () => {
    const table = await (await site.open(`play/${numberOf('tall-ship')}/`, PHONE)).ready();
    const { page } = table;
    const strip = page.locator('.note:has-text("Larger than this screen")');
    await strip.waitFor();
    await page.click('text=Got it');
    await strip.waitFor({ state: 'detached' });
    await page.reload();
    await table.ready();
    await page.goto(site.url + `play/${numberOf('tall-ship') - 1}/`);
    await table.ready();
    expect(await strip.count()).toBe(0);
  });
});

describe('a hint', () => {
  it('on a blank random 100 × 100 gives its answer or what was tried', async () => {
    let state = 7;
    const next = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32;
    const rows = Array.from({ length: 100 }, () =>
      Array.from({ length: 100 }, () => (next() < 0.5 ? '#' : '.')).join(''),
    );
    const table = await site.open('play/#p=' + encodePuzzle(fromPicture(...rows)));
    const { page } = await table.ready();
    const began = Date.now();
    await page.keyboard.press('h');
    await page.waitForSelector('aside p:not(.thinking):not(.quiet)');
    const said = await page.textContent('aside');
    console.log(`hint on 100 × 100 after ${Date.now() - began} ms: ${said}`);
    expect(said).toMatch(/Look at|No step was found \(time\)/);
  });
});

describe('a photo dropped on Solve', () => {
  it('has no board, and may be handed to Create', async () => {
    const { page } = await site.open('solve/');
    await page.waitForSelector('.drop');
    const data = await page.evaluateHandle(async () => {
      const canvas = new OffscreenCanvas(120, 90);
      const ctx = canvas.getContext('2d')!;
      const shade = ctx.createLinearGradient(0, 0, 120, 90);
      shade.addColorStop(0, '#fff');
      shade.addColorStop(1, '#024');
      ctx.fillStyle = shade;
      ctx.fillRect(0, 0, 120, 90);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
      const transfer = new DataTransfer();
      transfer.items.add(new File([blob], 'photo.jpg', { type: 'image/jpeg' }));
      return transfer;
    });
    await page.dispatchEvent('main', 'drop', { dataTransfer: data });
    await page.waitForSelector('.photo [role=alert]');
    await page.click('text=Make a puzzle of it');
    await page.waitForSelector('dialog:has-text("From a picture") [data-preview="ready"]');
    expect(new URL(page.url()).pathname).toBe('/create/');
  });
});
