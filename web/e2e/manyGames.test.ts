// A player with 500 begun puzzles: what the gallery does for them at its start and for a search,
// counted as values that are parsed and cards that are drawn.

import { describe, expect, it } from 'vitest';
import { begunGames } from '../tests/puzzles';
import { useSite } from './app';

const site = useSite();
const COUNT = 500;
/** The most cards in a view and near it. */
const NEAR = 100;

describe('500 begun puzzles', () => {
  it('cost the gallery only what is in view, and a search reads each of them once', async () => {
    const { page } = await site.open('', {
      storage: begunGames(COUNT),
      script: () => {
        // Counts the puzzles that are parsed.
        const { parse } = JSON;
        const counts = { puzzles: 0 };
        JSON.parse = (text: string, ...rest) => {
          if (text.includes('"rows"')) counts.puzzles++;
          return parse(text, ...rest) as unknown;
        };
        Object.assign(window, { counts });
      },
    });
    const parsed = () =>
      page.evaluate(() => {
        const { counts } = window as unknown as { counts: { puzzles: number } };
        const { puzzles } = counts;
        counts.puzzles = 0;
        return puzzles;
      });
    const own = page.locator('section[aria-label="Your puzzles"] .kept');
    await own.locator('a').first().waitFor();
    expect(await own.locator('li').count()).toBe(COUNT);
    expect(await own.locator('a').count()).toBeLessThan(NEAR);
    const drawn = await parsed();
    expect(drawn).toBeLessThan(NEAR);

    // The filters read them ahead of the first letter.
    await page.click('[aria-label="Find a puzzle"]');
    await page.waitForFunction(
      (n) => (window as unknown as { counts: { puzzles: number } }).counts.puzzles >= n,
      COUNT - drawn,
    );
    expect(await parsed()).toBe(COUNT - drawn);
    for (const words of ['2', '20', '20x', '20x20', 'Your', 'nothing of this']) {
      await page.fill('input[type="search"]', words);
      await page.waitForFunction(
        (n) => document.querySelectorAll('[aria-label="Your puzzles"] .kept li').length === n,
        words.startsWith('nothing') ? 0 : COUNT,
      );
      expect(await page.locator('main ul a').count()).toBeLessThan(2 * NEAR);
      expect(await parsed()).toBe(0);
    }

    // The last one is drawn when it comes into view.
    await page.fill('input[type="search"]', '');
    await own.locator('li').last().scrollIntoViewIfNeeded();
    await own.locator('li').last().locator('a').waitFor();
  });
});
