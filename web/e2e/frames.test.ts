// The work of a frame while a board is drawn on, moved and zoomed, as the number of drawing
// calls. Unlike time it is the same on every machine, however busy: a frame that repaints the
// whole board for every cell would make hundreds of times as many.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { encodePuzzle } from '../src/model/share';
import { fromPicture, randomFrom } from '../tests/puzzles';
import { numberOf, PHONE, useSite } from './app';

const site = useSite();
const SIDE = 100;
/** The share of the calls for everything in view that a frame of a stroke may make. */
const STROKE_SHARE = 0.5;
/** The calls that paint everything in view, at most. */
const WHOLE_CALLS = { desktop: 3000, phone: 300 };

/** Counts the calls of all canvases, frame by frame. */
async function countCalls(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let calls = 0;
    const { prototype } = CanvasRenderingContext2D;
    for (const name of ['fillRect', 'fill', 'stroke', 'fillText', 'drawImage', 'lineTo'] as const) {
      const original = prototype[name] as (...values: unknown[]) => unknown;
      Object.assign(prototype, {
        [name](this: CanvasRenderingContext2D, ...values: unknown[]) {
          calls++;
          return original.apply(this, values);
        },
      });
    }
    const later = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) =>
      later((now) => {
        calls = 0;
        callback(now);
        frames.push(calls);
      });
    Object.assign(window, { frames });
  });
}

/** The most calls in a frame since the last question. */
const mostCalls = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    const { frames } = window as unknown as { frames: number[] };
    return Math.max(...frames.splice(0));
  });

describe('frames on 100×100', () => {
  it('repaint only what a stroke changes', async () => {
    const random = randomFrom(1);
    const rows = Array.from({ length: SIDE }, () =>
      Array.from({ length: SIDE }, () => (random() < 0.5 ? '#' : '.')).join(''),
    );
    const table = await (await site.open('play/#p=' + encodePuzzle(fromPicture(...rows)))).ready();
    const { page } = table;
    await page.waitForSelector('.note:has-text("Larger than this screen")');
    await countCalls(page);
    let most = 0;
    for (let row = 2; row < 8; row++) {
      const [from, to] = [await table.point(row, 2), await table.point(row, 30)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await mostCalls(page); // the first paint
      for (let i = 1; i <= 7; i++) {
        await page.mouse.move(from.x + ((to.x - from.x) * i) / 7, from.y);
        most = Math.max(most, await mostCalls(page));
      }
      await page.mouse.up();
      most = Math.max(most, await mostCalls(page));
    }
    const { x, y } = await table.point(10, 10);
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -100);
    const whole = await mostCalls(page);
    console.log(`100×100: a stroke makes at most ${most} calls a frame, a zoom ${whole}`);
    expect(most).toBeLessThanOrEqual(whole * STROKE_SHARE);
    expect(whole).toBeLessThanOrEqual(WHOLE_CALLS.desktop);
  });
});

describe('frames on 40×40, on a phone', () => {
  it('repaint only what a finger changes', async () => {
    const ship = numberOf('tall-ship');
    const table = await (await site.open(`play/${ship}/`, { ...PHONE, heldTimers: true })).ready();
    const { page } = table;
    await page.click('.note button');
    await countCalls(page);
    const look = await table.look();
    const [x, y] = [look.window.left + 20, look.window.top + 20];
    let most = 0;
    for (let i = 0; i < 4; i++) {
      await table.touch('touchStart', { x, y: y + i * look.cell });
      await mostCalls(page);
      for (let by = 40; by <= 200; by += 40) {
        await table.touch('touchMove', { x: x + by, y: y + i * look.cell });
        most = Math.max(most, await mostCalls(page));
      }
      await table.touch('touchEnd');
      most = Math.max(most, await mostCalls(page));
    }
    let whole = 0;
    await table.touch('touchStart', { x: 150, y: 300 }, { x: 250, y: 400 });
    for (let by = 20; by <= 100; by += 20) {
      await table.touch('touchMove', { x: 150 - by, y: 300 - by }, { x: 250, y: 400 + by });
      whole = Math.max(whole, await mostCalls(page));
    }
    await table.touch('touchEnd');
    console.log(`40×40: a stroke makes at most ${most} calls a frame, a pinch ${whole}`);
    expect(most).toBeLessThanOrEqual(whole * STROKE_SHARE);
    expect(whole).toBeLessThanOrEqual(WHOLE_CALLS.phone);
  });
});
