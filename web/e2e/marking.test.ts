// Painting over an image in Create: strokes on the subject cut it out, by mouse, by touch and
// by keys.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { PHONE, useSite } from './app';
import { violations } from './axe';

const site = useSite();
const folder = mkdtempSync(join(tmpdir(), 'nonogram-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PAINT = 'dialog button[aria-label^="Paint on the picture"]';
const LEFT = 'M2 3h6v1H2z';
const RIGHT = 'M12 3h6v1H12z';

/** Opens an image of two boxes on gray, of 20 × 12 cells, with the brushes. */
async function boxes(options = {}): Promise<Page> {
  const { page } = await (await site.open('create/', options)).ready();
  const path = join(folder, 'boxes.svg');
  const rect = (x: number, color: string) =>
    `<rect x="${x}" y="3" width="6" height="6" fill="${color}"/>`;
  writeFileSync(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 12"><rect width="20" height="12" fill="#969696"/>${rect(2, '#141e78')}${rect(12, '#78141e')}</svg>`,
  );
  await page.setInputFiles('[aria-label="A file with a picture or a puzzle"]', path);
  await page.waitForSelector('[data-preview="ready"]');
  await page.fill('dialog label:has-text("Size") input', '20');
  await page.waitForSelector('[data-preview="ready"] >> text=20 × 12, 1 ink.');
  await page.click('dialog summary:has-text("Mark the subject")');
  await shows(page, true, true);
  return page;
}

/** Waits for a preview with these boxes. */
async function shows(page: Page, left: boolean, right: boolean): Promise<void> {
  await page.waitForFunction(
    ([boxes, wanted]) => {
      const ink = document.querySelector('dialog .made path.ink')?.getAttribute('d') ?? '';
      return boxes.every((box, i) => ink.includes(box as string) === wanted[i]);
    },
    [
      [LEFT, RIGHT],
      [left, right],
    ] as const,
  );
}

/** The place of a cell on the screen. */
async function at(page: Page, column: number, row: number): Promise<[number, number]> {
  const box = (await page.locator(PAINT).locator('canvas').boundingBox())!;
  return [box.x + ((column + 0.5) / 20) * box.width, box.y + ((row + 0.5) / 12) * box.height];
}

it('by mouse, with three brushes', async () => {
  const page = await boxes();
  const stroke = async (column: number) => {
    await page.mouse.move(...(await at(page, column, 5)));
    await page.mouse.down();
    await page.mouse.move(...(await at(page, column + 1, 6)));
    await page.mouse.up();
  };
  await stroke(14);
  await shows(page, false, true);
  await stroke(4);
  await shows(page, true, true);
  await page.click('dialog label:has-text("Background")');
  await stroke(4);
  await shows(page, false, true);
  expect(await violations(page)).toEqual([]);
  await page.click('dialog label:has-text("Erase")');
  await stroke(14);
  await shows(page, true, true);
  await page.click('dialog .brushes button');
  await shows(page, true, true);
  expect(await page.isDisabled('dialog .brushes button')).toBe(true);
});

it('by touch on a phone', async () => {
  const page = await boxes(PHONE);
  await page.locator(PAINT).scrollIntoViewIfNeeded();
  await page.touchscreen.tap(...(await at(page, 4, 5)));
  await shows(page, true, false);
});

it('by keys, and the candidates respect it', async () => {
  const page = await boxes();
  await page.focus(PAINT);
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await shows(page, false, true);
  await page.keyboard.press('Shift+ArrowDown');
  await page.click('dialog button:has-text("Candidates")');
  const first = page.locator('[data-candidates] li:nth-child(1) path.ink');
  expect(await first.getAttribute('d')).not.toContain(LEFT);
});
