// What is too small, or cut off, on a page.

import type { Page } from 'playwright-core';

/** The smallest side of a target, and of one in the game. */
const TARGET = 24;
const GAME_TARGET = 44;

/** The targets that are too small for a finger. Links in a sentence have the height of its lines. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([least, inGame]) => {
      const found: string[] = [];
      const all = 'a[href], button, input, select, textarea, summary, [role="radio"]';
      for (const e of document.querySelectorAll<HTMLElement>(all)) {
        const target = e.closest('label') ?? e;
        if (target.matches('.unseen, .skip') || !target.checkVisibility()) continue;
        if (getComputedStyle(e).display === 'inline' && e.matches('p > a, li > a')) continue;
        const { width, height } = target.getBoundingClientRect();
        const wanted = target.closest('.play') ? inGame : least;
        // A size may be a fraction of a pixel less than it was asked to be.
        if (Math.min(width, height) < wanted - 0.5)
          found.push(`${Math.round(width)}×${Math.round(height)} ${target.outerHTML}`);
      }
      return found;
    },
    [TARGET, GAME_TARGET],
  );

/** How much wider the page, or a dialog on it, is than its window. */
export const excessWidth = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('dialog')].map(
        (e) => e.scrollWidth - e.clientWidth,
      ),
    ),
  );
