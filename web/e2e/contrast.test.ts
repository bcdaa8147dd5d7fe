// What the system asks for: forced colors, more contrast, less motion.

import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { runs, solution, type Table, useSite } from './app';
import { violations } from './axe';

const site = useSite();
const HEART = 2;

const open = async (options: BrowserContextOptions, settings: object = {}): Promise<Table> =>
  (
    await site.open(`play/${HEART}/`, {
      ...options,
      storage: { 'nonogram/settings': JSON.stringify({ version: 1, value: settings }) },
    })
  ).ready();

/** The color of the board at the middle of a cell, and of its left line. */
const colorsOf = async (table: Table, row: number, column: number): Promise<string[]> => {
  const { x, y } = await table.point(row, column);
  const half = (await table.cellSize()) / 2;
  return table.page.evaluate(
    ([x, y, half]) => {
      const canvas = document.querySelector<HTMLCanvasElement>('.board canvas')!;
      const box = canvas.getBoundingClientRect();
      const at = (left: number) => {
        const ctx = canvas.getContext('2d')!;
        const [r, g, b] = ctx.getImageData(left - box.left, y - box.top, 1, 1).data;
        return `rgb(${r}, ${g}, ${b})`;
      };
      return [at(x), at(x - half)];
    },
    [x, y, half],
  );
};

/** What the system's color names stand for. */
const systemColors = ({ page }: Table, ...names: string[]): Promise<string[]> =>
  page.evaluate(
    (names) =>
      names.map((name) => {
        const probe = document.createElement('span');
        probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }),
    names,
  );

describe.each(['light', 'dark'] as const)('forced colors, %s', (colorScheme) => {
  it('are those of the board, whatever its theme', async () => {
    const theme = colorScheme === 'light' ? 'dark' : 'light';
    const options = { forcedColors: 'active', colorScheme } as const;
    const table = await open(options, { theme, board: 'sepia' });
    await table.click(0, 1);
    await table.page.mouse.move(0, 0);
    const [canvas, text] = await systemColors(table, 'Canvas', 'CanvasText');
    expect(canvas).not.toBe(text);
    await expect.poll(async () => (await colorsOf(table, 0, 1))[0]).toBe(text);
    expect((await colorsOf(table, 4, 0))[0]).toBe(canvas);
    expect(await violations(table.page)).toEqual([]);
  });
});

describe.each(['light', 'dark'] as const)('more contrast, %s', (colorScheme) => {
  it('makes paper, ink and lines of the page and the board stronger', async () => {
    const table = await open({
      contrast: 'more',
      colorScheme,
      viewport: { width: 1280, height: 800 },
    });
    const { page } = table;
    const paper = colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)';
    expect((await colorsOf(table, 4, 4))[0]).toBe(paper);
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    ).toBe(paper);
    expect(await violations(page)).toEqual([]);
    // The board follows when the system changes its mind.
    await page.emulateMedia({ contrast: 'no-preference' });
    await expect.poll(async () => (await colorsOf(table, 4, 4))[0]).not.toBe(paper);
  });
});

it('with reduced motion nothing moves at the win', async () => {
  const table = await open({ reducedMotion: 'reduce' });
  for (const [row, from, to] of runs(solution(HEART))) await table.drag([row, from], [row, to]);
  await table.solved();
  const moving = await table.page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
});
