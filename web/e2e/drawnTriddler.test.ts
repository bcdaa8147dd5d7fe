// Triddlers drawn in the app: on a phone by touch, judged, repaired, kept, shared and played.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { middleOf, triddler } from '../src/model/triddler';
import { decodePuzzle } from '../src/model/share';
import { onTriddler } from '../tests/puzzles';
import { PHONE, type Table, useSite } from './app';
import { LOOKS, violations } from './axe';

const site = useSite();

const ROWS = ['..#..#.', '.#####.', '.#####.', '...#...'];
const HEART = onTriddler([2, 2, 2, 2, 2, 2], ...ROWS);
const HEXAGON = HEART.shape!;

const verdict = (page: Page, kind: string) => page.waitForSelector(`[data-verdict="${kind}"]`);

/** Makes the sheet a hexagon. */
async function hexagon({ page }: Table, side: number): Promise<void> {
  await page.selectOption('aside label:has-text("Board") select', 'hexagon');
  await page.fill('aside label:has-text("Side") input', String(side));
  await page.press('aside label:has-text("Side") input', 'Tab');
  await page.evaluate(() => scrollTo(0, 0));
}

/** Taps triangles. */
async function tap(table: Table, side: number, ...places: [row: number, column: number][]) {
  const shape = triddler(Array.from({ length: 6 }, () => side))!;
  for (const [row, column] of places) {
    const { x, y, cell } = await table.look();
    const middle = middleOf(shape, { row, column });
    await table.touch('touchStart', { x: x + middle.x * cell, y: y + middle.y * cell });
    await table.touch('touchEnd');
  }
}

const inked = ROWS.flatMap((row, y) =>
  [...row].flatMap((c, x): [number, number][] => (c === '#' ? [[y, x]] : [])),
);

describe('a triddler that is drawn on a phone', () => {
  it('is judged, kept, exported, shared and played', async () => {
    const table = await (await site.open('create/', { ...PHONE, heldTimers: true })).ready();
    const { page } = table;
    await hexagon(table, 2);
    await verdict(page, 'blank');
    const before = await table.look();
    await tap(table, 2, ...inked);
    await verdict(page, 'unique');
    // Clues that grow do not move the cells.
    expect(await table.look()).toEqual(before);
    await page.click('[aria-label="Undo"]');
    await page.click('[aria-label="Redo"]');
    await verdict(page, 'unique');
    await page.reload();
    await table.ready();
    await verdict(page, 'unique');

    await page.click('aside button:has-text("Share")');
    const link = await page.inputValue('dialog input');
    expect(decodePuzzle(link.split('#p=')[1])).toMatchObject({ rows: HEART.rows });
    await page.keyboard.press('Escape');
    await page.click('aside button:has-text("Export")');
    await page.selectOption('dialog select', 'json');
    await page.waitForSelector('dialog [data-made="json"]');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.click('dialog button:has-text("Download")'),
    ]);
    const { triddler: sides, goal } = JSON.parse(readFileSync(await file.path(), 'utf8'));
    expect([sides, goal]).toEqual([[...HEXAGON.sides], ROWS]);
    await page.keyboard.press('Escape');

    await page.click('aside button:has-text("Test play")');
    await page.waitForURL('**/play/**');
    await table.ready();
    await tap(table, 2, ...inked);
    await table.solved();
  });

  it('shows where its solutions differ, and is repaired', async () => {
    const table = await (await site.open('create/', PHONE)).ready();
    const { page } = table;
    await hexagon(table, 1);
    await tap(table, 1, [0, 0], [1, 2]);
    await verdict(page, 'ambiguous');
    await page.waitForSelector('.board[data-doubtful]');
    await page.click('button:has-text("Repair")');
    await page.waitForSelector('[data-repair="done"]');
    await page.click('dialog .button.primary');
    await verdict(page, 'unique');
  });

  it('is drawn by keyboard', async () => {
    const table = await (await site.open('create/')).ready();
    const { page } = table;
    await hexagon(table, 1);
    await page.focus('[role="grid"] [tabindex="0"], [role="grid"][tabindex="0"]');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    expect(await page.getAttribute('[role="gridcell"]', 'aria-label')).toBe(
      'row 1, cell 2, pointing down: filled. row 1: 2. rising line 1: 2. falling line 2: 1.',
    );
    await verdict(page, 'unique');
    await page.click('nav a:has-text("Play")');
    await page.waitForSelector('a[aria-label="Untitled, Triddler with 6 triangles"] .ink');
  });

  it('has sides that move, and becomes a rectangle again', async () => {
    const table = await (await site.open('create/', PHONE)).ready();
    const { page } = table;
    await hexagon(table, 2);
    await page.click('[aria-label="Move the top side out"]');
    await page.waitForSelector('aside select:has(option[value="triddler"])');
    await page.selectOption('aside label:has-text("Board") select', 'rectangle');
    await page.waitForSelector('aside label:has-text("Width") input');
    await page.click('[aria-label="Undo"]');
    await page.waitForSelector('aside select:has(option[value="triddler"])');
  });

  it.each(LOOKS)('is accessible: %s', async (_, look) => {
    const table = await (await site.open('create/', { ...PHONE, ...look })).ready();
    await hexagon(table, 2);
    await tap(table, 2, ...inked);
    await verdict(table.page, 'unique');
    expect(await violations(table.page)).toEqual([]);
  });
});
