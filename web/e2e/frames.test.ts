// How long a frame takes while somebody draws on 100×100 cells. Measured and told, not
// judged: a machine under test is not a machine of a player.

import { describe, expect, it } from 'vitest';
import { encodePuzzle } from '../src/model/share';
import { fromPicture, randomFrom } from '../tests/puzzles';
import { useSite } from './app';

const site = useSite();
const SIDE = 100;

describe('frames on 100×100', () => {
  it('are measured', async () => {
    const random = randomFrom(1);
    const rows = Array.from({ length: SIDE }, () =>
      Array.from({ length: SIDE }, () => (random() < 0.5 ? '#' : '.')).join(''),
    );
    const table = await (await site.open('play/#p=' + encodePuzzle(fromPicture(...rows)))).ready();
    const { page } = table;
    await page.waitForSelector('.strip >> text=Larger than this screen');
    // The work of the page per frame: from the first task after a frame to the next paint.
    await page.evaluate(() => {
      const work: number[] = [];
      Object.assign(window, { work });
      const original = requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (callback) =>
        original((now) => {
          const from = performance.now();
          callback(now);
          work.push(performance.now() - from);
        });
    });
    for (let i = 0; i < 12; i++) {
      const from = await table.point(2 + i, 2);
      const to = await table.point(2 + i, 30);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 20 });
      await page.mouse.up();
    }
    const { x, y } = await table.point(10, 10);
    await page.mouse.move(x, y);
    for (let i = 0; i < 10; i++) await page.mouse.wheel(0, i < 5 ? -100 : 100);
    const work = await page.evaluate(() =>
      (window as unknown as { work: number[] }).work.sort((a, b) => a - b),
    );
    expect(work.length).toBeGreaterThan(20);
    const at = (q: number) =>
      work[Math.min(work.length - 1, Math.floor(q * work.length))].toFixed(1);
    console.log(
      `100×100: ${work.length} frames, painting took ${at(0.5)} ms (median), ${at(0.95)} ms (95%), ${at(1)} ms (most)`,
    );
  });
});
