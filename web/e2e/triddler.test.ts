// Triddlers in a browser: opened from a file, played by touch, mouse and keyboard, kept and won.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toJSON } from '../src/model/json';
import { encodePuzzle } from '../src/model/share';
import { cellsOf, middleOf } from '../src/model/triddler';
import { COMMAND } from '../tests/command';
import { onTriddler } from '../tests/puzzles';
import { PHONE, Table, useSite } from './app';
import { LOOKS, violations } from './axe';
import { WAIT_MS } from './patience';

const site = useSite();

const ROWS = [
  '..###.###..',
  '.#########.',
  '###########',
  '.#########.',
  '..#######..',
  '....###....',
];
const HEART = onTriddler([3, 3, 3, 3, 3, 3], ...ROWS);
const shape = HEART.shape!;
const GAME = `play/#p=${encodePuzzle(HEART)}`;

/** The middle of a triangle in the page. */
async function point(table: Table, row: number, column: number): Promise<{ x: number; y: number }> {
  const { x, y, cell } = await table.look();
  const middle = middleOf(shape, { row, column });
  return { x: x + middle.x * cell, y: y + middle.y * cell };
}

const place = (cell: number): [row: number, column: number] => [
  Math.floor(cell / shape.width),
  cell % shape.width,
];

/** Runs of filled cells of a line: the first and the last. */
function runsOn(line: readonly number[]): [from: number, to: number][] {
  const picture = ROWS.join('');
  const on = line.map((cell) => picture[cell] === '#');
  const starts = [...on.keys()].filter((i) => on[i] && !on[i - 1]);
  return starts.map((i) => [i, i + [...on.slice(i), false].indexOf(false) - 1]);
}

/** Drags a finger from one cell of a line to another. */
async function swipe(table: Table, line: readonly number[], from: number, to: number) {
  const cells = from <= to ? line.slice(from, to + 1) : line.slice(to, from + 1).reverse();
  const points = [];
  for (const cell of cells) points.push(await point(table, ...place(cell)));
  await table.touch('touchStart', points[0]);
  for (const at of points.slice(1)) await table.touch('touchMove', at);
  await table.touch('touchEnd');
}

const stored = async (table: Table) =>
  (await table.board(shape.width, shape.height)).join('').replaceAll('A', '#');
const filled = async (table: Table) =>
  [...(await stored(table)).matchAll(/#/g)].map(({ index }) => index);
const sorted = (cells: readonly number[]) => [...cells].sort((a, b) => a - b);

describe('a triddler on a phone', () => {
  it('is drawn along lines of three directions, undone, kept and won', async () => {
    const table = await (await site.open(GAME, { ...PHONE, heldTimers: true })).ready();
    const { page } = table;
    expect(await table.cellSize()).toBeGreaterThan(24);
    for (const line of [
      cellsOf(shape, 'row', 2),
      ...[2, 9].map((i) => cellsOf(shape, 'column', i)),
    ]) {
      await swipe(table, line, line.length - 2, 1);
      expect(await filled(table)).toEqual(sorted(line.slice(1, -1)));
      await page.keyboard.press('Control+z');
      await expect.poll(() => filled(table), { timeout: WAIT_MS }).toEqual([]);
    }
    for (const line of shape.lines.slice(0, 3))
      for (const [from, to] of runsOn(line)) await swipe(table, line, from, to);
    const kept = await stored(table);
    await page.reload();
    await table.ready();
    expect(await stored(table)).toBe(kept);
    for (const line of shape.lines.slice(3, shape.height))
      for (const [from, to] of runsOn(line)) await swipe(table, line, from, to);
    await table.solved();
    expect((await stored(table)).replaceAll('?', '.')).toBe(ROWS.join(''));
  });

  it('has targets of 44 pixels at zoom, and moves under two fingers', async () => {
    const table = await (await site.open(GAME, { ...PHONE, heldTimers: true })).ready();
    const [a, b] = [await point(table, 2, 3), await point(table, 2, 8)];
    await table.touch('touchStart', a, b);
    await table.touch('touchMove', { x: a.x - 60, y: a.y }, { x: b.x + 60, y: b.y });
    await table.touch('touchEnd');
    const { cell } = await table.look();
    // The circle in a triangle has two thirds of its height.
    expect((cell * 2) / 3).toBeGreaterThanOrEqual(44);
    const at = await point(table, 2, 5);
    await table.touch('touchStart', at);
    await table.touch('touchEnd');
    expect(await filled(table)).toEqual([2 * shape.width + 5]);
  });
});

describe('the first triddler', () => {
  it('is finished on a phone with the hints alone', async () => {
    const file = new URL('../../puzzles/triddlers/mushroom.json', import.meta.url);
    const { triddler, goal } = JSON.parse(readFileSync(file, 'utf8'));
    const mushroom = onTriddler(triddler, ...goal);
    const { page } = await site.open('', { ...PHONE, reducedMotion: 'reduce' });
    await page.locator('h2:has-text("Triddlers")').scrollIntoViewIfNeeded();
    await page.tap('a:has-text("Triddler 1")');
    const table = await new Table(page).ready();
    expect(await page.textContent('h1')).toBe('Triddler 1');
    const requests = ['Name the technique', 'Show the cells', 'Explain why', 'Mark these cells'];
    const steps: string[] = [];
    while ((await page.locator('.finish').count()) === 0) {
      await page.tap('.bottom-bar [aria-label="Hint"]');
      for (const request of requests) {
        await page.waitForSelector(`aside button:has-text("${request}")`);
        if (request === 'Mark these cells')
          steps.push((await page.textContent('aside li:last-child p'))!);
        await page.tap(`aside button:has-text("${request}")`);
      }
      await page.waitForSelector('aside', { state: 'detached' });
      expect(steps.length).toBeLessThan(30);
    }
    await page.waitForSelector('.finish h2:has-text("Mushroom")');
    await page.waitForSelector('[aria-label*="A mushroom with a broad flat cap"]');
    expect(steps.some((text) => /rising line|falling line/i.test(text))).toBe(true);
    expect(
      (await table.board(mushroom.width, mushroom.height)).join('').replace(/[?.]/g, '.'),
    ).toBe(goal.join('').replaceAll('#', 'A'));
    await page.tap('.finish a:has-text("Next picture")');
    await page.waitForSelector('h1:has-text("Triddler 2")');
    await page.tap('[aria-label="Back to the puzzles"]');
    await page.locator('h2:has-text("Triddlers")').scrollIntoViewIfNeeded();
    await page.waitForSelector('a:has-text("Mushroom") .ink');
  });
});

describe('a triddler with mouse and keyboard', () => {
  const label = ({ page }: Table) => page.getAttribute('[role="gridcell"]', 'aria-label');

  it('is drawn, crossed and said', async () => {
    const table = await (await site.open(GAME)).ready();
    const { page } = table;
    await page.keyboard.press('Control+Home');
    expect(await label(table)).toBe(
      'row 1, cell 1, pointing up: blank. row 1: 3 3. rising line 1: 6. falling line 3: 10.',
    );
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('x');
    expect(await label(table)).toContain('row 1, cell 2, pointing down: crossed');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    // From a tip down, then left: along the rising line.
    await page.keyboard.down('Shift');
    for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowDown']) await page.keyboard.press(key);
    await page.keyboard.up('Shift');
    expect(await filled(table)).toEqual(sorted(cellsOf(shape, 'column', 0).slice(1, 5)));
    const { x, y } = await point(table, 5, 5);
    await page.mouse.click(x, y, { button: 'right' });
    expect((await stored(table))[5 * shape.width + 5]).toBe('.');
  });

  it.each(['g', 'webpbn', 'json'])('comes from a file in the format %s', async (format) => {
    const input = JSON.stringify(toJSON(HEART));
    const text = execFileSync(COMMAND, ['convert', '-', format, '--format', 'json'], { input });
    const { page } = await site.open('solve/');
    await page.setInputFiles('[aria-label="A file with a puzzle"]', {
      ...{ name: 'heart', mimeType: 'text/plain', buffer: text },
    });
    await page.waitForSelector('section[aria-label="Verdict"] h2:has-text("One solution")');
    await page.click('aside button:has-text("Play")');
    await page.waitForURL('**/play/**');
    await page.waitForSelector('h1:has-text("Your puzzle")');
    expect(await page.textContent('header .quiet')).toContain('Triddler with 54 triangles');
  });

  it.each(LOOKS)('is accessible: %s', async (_, look) => {
    const table = await (await site.open(GAME, look)).ready();
    const { page } = table;
    const line = cellsOf(shape, 'row', 2);
    await table.page.keyboard.press('Control+Home');
    await page.keyboard.press('x');
    const [a, b] = [await point(table, ...place(line[0])), await point(table, ...place(line[10]))];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move(b.x, b.y);
    await page.mouse.up();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('w');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('m');
  });
});
