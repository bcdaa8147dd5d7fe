// The app in a browser, for tests. It opens pages of the built site and finds cells. An error in
// the console or a request to another origin fails the test.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { readCells } from '../src/model/cellsText';
import { COMMAND } from '../tests/command';
import { launch } from './browser';
import { SLOWDOWN, WAIT_MS } from './patience';
import { serve } from './serve.js';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
};

export interface Options extends BrowserContextOptions {
  /** Values to put into localStorage before the page loads, by key. */
  storage?: Record<string, string>;
  /**
   * The page's long timers end when the test says so (`Table.elapse`), not by the clock: a
   * busy machine may take longer for a touch than a finger rests, or for a look at a
   * notice than it is shown.
   */
  heldTimers?: boolean;
  /** A function to run in every page before it loads. */
  script?: () => void;
  /** Hosts of other origins that the test serves itself. */
  hosts?: readonly string[];
  /** Errors in the console that the test brings about, by their text. */
  expected?: RegExp;
}

/** Timers below this are not what people wait for, and are never held. */
const HELD_FROM_MS = 100;

export interface Site {
  readonly url: string;
  open(path: string, options?: Options): Promise<Table>;
}

/** Sets up a browser and a server for the tests of a file. */
export function useSite(at = '/'): Site {
  let browser: Browser;
  let server: { url: string; close: () => Promise<void> };
  const contexts: BrowserContext[] = [];
  const troubles: string[] = [];

  beforeAll(async () => {
    server = await serve(DIST, { at });
    browser = await launch();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(troubles.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  return {
    get url() {
      return server.url;
    },
    async open(
      path,
      { storage = {}, heldTimers = false, script, hosts, expected, ...options } = {},
    ) {
      const context = await browser.newContext({ serviceWorkers: 'block', ...options });
      contexts.push(context);
      context.setDefaultTimeout(WAIT_MS);
      const page = await context.newPage();
      if (SLOWDOWN > 1) {
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
      }
      watch(page, [server.url, ...(hosts ?? [])], troubles, expected);
      await page.addInitScript((values) => {
        for (const [key, value] of Object.entries(values)) {
          if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
        }
      }, storage);
      if (heldTimers) await page.addInitScript(holdTimers, HELD_FROM_MS);
      if (script) await page.addInitScript(script);
      await page.goto(server.url + path);
      return new Table(page);
    },
  };
}

/** Runs in the page: timers are put aside, for `elapse`. */
function holdTimers(from: number): void {
  const held = new Map<number, { ms: number; run: () => void }>();
  const [set, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
  let next = -1; // the browser's own numbers are positive
  const hold = (run: () => void, ms = 0) => {
    if (ms < from) return set(run, ms);
    held.set(next, { ms, run });
    return next--;
  };
  const drop = (timer?: number) => {
    if (!held.delete(timer ?? 0)) clear(timer);
  };
  Object.assign(window, { held, setTimeout: hold, clearTimeout: drop });
}

function watch(page: Page, sites: readonly string[], troubles: string[], expected?: RegExp): void {
  const origins = sites.map((site) => new URL(site).origin);
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // Playwright's own remark, where the tests want no service worker.
    if (message.text().includes('blocked by Playwright')) return;
    if (expected?.test(message.text())) return;
    const text = `console: ${message.text()} ${message.location().url}`;
    // A warning without a script is advice of the browser, which differs between versions.
    if (message.type() === 'warning' && message.args().length === 0) console.log(text);
    else troubles.push(text);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.context().on('request', (request) => {
    const url = new URL(request.url());
    if (!origins.includes(url.origin) && !['data:', 'blob:'].includes(url.protocol))
      troubles.push(`request: ${url}`);
  });
}

export interface Look {
  /** Where the first cell is, in the page, in view or not. */
  readonly x: number;
  readonly y: number;
  readonly cell: number;
  /** The size of the clues' type. */
  readonly type: number;
  /** The cells that are in view are in it. */
  readonly window: Frame;
  readonly map: Frame | undefined;
}

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A page with a board on it. */
export class Table {
  constructor(readonly page: Page) {}

  /** Waits until the board is drawn. */
  async ready(): Promise<this> {
    await this.page.waitForSelector('.board[data-origin]');
    return this;
  }

  /** The middle of a cell, in the page. */
  async point(row: number, column: number): Promise<{ x: number; y: number }> {
    return this.page.evaluate(
      async ([row, column]) => {
        // A panel that has just appeared or gone may move the board: it gets its new size
        // in the next frame and is laid out in the one after.
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
        const board = document.querySelector<HTMLElement>('.board[data-origin]')!;
        const [x, y] = board.dataset.origin!.split(',').map(Number);
        const cell = Number(board.dataset.cell);
        const box = board.getBoundingClientRect();
        return { x: box.left + x + (column + 0.5) * cell, y: box.top + y + (row + 0.5) * cell };
      },
      [row, column],
    );
  }

  /** What the board says of itself: where cells begin, their size, its window, type and map. */
  async look(): Promise<Look> {
    return this.page.evaluate(async () => {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
      const board = document.querySelector<HTMLElement>('.board[data-origin]')!;
      const { left, top } = board.getBoundingClientRect();
      const numbers = (text = '') => text.split(',').map(Number);
      const [x, y] = numbers(board.dataset.origin);
      const [gridX, gridY, viewX, viewY] = numbers(board.dataset.window);
      const map = board.dataset.map;
      const [mapX, mapY, width, height] = numbers(map);
      return {
        x: left + x,
        y: top + y,
        cell: Number(board.dataset.cell),
        type: Number(board.dataset.type),
        window: { left: left + gridX, top: top + gridY, width: viewX, height: viewY },
        map: map ? { left: left + mapX, top: top + mapY, width, height } : undefined,
      };
    });
  }

  async cellSize(): Promise<number> {
    return Number(await this.page.getAttribute('.board[data-origin]', 'data-cell'));
  }

  /** What is stored of the game, "?" unknown, "!" a small mark, "." crossed, "A" the first ink; "" if nothing is. */
  async board(width: number, height: number): Promise<string[]> {
    const texts = await this.page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('nonogram/game/'))
        .map(([, value]) => JSON.parse(value).value.cells as string),
    );
    if (texts.length === 0) return [];
    const cells = readCells(texts[0], width * height)!;
    const rows: string[] = [];
    for (let y = 0; y < height; y++) {
      const row = cells.subarray(y * width, (y + 1) * width);
      rows.push(
        Array.from(row, (c) =>
          c === 255 ? '?' : c === 254 ? '!' : c === 0 ? '.' : String.fromCharCode(64 + c),
        ).join(''),
      );
    }
    return rows;
  }

  async click(row: number, column: number, button: 'left' | 'right' = 'left'): Promise<void> {
    const { x, y } = await this.point(row, column);
    await this.page.mouse.click(x, y, { button });
  }

  /** Presses at the first cell and moves through the others, one event each. */
  async drag(...path: [row: number, column: number][]): Promise<void> {
    const points = await Promise.all(path.map(([row, column]) => this.point(row, column)));
    await this.page.mouse.move(points[0].x, points[0].y);
    await this.page.mouse.down();
    for (const { x, y } of points.slice(1)) await this.page.mouse.move(x, y);
    await this.page.mouse.up();
  }

  /** Sends raw touches: the points of all fingers. */
  async touch(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...points: { x: number; y: number }[]
  ): Promise<void> {
    this.cdp ??= this.page.context().newCDPSession(this.page);
    await (await this.cdp).send('Input.dispatchTouchEvent', { type, touchPoints: points });
  }

  private cdp: Promise<import('playwright-core').CDPSession> | undefined;

  async solved(): Promise<void> {
    await this.page.waitForSelector('.finish');
  }

  /** Ends all held timers and returns their lengths. */
  async elapse(): Promise<number[]> {
    return this.page.evaluate(() => {
      const { held } = window as unknown as { held: Map<number, { ms: number; run: () => void }> };
      const ended = [...held.values()];
      held.clear();
      for (const { run } of ended) run();
      return ended.map(({ ms }) => ms);
    });
  }
}

/** The number of a puzzle of the pack. Numbers move when pictures are added, names do not. */
export function numberOf(name: string): number {
  const text = execFileSync(COMMAND, ['puzzles', '--titles', '--json'], { encoding: 'utf8' });
  const list = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { number: number; name: string });
  return list.find((entry) => entry.name === name)!.number;
}

/** The picture of a puzzle of the pack, by its number, name or date, a string per row. */
export function solution(number: number | string): string[] {
  const text = execFileSync(COMMAND, ['solve', '--json', `@${number}`], { encoding: 'utf8' });
  return (JSON.parse(text) as { grid: string[] }).grid;
}

/** The title of a puzzle of the pack, by its number, name or date. */
export function titleOf(name: number | string): string {
  const text = execFileSync(COMMAND, ['convert', `@${name}`, 'json'], { encoding: 'utf8' });
  return (JSON.parse(text) as { title: string }).title;
}

/** The runs of filled cells of a picture: row, first and last column, color's character. */
export function runs(
  picture: readonly string[],
): [row: number, from: number, to: number, symbol: string][] {
  return picture.flatMap((row, y) =>
    [...row.matchAll(/([^.])\1*/g)].map(
      (m) => [y, m.index, m.index + m[0].length - 1, m[1]] as [number, number, number, string],
    ),
  );
}
