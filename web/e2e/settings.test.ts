// Every setting has its effect, and none when it is off.

import { describe, expect, it } from 'vitest';
import { type Options, PHONE, runs, solution, type Table, useSite } from './app';

const site = useSite();
const PUZZLE = 15; // 10 × 10
const LANDSCAPE = { ...PHONE, viewport: { width: 844, height: 390 } };

const open = async (settings: object, options: Options = {}): Promise<Table> =>
  (
    await site.open(`play/${PUZZLE}/`, {
      ...options,
      storage: { 'nonogram/settings': JSON.stringify({ version: 1, value: settings }) },
    })
  ).ready();

/** A row of the picture with one run and room beside it, which a single stroke finishes. */
const picture = solution(PUZZLE);
const oneRun = (() => {
  const all = runs(picture);
  const alone = (row: number) => all.filter(([r]) => r === row).length === 1;
  return all.find(([row, from, to]) => alone(row) && to > from && picture[row].includes('.'))!;
})();

/** The color of a point of the sheet, from the middle of a cell on, in pixels. */
const colorAt = (table: Table, row: number, column: number, dx = 0, dy = 0) =>
  table.point(row, column).then(({ x, y }) =>
    table.page.evaluate(
      async ([x, y]) => {
        await new Promise(requestAnimationFrame);
        const canvas = document.querySelector<HTMLCanvasElement>('.board canvas')!;
        const box = canvas.getBoundingClientRect();
        const scale = canvas.width / box.width;
        const copy = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
        const ctx = copy.getContext('2d')!;
        ctx.drawImage(canvas, -(x - box.left) * scale, -(y - box.top) * scale);
        return [...ctx.getImageData(0, 0, 1, 1).data];
      },
      [x + dx, y + dy],
    ),
  );

/** The number of pixels that something is drawn on, in a part of the sheet. */
const drawn = (table: Table, left: number, top: number, width: number, height: number) =>
  table.page.evaluate(
    async ([left, top, width, height]) => {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      const canvas = document.querySelector<HTMLCanvasElement>('.board canvas')!;
      const box = canvas.getBoundingClientRect();
      const scale = canvas.width / box.width;
      const size = { width: width * scale, height: height * scale };
      const copy = Object.assign(document.createElement('canvas'), size);
      const ctx = copy.getContext('2d')!;
      ctx.drawImage(canvas, -(left - box.left) * scale, -(top - box.top) * scale);
      const { data } = ctx.getImageData(0, 0, copy.width, copy.height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 40) count++;
      return count;
    },
    [left, top, width, height],
  );

describe('settings', () => {
  it('cross the rest of finished lines, as one step with the stroke', async () => {
    const [row, from, to] = oneRun;
    const finished = [...picture[row]].map((c) => (c === '#' ? 'A' : '.')).join('');
    for (const crosses of ['off', 'finished', 'certain']) {
      const table = await open({ crosses });
      await table.drag([row, from], [row, to]);
      const board = await table.board(10, 10);
      expect(board[row]).toBe(crosses === 'off' ? finished.replaceAll('.', '?') : finished);
      await table.page.keyboard.press('z');
      expect((await table.board(10, 10)).join('')).not.toMatch(/[A.]/);
    }
  });

  it('let a number be struck by a click, and keep it', async () => {
    const table = await open({ crossOff: 'off' });
    const { page } = table;
    const size = await table.cellSize();
    const last = async () => {
      const { x, y } = await table.point(0, 0);
      return { x: x - size / 2 - 10, y };
    };
    const struck = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith('nonogram/game/'))
          .flatMap(([, value]) => JSON.parse(value).value.struck ?? []),
      );
    const at = await last();
    const look = () => drawn(table, at.x - 20, at.y - size / 2, 26, size);
    const before = await look();
    await page.mouse.click(at.x, at.y);
    const [name] = await struck();
    expect(name).toMatch(/^r0\.\d+$/);
    expect(await look()).not.toBe(before);
    await page.reload();
    await table.ready();
    expect(await struck()).toEqual([name]);
    await page.mouse.click(at.x, at.y);
    expect(await struck()).toEqual([]);
    expect(await look()).toBe(before);
  });

  it('show wrong marks at once, or never', async () => {
    const row = picture.findIndex((r) => r.includes('.'));
    const column = picture[row].indexOf('.');
    const table = await open({ wrong: 'once' });
    await table.click(row, column);
    await table.page.waitForSelector(`.board[data-wrong="${row * 10 + column}"]`);
    await table.click(row, column);
    await table.page.waitForSelector('.board:not([data-wrong])');
    const never = await open({ wrong: 'never' });
    expect(await never.page.locator('[aria-label="Check my marks"]').count()).toBe(0);
    await never.click(row, column);
    await never.page.keyboard.press('c');
    await never.page.click('[aria-label="More"]');
    expect(await never.page.locator('aside').count()).toBe(0);
    expect(await never.page.locator('[role="menuitem"]:has-text("Rewind")').count()).toBe(0);
  });

  it('number rows and columns', async () => {
    for (const numbers of [false, true]) {
      const table = await open({ numbers });
      const size = await table.cellSize();
      const { x, y } = await table.point(9, 9);
      const right = await drawn(table, x + size / 2 + 3, y - 8 * size, 14, 8 * size);
      const below = await drawn(table, x - 8 * size, y + size / 2 + 3, 8 * size, 10);
      if (numbers) expect(Math.min(right, below)).toBeGreaterThan(50);
      else expect(Math.max(right, below)).toBe(0);
    }
  });

  it('are silent at first, and heard and felt by choice', async () => {
    const count = async (settings: object) => {
      const table = await site.open('');
      const { page } = table;
      await page.addInitScript((value) => {
        localStorage.setItem('nonogram/settings', JSON.stringify({ version: 1, value }));
        const counts = { tones: 0, pulses: 0 };
        Object.assign(window, { counts });
        const { createOscillator } = AudioContext.prototype;
        AudioContext.prototype.createOscillator = function () {
          counts.tones++;
          return createOscillator.call(this);
        };
        navigator.vibrate = () => ++counts.pulses > 0;
      }, settings);
      await page.goto(site.url + `play/${PUZZLE}/`);
      await table.ready();
      await table.click(0, 0);
      return page.evaluate(() => (window as unknown as { counts: object }).counts);
    };
    expect(await count({})).toEqual({ tones: 0, pulses: 0 });
    expect(await count({ sound: true, vibration: true })).toEqual({ tones: 1, pulses: 1 });
  });

  it('put the tools on the side of the hand', async () => {
    const x = async (table: Table, selector: string) =>
      (await table.page.locator(`${selector}:visible`).first().boundingBox())!.x;
    for (const hand of ['right', 'left']) {
      const upright = await open({ hand }, PHONE);
      const first = (await x(upright, '.mode')) < (await x(upright, '[aria-label="Hint"]'));
      expect(first).toBe(hand === 'right');
      const sideways = await open({ hand }, LANDSCAPE);
      const behind = (await x(sideways, '.mode')) > (await x(sideways, '.board'));
      expect(behind).toBe(hand === 'right');
    }
  });

  it('make the board of something else', async () => {
    const papers = new Set<string>();
    for (const board of ['paper', 'sepia', 'blueprint', 'contrast']) {
      const table = await open({ board }, { colorScheme: 'light' });
      papers.add((await colorAt(table, 5, 5)).join());
    }
    expect([...papers]).toEqual([
      '255,253,248,255',
      '246,234,210,255',
      '31,75,134,255',
      '255,255,255,255',
    ]);
  });

  it('are chosen in the dialog, and kept', async () => {
    const table = await open({});
    const { page } = table;
    await page.click('[aria-label="More"]');
    await page.click('[role="menuitem"]:has-text("Settings")');
    await page.click('dialog label:has-text("Blueprint")');
    await page.click('dialog label:has-text("Left hand")');
    await page.click('dialog label:has-text("Number rows and columns")');
    expect(await page.getAttribute('html', 'data-board')).toBe('blueprint');
    await page.reload();
    await table.ready();
    expect((await colorAt(table, 5, 5)).join()).toMatch(/^31,75,134/);
  });
});
