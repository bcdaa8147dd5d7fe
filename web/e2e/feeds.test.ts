// Feeds: subscribed to, proven, played, updated and left; and what is refused.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { COMMAND } from '../tests/command';
import { Table, useSite } from './app';
import { violations } from './axe';
import { serve } from './serve.js';

const site = useSite();
const LEFT = 'Begun, and in no feed any more';
const OPEN = { 'Access-Control-Allow-Origin': '*' };

const folder = mkdtempSync(join(tmpdir(), 'feeds-'));
const hosts: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const nonogram = (...args: string[]): string =>
  execFileSync(COMMAND, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A host of a folder. */
async function host(options: Parameters<typeof serve>[1] = { headers: OPEN }) {
  const made = await serve(folder, options);
  hosts.push(made);
  return made;
}

/** Lines of JSON, a puzzle each, without their goals. */
const generated = (count: number, seed: number): string[] =>
  nonogram(
    ...['generate', 'puzzle', '--size', '5', '--count', String(count)],
    ...['--seed', String(seed), '--to', 'json', '--quiet'],
  )
    .trim()
    .split('\n');

/** Writes the feed of these puzzles by the command. */
function writeFeed(lines: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'source.jsonl');
  writeFileSync(file, lines.join('\n') + '\n');
  nonogram('feed', '--name', 'Fifty', '--author', 'A. Painter', '--license', 'CC0', folder, file);
}

async function subscribe(page: Page, address: string): Promise<void> {
  await page.fill('.address input', address);
  await page.click('button:has-text("Subscribe")');
}

const items = (page: Page, section: string) =>
  page.locator(`section[aria-label="${section}"] > ul:not(.refused) > li`);

/** Opens a puzzle, whose link is made when it comes into view. */
async function open(page: Page, section: string, at: number): Promise<void> {
  const item = items(page, section).nth(at);
  await item.scrollIntoViewIfNeeded();
  await item.locator('a').click();
}

/** Fills the cells of the solution. */
async function solve(table: Table, line: string): Promise<void> {
  const file = join(folder, 'one.jsonl');
  writeFileSync(file, line + '\n');
  const { grid } = JSON.parse(nonogram('solve', '--json', file)) as { grid: string[] };
  for (const [y, row] of grid.entries())
    for (const [x, cell] of [...row].entries()) if (cell === '#') await table.click(y, x);
  await table.solved();
}

describe('a feed', () => {
  it('of fifty puzzles is proven, played, updated and left', async () => {
    const lines = generated(52, 11);
    writeFeed(lines.slice(0, 50));
    const feed = await host();
    const table = await site.open('', { hosts: [feed.url], expected: /ERR_CONNECTION_REFUSED/ });
    const { page } = table;
    // A newcomer finds the page at the end of the collections.
    await page.click('a.tile:has-text("Feeds")');
    await subscribe(page, feed.url);
    await page.waitForSelector('section[aria-label="Fifty"]');
    expect(await items(page, 'Fifty').count()).toBe(50);
    expect(await page.textContent('section[aria-label="Fifty"] p')).toBe(
      'by A. Painter · CC0 · 50 puzzles, each proven',
    );
    // One is solved, and another begun.
    await open(page, 'Fifty', 0);
    await table.ready();
    expect(await page.textContent('h1')).toBe('Fifty 1');
    await solve(table, lines[0]);
    await page.click('text=Next picture');
    await page.waitForSelector('h1:has-text("Fifty 2")');
    await table.ready();
    await table.click(0, 0);
    await page.click('[aria-label="Back to the feeds"]');
    await page.waitForSelector('section[aria-label="Fifty"] progress');

    // The second is gone from the feed, and two are new.
    writeFeed([lines[0], ...lines.slice(2)]);
    await page.click('button:has-text("Update")');
    await page.waitForSelector('text=Fifty: 2 new puzzles');
    expect(await items(page, 'Fifty').count()).toBe(51);
    expect(await items(page, LEFT).count()).toBe(1);
    await open(page, LEFT, 0);
    await table.ready();
    expect(await table.page.locator('[role="gridcell"][aria-label*="filled"]').count()).toBe(1);
    await page.goto(site.url + 'feeds/');

    // Without the host everything is there.
    await hosts.pop()!.close();
    await page.click('button:has-text("Update")');
    await page.waitForSelector('[role="alert"] >> text=The feed cannot be reached');
    expect(await items(page, 'Fifty').count()).toBe(51);
    await open(page, 'Fifty', 50);
    await table.ready();
    await page.goto(site.url + 'feeds/');

    // Begun games outlive the feed.
    await page.click('button:has-text("Unsubscribe")');
    await page.waitForSelector('section[aria-label="Fifty"]', { state: 'detached' });
    expect(await items(page, LEFT).count()).toBe(2);
    const kept = await page.evaluate(
      () => Object.keys(localStorage).filter((key) => key.startsWith('nonogram/feed/')).length,
    );
    expect(kept).toBe(0);
  });

  it('has triddlers, which are proven and drawn as they are', async () => {
    writeFeed([
      JSON.stringify(JSON.parse(nonogram('convert', '--to', 'json', '@triddlers/1', '-'))),
    ]);
    const feed = await host();
    const { page } = await site.open('feeds/#add=' + encodeURIComponent(feed.url), {
      hosts: [feed.url],
    });
    await page.click('button:has-text("Subscribe")');
    await page.waitForSelector(
      'section[aria-label="Fifty"] a[aria-label="No. 1, Triddler with 24 triangles"] svg .sheet',
    );
    await open(page, 'Fifty', 0);
    await new Table(page).ready();
    expect(await page.textContent('h1')).toBe('Fifty 1');
    await page.waitForSelector('text=Triddler with 24 triangles');
  });

  it('names the puzzles that it refuses', async () => {
    const digest = (text: string) => createHash('sha256').update(text).digest('hex');
    const prove = (puzzle: string) => {
      writeFileSync(join(folder, 'one.jsonl'), puzzle + '\n');
      return nonogram('prove', '--out', '-', join(folder, 'one.jsonl'));
    };
    mkdirSync(join(folder, 'files'), { recursive: true });
    const puzzles: object[] = [];
    const add = (title: string, puzzle: string, proof: string, listed: object = {}) => {
      const name = `files/${puzzles.length}`;
      writeFileSync(join(folder, name + '.json'), puzzle);
      writeFileSync(join(folder, name + '.proof'), proof);
      puzzles.push({
        ...{ title, width: 2, height: 2, puzzle: name + '.json', certificate: name + '.proof' },
        ...{ digest: digest(puzzle), certificate_digest: digest(proof), ...listed },
      });
    };
    const good = '{"rows":[[2],[1]],"columns":[[2],[1]]}';
    const two = '{"rows":[[1],[1]],"columns":[[1],[1]]}';
    add('Good', good, prove(good));
    add('Two ways', two, prove(two));
    const forged = prove(two)
      .replace(/s 2\n.*\n.*\n/, '')
      .replace('at-least 2', 'exactly 1');
    add('Forged', two, forged);
    add('Borrowed', two, prove(good));
    add('Changed', good, prove(good), { digest: digest('other') });
    add('Larger', good, prove(good), { width: 3 });
    add('Nothing', '{"rows":3}', prove(good));
    add('Missing', good, prove(good), { puzzle: 'files/missing.json' });
    add('Huge', good + ' '.repeat(1 << 17), prove(good));
    writeFileSync(
      join(folder, 'feed.json'),
      JSON.stringify({ kind: 'nonogram-feed', version: 1, name: 'Mixed', puzzles }),
    );
    const feed = await host();
    const { page } = await site.open('feeds/#add=' + encodeURIComponent(feed.url), {
      hosts: [feed.url],
      expected: /404/,
    });
    expect(await page.inputValue('.address input')).toBe(feed.url);
    await page.click('button:has-text("Subscribe")');
    await page.waitForSelector('section[aria-label="Mixed"]');
    expect(await items(page, 'Mixed').count()).toBe(1);
    await page.click('summary:has-text("8 puzzles refused")');
    const said = (await page.locator('.refused li').allTextContents()).map((text) => text.trim());
    expect(said).toEqual([
      'Two ways: It has more than one solution.',
      'Forged: Its certificate is forged or damaged.',
      'Borrowed: Its certificate is forged or damaged.',
      'Changed: Its files are not those that the feed lists.',
      'Larger: It is no puzzle, or not of the size that the feed lists.',
      'Nothing: It is no puzzle, or not of the size that the feed lists.',
      'Missing: There is no such file on the host.',
      'Huge: A file of the feed is too large.',
    ]);
    expect(await violations(page)).toEqual([]);
  });

  it('says what is wrong with an address', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'feed.json'), '{"kind":"podcast"}');
    const [other, closed] = [await host(), await host({})];
    const silent = await host({ headers: OPEN, before: () => new Promise(() => {}) });
    const { page } = await site.open('feeds/', {
      hosts: [other.url, closed.url, silent.url],
      expected: /404|CORS|ERR_FAILED/,
      script: () => {
        const timeout = AbortSignal.timeout.bind(AbortSignal);
        AbortSignal.timeout = (ms) => timeout(ms / 20);
      },
    });
    const says = async (address: string, text: string) => {
      await subscribe(page, address);
      await page.waitForSelector(`[role="alert"] >> text=${text}`);
    };
    await says(other.url, 'This is no feed');
    await says(other.url + 'nowhere/', 'There is no such file on the host');
    await says(closed.url, 'The host of the feed does not let other pages read it');
    await says(silent.url, 'The host of the feed does not answer');
    await says('ftp://example.org', 'This is no address of a feed');
    expect(await page.locator('section').count()).toBe(0);
  });
});
