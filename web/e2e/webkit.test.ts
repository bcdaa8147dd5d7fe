// The same site in WebKit: play, solve, create, offline. Debian's WebKitGTK comes with a
// small browser and a driver that speaks the first WebDriver protocol, which neither
// Playwright nor Puppeteer do; the few calls needed are made here (W3C WebDriver,
// https://www.w3.org/TR/webdriver2/). It wants a display, so it gets one in memory. Where
// any of the three is missing, this is left out, and make says so.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs, solution } from './app';
import { WAIT_MS } from './patience';
import { serve } from './serve.js';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY = '/usr/bin/Xvfb';

type Point = readonly [x: number, y: number];

/** A browser under WebDriver, by its session's address. */
class Driven {
  private constructor(
    private readonly session: string,
    readonly version: string,
  ) {}

  static async start(driver: string): Promise<Driven> {
    const { sessionId, capabilities } = (await send('POST', driver + '/session', {
      capabilities: { alwaysMatch: { timeouts: { script: WAIT_MS, pageLoad: WAIT_MS } } },
    })) as { sessionId: string; capabilities: { browserName: string; browserVersion: string } };
    const { browserName, browserVersion } = capabilities;
    return new Driven(`${driver}/session/${sessionId}`, `${browserName} ${browserVersion}`);
  }

  quit = () => send('DELETE', this.session);
  go = (url: string) => send('POST', this.session + '/url', { url });

  /** Runs an async function in the page and returns its result. */
  run<A extends unknown[], R>(work: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve((${work})(...Array.from(arguments).slice(0, -1))).then(done);`;
    return send('POST', this.session + '/execute/async', { script, args }) as Promise<R>;
  }

  keys = (value: string) =>
    this.act('key', [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);

  drag = ([x1, y1]: Point, [x2, y2]: Point) =>
    this.act('pointer', [
      { type: 'pointerMove', x: x1, y: y1 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerMove', x: x2, y: y2, duration: 30 },
      { type: 'pointerUp', button: 0 },
    ]);

  private act = (type: string, actions: unknown[]) =>
    send('POST', this.session + '/actions', { actions: [{ type, id: type, actions }] });
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${url}: ${value.error}: ${value.message}`);
  return value;
}

/** Starts a program and waits until it says where it can be reached. */
async function started(program: ChildProcess, said: RegExp): Promise<string> {
  let text = '';
  for (const stream of [program.stdout!, program.stderr!, program.stdio[3]!]) {
    stream?.on('data', (data) => (text += data));
  }
  while (!said.test(text)) {
    if (program.exitCode !== null) throw new Error(`${program.spawnfile} ended: ${text}`);
    await new Promise((go) => setTimeout(go, 20));
  }
  return said.exec(text)![1];
}

describe.skipIf(!existsSync(DRIVER) || !existsSync(DISPLAY))('in WebKit', () => {
  let display: ChildProcess, driver: ChildProcess;
  let browser: Driven;
  let server: { url: string; close: () => Promise<void> };

  beforeAll(async () => {
    server = await serve(DIST, { at: '/folder/' });
    const screen = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
    display = spawn(DISPLAY, screen, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const number = await started(display, /(\d+)\n/);
    const port = await freePort();
    driver = spawn(DRIVER, ['--port=' + port, '--host=127.0.0.1'], {
      // The browser's own sandbox needs rights that test machines do not give; it only ever
      // sees this site.
      env: {
        ...process.env,
        DISPLAY: ':' + number,
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
      stdio: 'ignore',
    });
    const address = `http://127.0.0.1:${port}`;
    while (!(await fetch(address + '/status').catch(() => undefined)))
      await new Promise((go) => setTimeout(go, 20));
    browser = await Driven.start(address);
    console.log(`browser: ${browser.version}`);
  });

  afterAll(async () => {
    await browser?.quit();
    driver?.kill();
    display?.kill();
    await server?.close();
  });

  const go = (path: string) => browser.go(server.url + path);

  /** Waits until an element is there, with a text in it if one is given. */
  const sees = (selector: string, text = '') =>
    browser.run(
      async (selector, text) => {
        const there = () =>
          [...document.querySelectorAll(selector)].some((e) => e.textContent!.includes(text));
        while (!there()) await new Promise((go) => setTimeout(go, 20));
      },
      selector,
      text,
    );

  const press = async (selector: string, text: string) => {
    await sees(selector, text);
    await browser.run(
      (selector, text) =>
        [...document.querySelectorAll<HTMLElement>(selector)]
          .find((e) => e.textContent!.includes(text))!
          .click(),
      selector,
      text,
    );
  };

  async function point(row: number, column: number): Promise<Point> {
    await sees('.board[data-origin]');
    return browser.run(
      async (row, column) => {
        for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
        const board = document.querySelector<HTMLElement>('.board[data-origin]')!;
        const [x, y] = board.dataset.origin!.split(',').map(Number);
        const cell = Number(board.dataset.cell);
        const box = board.getBoundingClientRect();
        const at = (from: number, n: number) => Math.round(from + (n + 0.5) * cell);
        return [at(box.left + x, column), at(box.top + y, row)] as const;
      },
      row,
      column,
    );
  }

  const drag = async ([row, from, to]: readonly [number, number, number, ...unknown[]]) =>
    browser.drag(await point(row, from), await point(row, to));

  it('a puzzle is played to the end, with a hint on the way', async () => {
    await go('play/15/');
    const [first, ...others] = runs(solution(15));
    await drag(first);
    await browser.keys('h');
    await sees('aside', 'Look at');
    for (const run of others) await drag(run);
    await sees('.finish');
    await go('');
    await sees('.tally', '1 of 277 solved');
  });

  it('a text is read and solved', async () => {
    await go('solve/');
    await press('button', 'Slip of the pen');
    await sees('h2', 'No solution');
  });

  it('a picture is drawn and judged', async () => {
    await go('create/');
    await drag([2, 2, 8]);
    await drag([3, 2, 8]);
    await sees('[data-verdict="unique"]', 'Unique');
  });

  it('all of it is there without a network', async () => {
    await go('play/15/');
    await browser.run(async () => {
      await navigator.serviceWorker.ready;
      for (const name of ['engine', 'files', 'make', 'draw']) {
        const url = new URL(`../../engine/${name}.wasm`, location.href);
        while (!(await caches.match(url))) await new Promise((go) => setTimeout(go, 20));
      }
    });
    const { url } = server;
    await server.close();
    await browser.go(url + 'play/16/');
    await sees('.board[data-origin]');
    await browser.keys('h');
    await sees('aside', 'Look at');
    expect(await browser.run(() => document.title)).toContain('16');
  });
});

/** A free port. */
async function freePort(): Promise<string> {
  const { url, close } = await serve(DIST);
  await close();
  return new URL(url).port;
}
