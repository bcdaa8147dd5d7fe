// Hints, checking, rewinding, what-if.

import { describe, expect, it } from 'vitest';
import { numberOf, PHONE, solution, useSite } from './app';

const site = useSite();
const CAT = numberOf('cat'); // 20 × 20

describe('help', () => {
  it('gives hints in four grades, each a click', async () => {
    const table = await (await site.open(`play/${CAT}/`)).ready();
    const { page } = table;
    await page.click('.wide [aria-label="Hint"]');
    const grades = ['Where to look', 'Which technique', 'Which cells', 'Why'];
    for (const [i, grade] of grades.entries()) {
      await page.waitForFunction((n) => document.querySelectorAll('aside li').length === n, i + 1);
      expect(await page.textContent(`aside li:nth-child(${i + 1})`)).toContain(grade);
      const requests = ['Name the technique', 'Show the cells', 'Explain why'];
      if (i < 3) await page.click(`aside .primary:has-text("${requests[i]}")`);
    }
    expect(await page.textContent('aside li:nth-child(1)')).toMatch(/Look at (row|column) \d+/);
    await page.click('aside >> text=Mark these cells');
    await page.waitForSelector('aside', { state: 'detached' });
    const board = (await table.board(20, 20)).join('');
    expect(board.replaceAll('?', '').length).toBeGreaterThan(0);
    // What the hint marked is right.
    const right = solution(CAT).join('').replaceAll('#', 'A');
    expect([...board].every((c, i) => c === '?' || c === right[i])).toBe(true);
  });

  it('has the line it speaks of in view on a phone, above the sheet', async () => {
    const table = await (await site.open(`play/${numberOf('tall-ship')}/`, PHONE)).ready();
    const { page } = table;
    await page.click('.bottom-bar [aria-label="Hint"]');
    await page.waitForSelector('aside >> text=Look at row 40.');
    await page.waitForFunction(() => {
      const board = document.querySelector<HTMLElement>('.board[data-origin]')!;
      const y = Number(board.dataset.origin!.split(',')[1]);
      return y + 40 * Number(board.dataset.cell) <= board.getBoundingClientRect().height;
    });
  });

  it("leads to the technique's page", async () => {
    const table = await (await site.open(`play/${CAT}/`)).ready();
    const { page } = table;
    await page.keyboard.press('h');
    await page.click('aside .primary');
    await page.click('aside a');
    await page.waitForSelector('article h1');
    expect(page.url()).toContain('/techniques/');
    expect(await page.locator('article figure svg').count()).toBe(1);
    await page.goBack();
    await table.ready();
  });

  it('counts wrong marks before it shows them, and rewinds', async () => {
    const table = await (await site.open('play/15/', { heldTimers: true })).ready();
    const { page } = table;
    const picture = solution(15);
    const cell = (symbol: string): [number, number] => {
      const row = picture.findIndex((r) => r.includes(symbol));
      return [row, picture[row].indexOf(symbol)];
    };
    await table.click(...cell('#'));
    await page.keyboard.press('c');
    await page.waitForSelector('aside >> text=Everything so far is right');
    const right = await table.board(10, 10);
    await table.click(...cell('.'));
    await page.waitForSelector('aside', { state: 'detached' }); // the board has changed
    const last = [picture.length - 1, picture.at(-1)!.length - 1] as [number, number];
    await table.click(...last, picture.at(-1)!.at(-1) === '#' ? 'left' : 'right');
    await page.keyboard.press('c');
    await page.waitForSelector('aside >> text=One mark is wrong');
    await page.click('aside >> text=Show which');
    await page.click('aside >> text=Rewind');
    await page.waitForSelector('.notice >> text=The last board without a wrong mark');
    expect(await table.board(10, 10)).toEqual(right);
  });

  it('says that a mark is wrong rather than build on it', async () => {
    const table = await (await site.open('play/15/')).ready();
    const row = solution(15).findIndex((r) => r.includes('.'));
    await table.click(row, solution(15)[row].indexOf('.'));
    await table.page.keyboard.press('h');
    await table.page.waitForSelector('aside >> text=1 mark is wrong');
  });

  it('keeps or throws away what-if marks as one', async () => {
    const table = await (await site.open('play/15/')).ready();
    const { page } = table;
    await table.click(0, 0);
    await page.keyboard.press('w');
    await table.drag([1, 0], [1, 3]);
    await table.click(0, 0);
    await page.click('text=Throw away');
    expect(await table.board(10, 10)).toEqual(['A?????????', ...Array(9).fill('??????????')]);
    await page.keyboard.press('w');
    await table.drag([2, 0], [2, 3]);
    await page.click('.what-if >> text=Keep');
    expect((await table.board(10, 10))[2]).toBe('AAAA??????');
    expect(await page.locator('.what-if').count()).toBe(0);
  });
});
