// The board on phones and desktops: the size of cells, the part in view, and that nothing
// moves while a player draws. All numbers are measured in the page.

import { execFileSync } from 'node:child_process';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PACK } from '../src/pack/pack';
import { COMMAND } from '../tests/command';
import { type Look, PHONE, numberOf, runs, solution, type Table, useSite } from './app';

const site = useSite();

const screen = (width: number, height: number, touch = true): BrowserContextOptions => ({
  ...(touch ? PHONE : {}),
  viewport: { width, height },
});
const UPRIGHT = [screen(360, 740), screen(390, 844)];
const SIDEWAYS = [screen(740, 360), screen(844, 390)];
const CASTLE = numberOf('castle'); // 15×15
const WITCH = numberOf('witch'); // 30×30
const VIADUCT = numberOf('viaduct'); // 40×30

/** Opens a game and closes the note about large boards. */
async function open(number: number, options: BrowserContextOptions): Promise<Table> {
  const table = await (
    await site.open(`play/${number}/`, { ...options, heldTimers: true })
  ).ready();
  const read = table.page.locator('.note button');
  if ((await read.count()) > 0) await read.click();
  return table;
}

const columnsInView = ({ window: w, cell }: Look) => w.width / cell;
const rowsInView = ({ window: w, cell }: Look) => w.height / cell;
const isWhole = (look: Look, width: number, height: number) =>
  look.window.width >= width * look.cell && look.window.height >= height * look.cell;

/** Waits for so many frames, as a finger that rests. */
const rest = (table: Table, frames: number) =>
  table.page.evaluate(async (frames) => {
    for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame);
  }, frames);

/** One finger, from a point to others. */
async function stroke(table: Table, ...points: { x: number; y: number }[]): Promise<void> {
  await table.touch('touchStart', points[0]);
  for (const point of points.slice(1)) await table.touch('touchMove', point);
  await table.touch('touchEnd');
}

/** Moves the board with one finger on the clues, until a cell is where the window begins. */
async function moveTo(table: Table, row: number, column: number): Promise<Look> {
  for (;;) {
    const look = await table.look();
    const { window: w, cell } = look;
    const dx = Math.max(-w.width + 60, w.left - (look.x + column * cell));
    const dy = Math.max(-w.height + 60, w.top - (look.y + row * cell));
    const before = [look.x, look.y];
    if (dx < 0) {
      const from = { x: w.left + w.width - 30, y: w.top - 8 };
      await stroke(table, from, { ...from, x: from.x + dx });
    } else if (dx > 0) {
      const from = { x: w.left + 10, y: w.top - 8 };
      await stroke(table, from, { ...from, x: from.x + Math.min(dx, w.width - 60) });
    }
    if (dy < 0) {
      const from = { x: w.left - 8, y: w.top + w.height - 30 };
      await stroke(table, from, { ...from, y: from.y + dy });
    } else if (dy > 0) {
      const from = { x: w.left - 8, y: w.top + 10 };
      await stroke(table, from, { ...from, y: from.y + Math.min(dy, w.height - 60) });
    }
    const after = await table.look();
    if (after.x === before[0] && after.y === before[1]) return after; // there, or at the edge
  }
}

describe.each([
  [15, 360, 740, 15],
  [15, 390, 844, 17],
  [15, 412, 915, 18],
  [15, 430, 932, 19],
  [20, 390, 844, 14],
  [20, 412, 915, 14],
])('every puzzle with sides of %i', (side, width, height, cell) => {
  it(`is whole at ${width} pixels, without a word about its size`, async () => {
    const all = PACK.filter((p) => p.width === side && p.height === side);
    const table = await site.open('', screen(width, height));
    for (const { number } of all) {
      await table.page.goto(`${site.url}play/${number}/`);
      const look = await (await table.ready()).look();
      expect(isWhole(look, side, side), `No. ${number}`).toBe(true);
      expect(look.cell).toBeGreaterThanOrEqual(cell);
      expect(look.type).toBeGreaterThanOrEqual(11);
      expect(look.x + side * look.cell).toBeLessThan(width - 3); // a margin
      expect(await table.page.locator('.note').count()).toBe(0);
    }
  });
});

describe.each(UPRIGHT)('upright, $viewport.width × $viewport.height', (options) => {
  it.each([
    [WITCH, 30, 30],
    [VIADUCT, 40, 30],
  ])('No. %i, %i × %i, has them too, a map, and a fit that fits', async (number, width, height) => {
    const table = await open(number, options);
    const look = await table.look();
    expect(look.cell).toBeGreaterThanOrEqual(24);
    // No column and no row is cut.
    expect(Math.floor(columnsInView(look))).toBeGreaterThanOrEqual(10);
    expect(Math.floor(rowsInView(look))).toBeGreaterThanOrEqual(19);
    expect((look.window.width - 1) % look.cell).toBe(0);
    expect((look.window.height - 1) % look.cell).toBe(0);
    expect(look.map).toBeDefined();
    // A tap on the map's far corner shows the last cell.
    const { left, top, width: w, height: h } = look.map!;
    await stroke(table, { x: left + w - 1, y: top + h - 1 });
    const last = await table.look();
    const end = { x: last.x + width * last.cell, y: last.y + height * last.cell };
    expect(end.x).toBeLessThanOrEqual(last.window.left + last.window.width);
    expect(end.y).toBeLessThanOrEqual(last.window.top + last.window.height);
    const look2 = async () => {
      await table.page.tap('.bottom-bar [aria-label="Zoom"]');
      return table.look();
    };
    const fitted = await look2();
    expect(isWhole(fitted, width, height)).toBe(true);
    expect(fitted.type).toBeGreaterThanOrEqual(6);
    expect((await look2()).cell).toBeGreaterThanOrEqual(24);
  });
});

describe.each([
  ['a narrow screen', 320, 640, '16px'],
  ['text of twice the size', 390, 844, '32px'],
])('on %s', (_, width, height, fontSize) => {
  it.each(['', 'daily/', 'records/', 'solve/', 'lab/'])(
    'the page "%s" is not wider than the screen, and no tab is out of view',
    async (path) => {
      const { page } = await site.open(path, screen(width, height));
      await page.waitForSelector('main h1, main h2');
      // The spacing stands for a wider typeface; WCAG 1.4.12 demands that it fits.
      await page.evaluate((size) => {
        document.documentElement.style.cssText = `font-size: ${size}; letter-spacing: 0.12em`;
      }, fontSize);
      const ends = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        ...Array.from(document.querySelectorAll('main nav a'), (tab) =>
          Math.floor(tab.getBoundingClientRect().right),
        ),
      ]);
      expect(Math.max(...ends)).toBeLessThanOrEqual(width);
    },
  );
});

describe.each(SIDEWAYS)('on its side, $viewport.width × $viewport.height', (options) => {
  it('a 15×15 is whole, and a hint leaves it alone', async () => {
    const table = await open(CASTLE, options);
    const look = await table.look();
    expect(isWhole(look, 15, 15)).toBe(true);
    expect(look.cell).toBeGreaterThanOrEqual(options.viewport!.height >= 390 ? 20 : 18);
    await table.page.tap('.bottom-bar [aria-label="Hint"]');
    await table.page.waitForSelector('aside li');
    expect(await table.look()).toEqual(look);
    // One slim bar, and the tools beside the board.
    const boxes = await table.page.evaluate(() =>
      ['.play header', '.bottom-bar', '.stage'].map((name) => {
        const { left, top, right, height } = document.querySelector(name)!.getBoundingClientRect();
        return { left, top, right, height };
      }),
    );
    const [bar, tools, stage] = boxes;
    expect(bar.height).toBeLessThanOrEqual(48);
    expect(stage.height).toBe(options.viewport!.height);
    expect(Math.min(bar.left, tools.left)).toBeGreaterThanOrEqual(stage.right);
  });

  it('all tools of Create are in view, and the 15×15 whole', async () => {
    const table = await (await site.open('create/', options)).ready();
    expect(isWhole(await table.look(), 15, 15)).toBe(true);
    const hidden = await table.page.$$eval('.bar button', (all) =>
      all
        .filter((button) => {
          const { left, top, right, bottom } = button.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
        })
        .map((button) => button.getAttribute('aria-label')),
    );
    expect(hidden).toEqual([]);
  });
});

describe('nothing moves under the hand', () => {
  it.each([
    ['a phone', screen(360, 740), CASTLE],
    ['a laptop', screen(1280, 720, false), CASTLE],
    ['a laptop, with a large board', screen(1280, 720, false), VIADUCT],
  ])('as help and what-if come and go, on %s', async (_, options, number) => {
    const table = await open(number, options);
    const { page } = table;
    const look = await table.look();
    await page.keyboard.press('h');
    for (const grade of ['Name the technique', 'Show the cells', 'Explain why']) {
      await page.click(`aside button:has-text("${grade}")`);
      expect(await table.look()).toEqual(look);
    }
    // The sheet is beside the cells, or below them.
    const sheet = (await page.locator('aside').boundingBox())!;
    const right = look.x + (number === CASTLE ? 15 : 40) * look.cell;
    const bottom = look.y + (number === CASTLE ? 15 : 30) * look.cell;
    expect(sheet.x >= right || sheet.y >= bottom).toBe(true);
    await page.click('aside [aria-label="Close"]');
    expect(await table.look()).toEqual(look);
    await page.keyboard.press('w');
    await page.waitForSelector('.what-if >> text=Keep');
    expect(await table.look()).toEqual(look);
    await page.click('.what-if >> text=Keep');
    expect(await table.look()).toEqual(look);
  });

  it.each([
    ['a phone', screen(390, 844)],
    ['a laptop', screen(1280, 720, false)],
  ])('as clues grow in Create, on %s', async (_, options) => {
    const table = await (await site.open('create/', options)).ready();
    const look = await table.look();
    for (let column = 0; column < 10; column += 2) {
      await table.click(0, column);
      await table.click(column, 0);
      await table.click(column, 4);
      expect(await table.look()).toEqual(look);
    }
    for (let row = 2; row < 15; row += 2) await table.click(row, 8); // seven blocks
    expect(await table.look()).toEqual(look);
  });
});

describe('the clue bars', () => {
  it('get room by their grip, and keep it', async () => {
    const table = await open(VIADUCT, screen(360, 740));
    const { window: w, cell } = await table.look();
    const grip = { x: w.left - 8, y: w.top - 8 };
    await stroke(table, grip, { x: grip.x + 40, y: grip.y + 10 });
    const wider = await table.look();
    expect(wider.window.left - w.left).toBeGreaterThan(30);
    expect(wider.cell).toBe(cell);
    await table.page.reload();
    await table.ready();
    expect((await table.look()).window).toEqual(wider.window);
    // A tap gives the bars the room that they need; another tap restores the usual size.
    const tap = { x: wider.window.left - 8, y: wider.window.top - 8 };
    await stroke(table, tap);
    expect((await table.look()).window).toEqual(w);
    expect(await table.board(40, 30)).toEqual([]);
  });

  it('keep their type while two fingers zoom', async () => {
    const table = await open(WITCH, screen(360, 740));
    const look = await table.look();
    const [a, b] = [
      { x: 150, y: 300 },
      { x: 250, y: 400 },
    ];
    await table.touch('touchStart', a, b);
    await table.touch('touchMove', { x: 110, y: 260 }, { x: 290, y: 440 });
    await table.touch('touchEnd');
    const zoomed = await table.look();
    expect(zoomed.cell / look.cell).toBeCloseTo(1.8, 1);
    expect(zoomed.type).toBe(look.type);
    expect([zoomed.window.left, zoomed.window.top]).toEqual([look.window.left, look.window.top]);
  });
});

describe('a clue that is cut off', () => {
  it('is shown whole by a tap, and a number of it is struck out by another', async () => {
    const table = await open(VIADUCT, screen(390, 844));
    const { page } = table;
    const clues = JSON.parse(
      execFileSync(COMMAND, ['convert', `@${VIADUCT}`, 'json'], { encoding: 'utf8' }),
    ) as { rows: number[][] };
    const row = clues.rows.findIndex(
      (clue) => clue.length === Math.max(...clues.rows.map((c) => c.length)),
    );
    const look = await moveTo(table, row, 0);
    const y = look.y + (row + 0.5) * look.cell;
    await stroke(table, { x: look.window.left - 12, y });
    const shown = page.locator('.board [role=group] button');
    await expect.poll(() => shown.allTextContents()).toEqual(clues.rows[row].map(String));
    expect(await table.board(40, 30)).toEqual([]);
    await shown.first().tap();
    await page.waitForSelector('.board [role=group] button:first-child[aria-pressed=true]');
    // A tap elsewhere closes the clue and draws nothing.
    await stroke(table, { x: look.window.left + look.window.width - 40, y: y + 80 });
    await shown.first().waitFor({ state: 'detached' });
    expect((await table.board(40, 30)).join('').replaceAll('?', '')).toBe('');
  });
});

describe('moving on a large board', () => {
  it('reaches the last column and row, with two fingers and with one', async () => {
    const table = await open(VIADUCT, screen(360, 740));
    const isLast = async () => {
      const look = await table.look();
      return look.x + 40 * look.cell + 1 - (look.window.left + look.window.width);
    };
    for (let i = 0; i < 5; i++) {
      await table.touch('touchStart', { x: 300, y: 300 }, { x: 340, y: 340 });
      for (const by of [60, 120, 200])
        await table.touch('touchMove', { x: 300 - by, y: 300 }, { x: 340 - by, y: 340 });
      await table.touch('touchEnd');
    }
    expect(await isLast()).toBe(0);
    await moveTo(table, 0, 0);
    const look = await moveTo(table, 29, 39);
    expect(await isLast()).toBe(0);
    expect(look.y + 30 * look.cell).toBeLessThanOrEqual(look.window.top + look.window.height);
    expect(await table.board(40, 30)).toEqual([]);
  });

  it('a stroke that is held at the edge takes the view along', async () => {
    const table = await open(VIADUCT, screen(360, 740));
    const { window: w, y, cell } = await table.look();
    const row = { y: y + 14.5 * cell }; // forty filled cells
    await table.touch('touchStart', { x: w.left + cell / 2, ...row });
    await table.touch('touchMove', { x: w.left + w.width - 4, ...row });
    expect(await table.elapse()).toContain(300);
    await table.page.waitForFunction(() => {
      const board = document.querySelector<HTMLElement>('.board[data-origin]')!;
      const [left, , width] = board.dataset.window!.split(',').map(Number);
      const end = Number(board.dataset.origin!.split(',')[0]) + 40 * Number(board.dataset.cell);
      return end <= left + width;
    });
    await table.touch('touchEnd');
    expect((await table.board(40, 30))[14]).toBe('A'.repeat(40));
  });

  it('strokes that end at the edge end where they were lifted', async () => {
    const table = await open(VIADUCT, screen(360, 740));
    const look = await table.look();
    const { window: w, cell } = look;
    const last = Math.floor(w.width / cell) - 1;
    const expected: string[] = [];
    // Forty strokes: up to ten cells, lifted after up to 12 frames.
    for (let i = 0; i < 40; i++) {
      const [row, length, frames] = [i % 20, 1 + (i % 10), 4 * (i % 4)];
      const y = look.y + (row + 0.5) * cell;
      const start = i < 20 ? last - length + 1 : 0;
      const end = { x: look.x + (last + 0.5) * cell, y };
      await table.touch('touchStart', { x: look.x + (start + 0.5) * cell, y });
      await table.touch('touchMove', { ...end, x: end.x + (i % 3) * 4 });
      await rest(table, frames);
      await table.touch('touchEnd');
      if (i >= 20) expected[row] = 'A'.repeat(last + 1).padEnd(40, '?');
    }
    expect(await table.look()).toEqual(look);
    expect((await table.board(40, 30)).slice(0, 20)).toEqual(expected);
  });

  it('a finger that rests at the edge does not', async () => {
    const table = await open(VIADUCT, screen(360, 740));
    const look = await table.look();
    const { window: w } = look;
    const edge = { x: w.left + w.width - 4, y: w.top + w.height - 60 };
    await table.touch('touchStart', edge);
    await table.touch('touchMove', { ...edge, x: edge.x + 1 });
    expect(await table.look()).toEqual(look); // some frames later
    await table.touch('touchEnd');
    expect((await table.board(40, 30)).join('').replaceAll('?', '')).toBe('A');
    expect(await table.look()).toEqual(look);
  });
});

describe('a 40×30 to the end, upright', () => {
  it('by the thumb alone', async () => {
    const table = await open(VIADUCT, screen(360, 740));
    const picture = solution(VIADUCT);
    for (let top = 0; top < 30; top += 15) {
      for (let left = 0; left < 40; left += 10) {
        const look = await moveTo(table, top, left);
        const at = (row: number, column: number) => ({
          x: look.x + (column + 0.5) * look.cell,
          y: look.y + (row + 0.5) * look.cell,
        });
        const part = picture.slice(top, top + 15).map((row) => row.slice(left, left + 10));
        for (const [row, from, to] of runs(part)) {
          const ends = [at(top + row, left + from), at(top + row, left + to)];
          await stroke(table, ...(from === to ? ends.slice(0, 1) : ends));
        }
      }
    }
    await table.solved();
  });

  it('in cursor mode', async () => {
    const table = await open(VIADUCT, screen(360, 740));
    const { page } = table;
    await page.tap('.bottom-bar button[aria-label="Cursor"]');
    await page.tap('.bottom-bar [aria-label="Zoom"]');
    const middle = async (name: string) => {
      const { x, y, width, height } = (await page.locator(name).boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const [up, down, left, right, act] = [
      await middle('.pad .up'),
      await middle('.pad .down'),
      await middle('.pad .left'),
      await middle('.pad .right'),
      await middle('.pad .act'),
    ];
    const times = async (button: { x: number; y: number }, count: number) => {
      for (let i = 0; i < count; i++) await stroke(table, button);
    };
    const cursor = { row: 0, column: 0 };
    const go = async (row: number, column: number) => {
      await times(row < cursor.row ? up : down, Math.abs(row - cursor.row));
      await times(column < cursor.column ? left : right, Math.abs(column - cursor.column));
      Object.assign(cursor, { row, column });
    };
    // To and fro, as one would do it.
    const rows = Array.from({ length: 30 }, (_, row) => {
      const here = runs(solution(VIADUCT)).filter(([y]) => y === row);
      return row % 2 === 0 ? here : here.reverse();
    });
    for (const [row, from, to] of rows.flat()) {
      const near = Math.abs(cursor.column - from) <= Math.abs(cursor.column - to);
      const [begin, end] = near ? [from, to] : [to, from];
      await go(row, begin);
      if (begin === end) {
        await stroke(table, act);
        continue;
      }
      await table.touch('touchStart', act);
      await table.elapse(); // held: the pen stays down
      await table.touch('touchEnd');
      await go(row, end);
      await stroke(table, act);
    }
    await table.solved();
  });
});

describe('a large desktop', () => {
  it('is used', async () => {
    for (const [number, side] of [
      [15, 10],
      [CASTLE, 15],
    ]) {
      const look = await (await open(number, screen(2560, 1440, false))).look();
      expect(isWhole(look, side, side)).toBe(true);
      expect(look.cell).toBeGreaterThanOrEqual(75);
    }
  });
});
