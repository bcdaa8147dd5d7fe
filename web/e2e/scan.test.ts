// One switch: a puzzle is won with a single key, by a mark that moves by itself.

import { describe, expect, it } from 'vitest';
import { encodePuzzle } from '../src/model/share';
import { onTriddler } from '../tests/puzzles';
import { numberOf, solution, type Table, useSite } from './app';
import { violations } from './axe';

const site = useSite();
const HEART = 2;

const open = async (puzzle: string): Promise<Table> =>
  (
    await site.open(`play/${puzzle}`, {
      heldTimers: true,
      storage: { 'nonogram/settings': '{"version":1,"value":{"scan":"fast"}}' },
    })
  ).ready();

const marked = ({ page }: Table): Promise<string> =>
  page.locator('.choices .marked').textContent() as Promise<string>;

/** Lets the mark move until it is on a choice, and presses the switch. */
async function take(table: Table, name: string): Promise<void> {
  for (let i = 0; (await marked(table)).trim() !== name; i++) {
    expect(i, `${name} is offered`).toBeLessThan(40);
    const before = await marked(table);
    await table.elapse();
    await expect.poll(() => marked(table)).not.toBe(before);
  }
  await table.page.keyboard.press('Space');
}

/** Lets the mark move over the page until it is on a control, in its group first, and presses the switch. */
async function takeOnPage(table: Table, control: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    await table.elapse();
    const marked = await table.page.evaluate((control) => {
      const all = [...document.querySelectorAll('[data-marked]')];
      const found = all.some((e) => e.matches(control) || e.querySelector(control));
      return found ? all.length : 0;
    }, control);
    if (marked > 0) await table.page.keyboard.press('Space');
    if (marked === 1) return;
  }
  throw new Error(`the mark does not come to ${control}`);
}

describe('one switch', () => {
  it('goes from the front page to a puzzle, to the settings, and back to the board', async () => {
    const settings = '{"version":1,"value":{"scan":"fast"}}';
    const table = await site.open('', {
      heldTimers: true,
      storage: { 'nonogram/settings': settings },
    });
    const { page } = table;
    await page.waitForSelector('main a[href*="/play/"]');
    await takeOnPage(table, 'main a[href*="/play/"]');
    await table.ready();
    await take(table, 'Help and undo');
    await take(table, 'Controls of the page');
    await takeOnPage(table, '[aria-label="Settings"]');
    await page.waitForSelector('dialog[open]');
    await takeOnPage(table, 'dialog input[name="scan"][value="slow"]');
    await page.waitForSelector('dialog input[name="scan"][value="slow"]:checked');
    await takeOnPage(table, 'dialog [aria-label="Close"]');
    await page.waitForSelector('dialog', { state: 'detached' });
    await takeOnPage(table, '[role="grid"]');
    await take(table, 'Back');
    await take(table, 'Row 1');
  });

  it('wins a puzzle, and goes on to the next', async () => {
    const table = await open(`${HEART}/`);
    const { page } = table;
    expect(await violations(page)).toEqual([]);
    const picture = solution(HEART);
    const filled = picture.join('').replaceAll('.', '').length;
    let done = 0;
    for (const [y, row] of picture.entries()) {
      let inRow = false;
      for (const [x, symbol] of [...row].entries()) {
        if (symbol === '.') continue;
        if (!inRow) await take(table, `Row ${y + 1}`);
        inRow = true;
        await take(table, `Column ${x + 1}`);
        await take(table, 'Fill');
        done++;
        if (done < filled && x === row.length - 1) inRow = false;
      }
      if (done < filled && inRow) await take(table, 'Back');
    }
    await table.solved();
    // The switch reaches the buttons after the win.
    const address = page.url();
    for (let i = 0; i < 12 && page.url() === address; i++) {
      const next = await page.evaluate(() => document.activeElement?.matches('a.primary'));
      if (next) await page.keyboard.press('Space');
      else await table.elapse();
    }
    await expect.poll(() => page.url()).not.toBe(address);
  });

  it('is announced, undone, and taken by a tap; colors are offered by name', async () => {
    const table = await open(`${numberOf('apple')}/`);
    const { page } = table;
    const spoken = () => page.locator('[aria-live=polite]').allTextContents();
    await expect.poll(async () => (await spoken()).join('')).toMatch(/^row 1: /);
    await take(table, 'Row 1');
    await expect.poll(async () => (await spoken()).join('')).toBe('column 1, blank');
    await page.mouse.click(20, 300); // a tap beside the cells
    const colors = await page.locator('.choices span').allTextContents();
    expect(colors.map((color) => color.trim()).slice(-2)).toEqual(['Maybe', 'Back']);
    expect(colors.length).toBe(6);
    await take(table, 'Cross');
    expect(await page.locator('.choices .marked').textContent()).toContain('Column 2');
    await take(table, 'Back');
    await take(table, 'Help and undo');
    await take(table, 'Undo');
    await expect.poll(async () => (await spoken()).join('')).toContain('undone');
    await take(table, 'Redo');
    await expect.poll(async () => (await spoken()).join('')).toContain('redone');
    await take(table, 'Hint');
    await page.waitForSelector('aside li');
  });

  it('goes over the cells of a triddler by their places', async () => {
    const triddler = onTriddler([1, 1, 1, 1, 1, 1], '###', '...');
    const table = await open(`#p=${encodePuzzle(triddler)}`);
    await take(table, 'Row 1');
    for (const [cell, way] of ['up', 'down', 'up'].entries()) {
      await take(table, `row 1, cell ${cell + 1}, pointing ${way}`);
      await take(table, 'Fill');
    }
    await table.solved();
  });
});
