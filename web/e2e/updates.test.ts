// New versions of the site under open pages, with real service workers: two deployments in a row,
// an old tab beside a new one, an update in the middle of a game, and no network afterwards.

import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { launch } from './browser';
import { Table } from './app';
import { WAIT_MS } from './patience';
import { serve } from './serve.js';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'nonogram-updates-'));

/** Makes a deployment with another version, in which the module of the lab has another name. */
function build(version: string): string {
  const folder = join(root, version);
  cpSync(DIST, folder, { recursive: true, filter: (path) => !path.endsWith('.wasm') });
  for (const name of readdirSync(join(DIST, 'engine')).filter((n) => n.endsWith('.wasm')))
    symlinkSync(join(DIST, 'engine', name), join(folder, 'engine', name));
  const lab = readdirSync(join(DIST, 'assets')).find((n) => /^Lab-.*\.js$/.test(n))!;
  const renamed = `Lab-${version}.js`;
  cpSync(join(DIST, 'assets', lab), join(folder, 'assets', renamed));
  rmSync(join(folder, 'assets', lab));
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of texts
    .filter((name) => /\.(js|html)$/.test(name))
    .map((n) => join(folder, n))) {
    const text = readFileSync(path, 'utf8');
    const changed = text
      .replaceAll(lab, renamed)
      .replace('<head>', `<head><meta name="deployment" content="${version}">`)
      .replace(/(VERSION = )"\w+"/, `$1"${version}"`);
    if (changed !== text) writeFileSync(path, changed);
  }
  return folder;
}

const VERSIONS = ['first', 'second', 'third'];
let folders: Record<string, string>;
let browser: Browser;
let server: { url: string; close: () => Promise<void> };
let deployed = '';
/** Delays the response for a path. */
let hold: (path: string) => Promise<void>;
let context: BrowserContext;

beforeAll(async () => {
  folders = Object.fromEntries(VERSIONS.map((version) => [version, build(version)]));
  server = await serve(() => folders[deployed], { before: (path) => hold(path) });
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(root, { recursive: true });
});

beforeEach(async () => {
  deployed = 'first';
  hold = () => Promise.resolve();
  context = await browser.newContext();
  context.setDefaultTimeout(WAIT_MS);
});
afterEach(() => context.close());

/** A page that is controlled by a service worker. */
async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.url + path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller)
      await new Promise((next) =>
        navigator.serviceWorker.addEventListener('controllerchange', next, { once: true }),
      );
  });
  return page;
}

/** Deploys a version, and lets a page look for it until it is ready. */
async function deploy(version: string, page: Page): Promise<void> {
  deployed = version;
  await page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    const before = registration.waiting;
    await registration.update();
    while (!registration.waiting || registration.waiting === before)
      await new Promise(requestAnimationFrame);
  });
}

const versionOf = (page: Page) => page.getAttribute('meta[name="deployment"]', 'content');
const caches = (page: Page) =>
  page.evaluate(async () =>
    (await window.caches.keys()).filter((name) => name.startsWith('nonogram-')).sort(),
  );

/** Presses Reload in the notice, and waits for the new version. */
async function reload(page: Page, version: string): Promise<void> {
  await page.locator('.notice >> text=Reload').last().click();
  await page.waitForSelector(`meta[name="deployment"][content="${version}"]`, {
    state: 'attached',
  });
}

it('an update in the middle of a game waits, and loses no stroke; an old tab plays on', async () => {
  const page = await open('play/15/');
  const table = await new Table(page).ready();
  await table.click(0, 0);
  await deploy('second', page);
  await page.waitForSelector('.notice >> text=A new version is ready');
  // The page in use stays the old one, with modules that the server has no more.
  await table.click(0, 1);
  expect((await table.board(10, 10))[0]).toMatch(/^AA/);
  const old = await open('play/15/');
  expect(await versionOf(old)).toBe('first');
  await old.goto(server.url + 'lab/');
  await old.waitForSelector('main h1');
  await old.goto(server.url + 'play/15/');
  const beside = await new Table(old).ready();

  await reload(page, 'second');
  await table.ready();
  expect((await table.board(10, 10))[0]).toMatch(/^AA/);
  // The old tab beside it plays on, and both show the same.
  await beside.click(0, 2);
  await page.waitForSelector('.wide [aria-label="Undo"]:not(:disabled)');
  expect((await table.board(10, 10))[0]).toMatch(/^AAA/);
  // A module that is gone is told, and trying again brings the new version.
  expect(await versionOf(old)).toBe('first');
  await old.reload();
  expect(await versionOf(old)).toBe('second');
  await beside.ready();
  expect(await caches(page)).toEqual(['nonogram-second']);

  await context.setOffline(true);
  await page.reload();
  await table.ready();
  expect((await table.board(10, 10))[0]).toMatch(/^AAA/);
  await table.click(1, 0);
  await page.goto(server.url + 'lab/');
  await page.waitForSelector('main h1');
});

it('two deployments in a row: Reload brings the last one', async () => {
  const page = await open('play/15/');
  const table = await new Table(page).ready();
  await table.click(0, 0);
  await deploy('second', page);
  await page.waitForSelector('.notice >> text=A new version is ready');
  await deploy('third', page);
  // The notice is of the second version, whose worker is gone.
  await page.evaluate(() => {
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (message: unknown) {
      Object.assign(window, {
        asked: { state: this.state, go: () => postMessage.call(this, message) },
      });
    };
  });
  await page.locator('.notice >> text=Reload').first().click();
  const asked = await page.evaluateHandle(
    () => (window as unknown as { asked: { state: string; go: () => void } }).asked,
  );
  expect(await asked.evaluate(({ state }) => state)).toBe('installed');
  await asked.evaluate(({ go }) => go());
  await page.waitForSelector('meta[name="deployment"][content="third"]', { state: 'attached' });
  await table.ready();
  expect((await table.board(10, 10))[0]).toMatch(/^A/);
  expect(await caches(page)).toEqual(['nonogram-third']);
});

it('a version that takes over does not delete the cache of a newer one', async () => {
  const page = await open('play/15/');
  await new Table(page).ready();
  await deploy('second', page);
  // The third version is being installed, and waits for one of its files.
  let release = () => {};
  const waiting = new Promise<void>((resolve) => (release = resolve));
  hold = (path) => (path.includes('Lab-third') ? waiting : Promise.resolve());
  deployed = 'third';
  await page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.getRegistration())!;
    await registration.update();
    while (!registration.installing) await new Promise(requestAnimationFrame);
    while (!(await window.caches.keys()).includes('nonogram-third'))
      await new Promise(requestAnimationFrame);
  });
  await reload(page, 'second');
  expect(await caches(page)).toContain('nonogram-third');
  release();
  await page.waitForSelector('.notice >> text=A new version is ready');
  await reload(page, 'third');
  await context.setOffline(true);
  await page.goto(server.url + 'lab/');
  await page.waitForSelector('main h1');
});
