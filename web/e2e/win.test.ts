// The moment of the win: the board is laid out first, then its colors spread.

import { describe, expect, it } from 'vitest';
import { packPuzzle } from '../src/pack/pack';
import { puzzleKey } from '../src/model/share';
import { numberOf, PHONE, runs, solution, type Table, useSite } from './app';

const site = useSite();
const DAY = '2026-11-16';

/** Opens the picture of a day and draws all but its last stroke. */
async function almost(options: Parameters<typeof site.open>[1]): Promise<Table> {
  const table = await (await site.open(`play/#day=${DAY}`, options)).ready();
  for (const [row, from, to] of runs(solution(DAY)).slice(0, -1))
    await table.drag([row, from], [row, to]);
  return table;
}

async function win(table: Table): Promise<void> {
  const [row, from, to] = runs(solution(DAY)).at(-1)!;
  await table.drag([row, from], [row, to]);
  await table.solved();
}

describe.each([
  ['on a phone', PHONE],
  ['on a desktop', { viewport: { width: 1440, height: 900 } }],
] as const)('a picture, %s', (_, options) => {
  it('does not move while its colors spread', async () => {
    const table = await almost(options);
    const { page } = table;
    // From the first frame with the panel to the last with new colors.
    await page.evaluate(() => {
      const seen = new Set<string>();
      const parts = new Set<string>();
      Object.assign(window, { seen, parts });
      // After a frame is painted.
      const next = () => requestAnimationFrame(() => setTimeout(look));
      next();
      function look() {
        const board = document.querySelector<HTMLElement>('.board')!;
        const { dataset } = board;
        const { left, top } = board.getBoundingClientRect();
        if (document.querySelector('.finish')) {
          if (dataset.colored) parts.add(dataset.colored);
          seen.add([left, top, dataset.origin, dataset.cell, dataset.window, dataset.map].join());
        }
        if (dataset.colored !== '1') next();
      }
    });
    await win(table);
    await page.waitForSelector('.board[data-colored="1"]');
    const { seen, parts } = await page.evaluate(() => {
      const { seen, parts } = window as unknown as Record<string, Set<string>>;
      return { seen: [...seen], parts: [...parts] };
    });
    expect(seen).toHaveLength(1);
    expect(parts.length).toBeGreaterThan(1);
    expect(seen[0].endsWith(',')).toBe(true); // no map
  });
});

it('has its colors at once with reduced motion', async () => {
  const table = await almost({ reducedMotion: 'reduce' });
  await win(table);
  expect(await table.page.getAttribute('.board', 'data-colored')).toBe('1');
  expect(await table.page.locator('.spark').count()).toBe(0);
});

it('is not celebrated again, and has no grip, when a solved board is opened', async () => {
  const number = numberOf('viaduct');
  const puzzle = (await packPuzzle(number))!;
  const key = puzzleKey(puzzle);
  const cells = solution(number).join('').replaceAll('#', 'A');
  const stored = (value: unknown) => JSON.stringify({ version: 1, value });
  const table = await site.open(`play/${number}/`, {
    ...PHONE,
    storage: {
      [`nonogram/game/${key}`]: stored({ cells, seconds: 9 }),
      [`nonogram/picture/${key}`]: stored(cells),
      [`nonogram/progress/${key}`]: stored({ solved: true, share: 1, seconds: 9, updated: 5 }),
    },
    script: () => {
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes)
            if (node instanceof Element && node.matches('.spark'))
              document.documentElement.dataset.sparked = 'true';
      }).observe(document, { childList: true, subtree: true });
    },
  });
  await table.solved();
  expect(await table.page.getAttribute('.board', 'data-colored')).toBe('1');
  expect(await table.page.getAttribute('.board', 'data-map')).toBeNull();
  expect(await table.page.getAttribute('html', 'data-sparked')).toBeNull();
  expect(await table.page.locator('.finish.still').count()).toBe(1);
});
