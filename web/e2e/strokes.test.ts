// Strokes, taps and drags of pointers on the board.

import { describe, expect, it } from 'vitest';
import { PHONE, useSite } from './app';

const site = useSite();
const BLANK = '??????????';
const open = async () => (await site.open('play/15/')).ready();

describe('strokes', () => {
  it('keep to the line they took', async () => {
    const table = await open();
    await table.drag([2, 2], [2, 3], [7, 6]);
    const board = await table.board(10, 10);
    expect(board[2]).toBe('??AAAAA???');
    expect(board.filter((row) => row !== BLANK)).toHaveLength(1);
  });

  it('leave no gaps, however fast', async () => {
    const table = await open();
    await table.drag([0, 0], [0, 9]);
    await table.drag([1, 9], [9, 9]);
    const board = await table.board(10, 10);
    expect(board[0]).toBe('AAAAAAAAAA');
    expect(board.slice(1).every((row) => row === '?????????A')).toBe(true);
  });

  it('touch no other marks, unless they start on one', async () => {
    const table = await open();
    await table.click(0, 3, 'right');
    await table.drag([0, 0], [0, 6]);
    expect((await table.board(10, 10))[0]).toBe('AAA.AAA???');
    await table.drag([0, 3], [0, 6]); // over the cross: only crosses become filled
    expect((await table.board(10, 10))[0]).toBe('AAAAAAA???');
    await table.drag([0, 1], [0, 9]); // on filled ones: only those are taken away
    expect((await table.board(10, 10))[0]).toBe('A?????????');
  });

  it('end where they are when the window changes', async () => {
    const table = await open();
    const { page } = table;
    const [from, to] = [await table.point(2, 2), await table.point(2, 5)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.waitForSelector('.board[data-stroke]');
    const cell = await table.cellSize();
    await page.setViewportSize({ width: 700, height: 500 });
    await page.waitForFunction(
      (cell) => document.querySelector<HTMLElement>('.board')!.dataset.cell !== String(cell),
      cell,
    );
    await page.mouse.move(to.x - 1, to.y);
    await page.mouse.up();
    const board = await table.board(10, 10);
    expect(board[2]).toBe('??AAAA????');
    expect(board.filter((row) => row !== BLANK)).toHaveLength(1);
  });

  it('cross with the right button and with the toggle', async () => {
    const table = await open();
    await table.click(4, 4, 'right');
    await table.page.click('.wide label:has-text("Cross")');
    await table.drag([6, 0], [6, 2]);
    const board = await table.board(10, 10);
    expect(board[4]).toBe('????.?????');
    expect(board[6]).toBe('...???????');
  });

  it('are undone and redone, one at a time', async () => {
    const table = await open();
    await table.drag([0, 0], [0, 4]);
    await table.drag([1, 0], [1, 4]);
    await table.page.click('.wide [aria-label="Undo"]');
    let board = await table.board(10, 10);
    expect([board[0], board[1]]).toEqual(['AAAAA?????', BLANK]);
    await table.page.keyboard.press('Shift+z');
    board = await table.board(10, 10);
    expect(board[1]).toBe('AAAAA?????');
    await table.page.keyboard.press('Control+z');
    await table.page.keyboard.press('Control+z');
    expect((await table.board(10, 10)).every((row) => row === BLANK)).toBe(true);
    expect(await table.page.isDisabled('.wide [aria-label="Undo"]')).toBe(true);
  });
});

describe('zooming and moving', () => {
  it('never paints, by wheel, middle button or clues', async () => {
    const table = await open();
    const { page } = table;
    const size = await table.cellSize();
    const { x, y } = await table.point(5, 5);
    await page.mouse.move(x, y);
    for (let i = 0; i < 5; i++) await page.mouse.wheel(0, -200);
    await page.waitForFunction(
      (size) =>
        Number(document.querySelector<HTMLElement>('.board[data-cell]')!.dataset.cell) > size,
      size,
    );
    const origin = await page.getAttribute('.board[data-origin]', 'data-origin');
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(x - 60, y - 60);
    await page.mouse.up({ button: 'middle' });
    expect(await page.getAttribute('.board[data-origin]', 'data-origin')).not.toBe(origin);
    expect(await table.board(10, 10)).toEqual([]);
    await page.keyboard.press('0');
    expect(await table.cellSize()).toBe(size);
  });

  it('never paints with two fingers, not even with the first', async () => {
    const table = await (await site.open('play/15/', { ...PHONE, heldTimers: true })).ready();
    const size = await table.cellSize();
    const a = await table.point(3, 3);
    const b = await table.point(6, 6);
    await table.touch('touchStart', a);
    await table.touch('touchMove', { x: a.x + 12, y: a.y });
    await table.touch('touchStart', { x: a.x + 12, y: a.y }, b);
    for (let i = 1; i <= 6; i++) {
      await table.touch(
        'touchMove',
        { x: a.x + 12 - i * 8, y: a.y - i * 8 },
        { x: b.x + i * 8, y: b.y + i * 8 },
      );
    }
    await table.touch('touchEnd', b);
    await table.touch('touchMove', { x: b.x + 30, y: b.y });
    await table.touch('touchEnd');
    expect(await table.cellSize()).toBeGreaterThan(size);
    expect(await table.board(10, 10)).toEqual([]);
  });

  it('crosses by a long press', async () => {
    const table = await (await site.open('play/15/', { ...PHONE, heldTimers: true })).ready();
    const start = await table.point(4, 4);
    await table.touch('touchStart', start);
    await table.page.waitForSelector('.board[data-stroke="filled"]');
    await table.elapse();
    await table.page.waitForSelector('.board[data-stroke="crossed"]');
    await table.touch('touchMove', await table.point(4, 6));
    await table.touch('touchEnd');
    expect((await table.board(10, 10))[4]).toBe('????...???');
  });
});
