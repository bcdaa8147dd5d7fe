// How long a frame takes while somebody draws on 100×100 cells: measured and told, not
// judged, since a machine under test is not a machine of a player. And the longest task of
// a game of 40×40 on a phone, judged by the processor's time, which busy neighbors do not
// lengthen.

import { describe, expect, it } from 'vitest';
import { encodePuzzle } from '../src/model/share';
import { fromPicture, randomFrom } from '../tests/puzzles';
import { numberOf, PHONE, useSite } from './app';

const site = useSite();
const SIDE = 100;
/** No task of the page may hold up a finger longer. */
const TASK_MS = 100;

describe('frames on 100×100', () => {
  it('are measured', async () => {
    const random = randomFrom(1);
    const rows = Array.from({ length: SIDE }, () =>
      Array.from({ length: SIDE }, () => (random() < 0.5 ? '#' : '.')).join(''),
    );
    const table = await (await site.open('play/#p=' + encodePuzzle(fromPicture(...rows)))).ready();
    const { page } = table;
    await page.waitForSelector('.note:has-text("Larger than this screen")');
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

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Time by the clock, in microseconds; a task still running when the trace ends has none. */
  readonly dur?: number;
  /** Processor time, never more than `dur`; tasks of a microsecond or so may lack it. */
  readonly tdur?: number;
}

/** The processor's time of every ended task of the page's main thread, in milliseconds. */
function tasksOf({ traceEvents: events }: { traceEvents: TraceEvent[] }): number[] {
  const pages = new Set(
    events
      .filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain')
      .map((e) => `${e.pid} ${e.tid}`),
  );
  return events
    .filter((e) => e.name.endsWith('RunTask') && pages.has(`${e.pid} ${e.tid}`))
    .flatMap(({ tdur, dur }) => tdur ?? dur ?? [])
    .map((microseconds) => microseconds / 1000);
}

describe('tasks on 40×40', () => {
  it('are short', async () => {
    const ship = numberOf('tall-ship');
    const table = await (await site.open(`play/${ship}/`, { ...PHONE, heldTimers: true })).ready();
    const { page } = table;
    await page.click('.note button');
    const browser = page.context().browser()!;
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    const look = await table.look();
    const [x, y] = [look.window.left + 20, look.window.top + 20];
    for (let i = 0; i < 8; i++) {
      await table.touch('touchStart', { x, y: y + i * look.cell });
      await table.touch('touchMove', { x: x + 200, y: y + i * look.cell });
      await table.touch('touchEnd');
    }
    await table.touch('touchStart', { x: 150, y: 300 }, { x: 250, y: 400 });
    for (let by = 0; by < 100; by += 5)
      await table.touch('touchMove', { x: 150 - by, y: 300 - by }, { x: 250, y: 400 + by });
    await table.touch('touchEnd');
    for (let i = 0; i < 2; i++) await page.tap('.bottom-bar [aria-label^="Whole board"]');
    await page.tap('.bottom-bar [aria-label="Hint"]');
    await page.waitForSelector('aside :is(li, p)');
    await table.look();
    const tasks = tasksOf(JSON.parse(String(await browser.stopTracing())));
    const longest = Math.max(...tasks);
    console.log(`40×40: the longest of ${tasks.length} tasks took ${longest.toFixed(1)} ms`);
    expect(tasks.length).toBeGreaterThan(100);
    expect(longest).toBeLessThanOrEqual(TASK_MS);
  });
});
