// The front page on a phone: what is in view at once, and where the places are.

import { describe, expect, it } from 'vitest';
import { packPuzzle } from '../src/pack/pack';
import { puzzleKey } from '../src/model/share';
import { PHONE, solution, useSite } from './app';

const site = useSite();

/** The parts of the page that are in view above the places, by selector. */
const IN_VIEW = (selectors: string[]): boolean[] => {
  const end = document.querySelector('header nav')!.getBoundingClientRect().top;
  return selectors.map((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.bottom <= end;
  });
};

const stored = (value: unknown) => JSON.stringify({ version: 1, value });

describe('the front page, on a phone', () => {
  it('has a way to learn, the day and a first puzzle in view on the first visit', async () => {
    const { page } = await site.open('', PHONE);
    await page.waitForSelector('.card');
    const parts = [
      '.welcome a[href$="/learn/"]',
      '.feature[href*="#day="]',
      '.feature[href$="/play/2/"]',
    ];
    expect(await page.evaluate(IN_VIEW, parts)).toEqual([true, true, true]);
    // Before the first win there is no color but that of the example.
    expect(await page.locator('.card svg.silhouette').count()).toBe(10);
  });

  it('has the day, the next puzzle and the begun one in view later, and the win on its cover', async () => {
    const keys = await Promise.all(
      [2, 3].map(async (number) => puzzleKey((await packPuzzle(number))!)),
    );
    const cells = solution(2).join('').replaceAll('#', 'A');
    const begun = 'A' + '?'.repeat(cells.length - 1);
    const { page } = await site.open('', {
      ...PHONE,
      storage: {
        [`nonogram/picture/${keys[0]}`]: stored(cells),
        [`nonogram/progress/${keys[0]}`]: stored({
          solved: true,
          share: 1,
          seconds: 9,
          updated: 5,
        }),
        [`nonogram/game/${keys[1]}`]: stored({ cells: begun, seconds: 3 }),
        [`nonogram/progress/${keys[1]}`]: stored({
          ...{ solved: false, share: 0.1 },
          ...{ seconds: 3, updated: 6 },
        }),
      },
    });
    await page.waitForSelector('.today .board text');
    expect(await page.evaluate(IN_VIEW, ['.today .primary'])).toEqual([true]);
    for (const title of ['Continue', 'Next']) {
      const box = await page.locator(`.feature:has-text("${title}")`).boundingBox();
      expect(box!.y + box!.height, title).toBeLessThan(844 - 60);
    }
    // The begun board shows its strokes.
    expect(await page.locator('.feature:has-text("Continue") path.ink').count()).toBe(1);
    await page.waitForSelector('.card:has-text("Doodles") svg.colored');
    expect(await page.locator('.card svg.silhouette').count()).toBe(9);
  });

  it('opens a collection with its puzzles, and filters on request', async () => {
    const { page } = await site.open('', PHONE);
    await page.tap('.card >> text=Sketches');
    const first = page.locator('.cards li').first();
    await first.waitFor();
    expect((await first.boundingBox())!.y).toBeLessThan(200);
    expect(await page.locator('.filters, .welcome').count()).toBe(0);
    await page.tap('button:has-text("Filter")');
    await page.waitForSelector('.filters');
  });

  it('has one level of places, at the thumb, and the settings of a game', async () => {
    const { page } = await site.open('', PHONE);
    const nav = page.locator('header nav');
    expect(await nav.locator('a').allInnerTexts()).toEqual([
      ...['Play', 'Create', 'Solve', 'Learn', 'You'],
    ]);
    expect((await nav.boundingBox())!.y).toBeGreaterThan(844 - 70);
    expect(await page.locator('nav').count()).toBe(1);
    await page.tap('header [aria-label="Settings"]');
    await page.selectOption('dialog select', 'de');
    await page.waitForSelector('dialog h2:has-text("Einstellungen")');
    await page.tap('dialog label:has-text("Ton")');
  });

  it('shows under You what is reached and what is next', async () => {
    const at = (name: string) => ({
      ...{ name, width: 5, height: 5, inks: 1, level: 'easy' },
      ...{ seconds: 9, hints: 0, at: 5 },
    });
    const { page } = await site.open('', {
      ...PHONE,
      storage: { 'nonogram/records': stored([at('a'), at('b'), at('c')]) },
    });
    await page.tap('nav >> text=You');
    const pictures = page.locator('.achievements li:has-text("Pictures")');
    expect(await pictures.innerText()).toContain('3 / 10');
    expect(await pictures.locator('.reached').count()).toBe(1);
    expect(await page.locator('.achievements li').count()).toBe(7);
  });
});
