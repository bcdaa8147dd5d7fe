// Whole games, by mouse, by keyboard and by touch.

import { describe, expect, it } from 'vitest';
import { PHONE, numberOf, runs, solution, useSite } from './app';

const site = useSite();

describe('a game to the end', () => {
  it('by mouse, from the gallery and back', async () => {
    const table = await site.open('');
    const { page } = table;
    await page.click('a[href$="/play/2/"]');
    await table.ready();
    expect(page.url()).toBe(site.url + 'play/2/');
    for (const [row, from, to] of runs(solution(2))) await table.drag([row, from], [row, to]);
    await table.solved();
    // Its title comes a moment later than its end.
    const heading = await page.waitForSelector('.finish h2:not(:text-is("Solved"))');
    const title = await heading.textContent();
    await page.waitForSelector('.board[data-colored="1"]');
    await page.click('[data-back]');
    const card = page.locator('.shelf a[href$="/play/2/"]');
    await card.locator('svg.colored').waitFor();
    await page.waitForFunction(
      ([text]) =>
        document.querySelector('.shelf a[href$="/play/2/"]')!.textContent!.includes(text!),
      [title],
    );
    // The ghost, its eyes, and the ground.
    expect(await card.locator('path.ink').count()).toBe(3);
    expect(await page.textContent('.tally')).toContain('1 of 277 solved');
  });

  it('by keyboard alone', async () => {
    const table = await (await site.open('play/3/')).ready();
    const { page } = table;
    const picture = solution(3);
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid');
    for (const [y, row] of picture.entries()) {
      await page.keyboard.press('Home');
      for (const [x, cell] of [...row].entries()) {
        if (x > 0) await page.keyboard.press('ArrowRight');
        await page.keyboard.press(cell === '.' ? 'x' : 'Space');
      }
      if (y < picture.length - 1) await page.keyboard.press('ArrowDown');
    }
    await table.solved();
    // It is said, too, and what the picture shows. The board has that as its text.
    const said = await page.waitForFunction(() =>
      [...document.querySelectorAll('[aria-live]')]
        .map((e) => e.textContent!)
        .find((text) => text.startsWith('Solved: ')),
    );
    const label = await page.getAttribute('[role="grid"]', 'aria-label');
    const [, shown] = /^House\. (A small house .+\.)$/.exec(label!)!;
    expect(await said.jsonValue()).toMatch(new RegExp(`^Solved: House\\. It took .+\\. ${shown}$`));
  });

  it('by keyboard with Shift, in color', async () => {
    const apple = numberOf('apple');
    const table = await (await site.open(`play/${apple}/`)).ready();
    const { page } = table;
    const inks = await page.$$eval('.wide .ink', (list) =>
      list.map((e) => e.getAttribute('aria-label')),
    );
    const symbols = [...new Set(solution(apple).join('').replaceAll('.', ''))];
    expect(symbols.sort()).toEqual(['g', 'n', 'r']);
    const keys: Record<string, string> = { n: 'brown', g: 'green', r: 'red' };
    let at: [number, number] = [0, 0];
    for (const [row, from, to, symbol] of runs(solution(apple))) {
      await page.keyboard.press(String(inks.indexOf(keys[symbol]) + 1));
      await page.keyboard.press('Home');
      for (; at[0] < row; at = [at[0] + 1, 0]) await page.keyboard.press('ArrowDown');
      for (let x = 0; x < from; x++) await page.keyboard.press('ArrowRight');
      if (from === to) await page.keyboard.press('Space');
      else {
        await page.keyboard.down('Shift');
        for (let x = from; x < to; x++) await page.keyboard.press('ArrowRight');
        await page.keyboard.up('Shift');
      }
    }
    await table.solved();
  });

  it('by touch, on a phone', async () => {
    const table = await (await site.open('play/15/', { ...PHONE, heldTimers: true })).ready();
    for (const [row, from, to] of runs(solution(15))) {
      const points = await Promise.all([table.point(row, from), table.point(row, to)]);
      await table.touch('touchStart', points[0]);
      if (from !== to) await table.touch('touchMove', points[1]);
      await table.touch('touchEnd');
    }
    await table.solved();
    const width = await table.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  });

  it('goes on where it was left', async () => {
    const table = await (await site.open('play/15/')).ready();
    await table.drag([0, 0], [0, 3]);
    await table.click(5, 5, 'right');
    const before = await table.board(10, 10);
    expect(before[0].slice(0, 4)).toBe('AAAA');
    await table.page.goto(site.url);
    await table.page.click('.feature >> text=No. 15');
    await table.ready();
    expect(await table.board(10, 10)).toEqual(before);
    await table.page.keyboard.press('z');
    expect((await table.board(10, 10))[5]).toBe('??????????');
    await table.page.reload();
    await table.ready();
    await table.page.keyboard.press('Shift+z');
    expect(await table.board(10, 10)).toEqual(before);
  });
});
