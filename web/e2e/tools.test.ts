// The tools of a game: small marks that decide nothing, by mouse, touch, keys and pad.

import { describe, expect, it } from 'vitest';
import { type Options, PHONE, runs, solution, type Table, useSite } from './app';
import { violations } from './axe';

const site = useSite();
const PUZZLE = 15; // 10 × 10
const picture = solution(PUZZLE);

const open = async (settings: object = {}, options: Options = {}): Promise<Table> =>
  (
    await site.open(`play/${PUZZLE}/`, {
      ...options,
      storage: { 'nonogram/settings': JSON.stringify({ version: 1, value: settings }) },
    })
  ).ready();

/** The cells of a row. */
const row = async (table: Table, at: number): Promise<string> =>
  (await table.board(10, 10))[at] ?? '';

describe('maybe', () => {
  it('marks cells with the mouse, keeps them, and decides nothing', async () => {
    const table = await open({ crosses: 'certain' });
    const { page } = table;
    await page.click('label:has-text("Maybe")');
    await table.drag([0, 0], [0, 9]);
    expect(await row(table, 0)).toBe('!!!!!!!!!!');
    await page.reload();
    await table.ready();
    expect(await row(table, 0)).toBe('!!!!!!!!!!');
    await page.keyboard.press('c');
    await page.waitForSelector('aside:has-text("Everything so far is right.")');
    // A fill replaces them, and the win is that of the filled cells.
    for (const [y, from, to] of runs(picture)) await table.drag([y, from], [y, to]);
    await table.solved();
  });

  it('marks with a finger, and the button of the pad', async () => {
    const table = await open({ cursor: true }, PHONE);
    const { page } = table;
    await page.tap('.bottom-bar label:has-text("Maybe")');
    await page.tap('.pad button:has-text("Maybe")');
    expect(await row(table, 0)).toBe('!?????????');
    expect(await violations(page)).toEqual([]);
    await page.tap('.bottom-bar button[aria-label="Cursor"]');
    const { x, y } = await table.point(2, 3);
    await page.touchscreen.tap(x, y);
    expect(await row(table, 2)).toBe('???!??????');
  });

  it('marks with keys, says so, and is undone', async () => {
    const table = await open();
    const { page } = table;
    await page.keyboard.press('m');
    await page.waitForSelector('[aria-live]:has-text("maybe")', { state: 'attached' });
    await page.waitForSelector(
      '[role="gridcell"][aria-label*="maybe"], [role="grid"]:has-text("maybe")',
      {
        state: 'attached',
      },
    );
    expect(await row(table, 0)).toBe('!?????????');
    // t goes on to cross, and to maybe.
    await page.keyboard.press('t');
    await page.keyboard.press('t');
    expect(await page.isChecked('input[value="maybe"]')).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.down('Shift');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.up('Shift');
    expect(await row(table, 1)).toBe('!!!???????');
    await page.keyboard.press('z');
    expect(await row(table, 1)).toBe('??????????');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog:has-text("maybe, or take away")');
  });
});
