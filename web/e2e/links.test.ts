// Addresses, share links, titles of strangers.

import { describe, expect, it } from 'vitest';
import { toJSON } from '../src/model/json';
import { encodePuzzle, puzzleKey } from '../src/model/share';
import { fromPicture } from '../tests/puzzles';
import { numberOf, useSite } from './app';

const site = useSite();

describe('links', () => {
  it('carry a puzzle to another browser', async () => {
    const number = numberOf('strawberry'); // in several colors
    const table = await (await site.open(`play/${number}/`)).ready();
    const { page } = table;
    const inks = await page.locator('.wide .ink').count();
    expect(inks).toBeGreaterThan(1);
    await page.click('[aria-label="More"]');
    await page.click('[role="menuitem"]:has-text("Share")');
    const link = await page.inputValue('dialog input');
    expect(link.startsWith(site.url + 'play/#p=')).toBe(true);
    await page.waitForSelector('dialog figure svg path');
    const other = await (await site.open(link.slice(site.url.length))).ready();
    // A puzzle of the pack is recognized as such.
    expect(await other.page.textContent('h1')).toBe(`No. ${number}`);
    expect(await other.page.locator('.wide .ink').count()).toBe(inks);
  });

  it('carry any other puzzle, and keep its game', async () => {
    const puzzle = fromPicture('##...', '#.#..', '##..#');
    const table = await (await site.open('play/#p=' + encodePuzzle(puzzle))).ready();
    await table.drag([0, 0], [0, 1]);
    await table.page.goto(site.url);
    await table.page.click('.feature >> text=Your puzzle');
    await table.ready();
    expect((await table.board(5, 3))[0]).toBe('AA???');
  });

  it('say so when they are damaged', async () => {
    const code = encodePuzzle(fromPicture('##', '#.'));
    const table = await site.open('play/#p=' + code.slice(0, -2));
    await table.page.waitForSelector('h1:has-text("This link cannot be read")');
  });

  it('show the titles of strangers as text', async () => {
    const title = '<img src=x onerror="window.harmed=1"><b>bold</b>';
    const puzzle = {
      ...fromPicture('#.', '##'),
      title,
      author: '<script>window.harmed=1</script>',
    };
    const key = puzzleKey(puzzle);
    const table = await site.open('play/#k=' + key, {
      storage: {
        ['nonogram/puzzle/' + key]: JSON.stringify({ version: 1, value: toJSON(puzzle) }),
      },
    });
    const { page } = await table.ready();
    expect(await page.textContent('body')).not.toContain('onerror'); // not before it is solved
    await table.click(0, 0);
    await table.drag([1, 0], [1, 1]);
    await table.solved();
    await page.waitForFunction(
      (t) => document.querySelector('.finish h2')!.textContent === t,
      title,
    );
    await page.goto(site.url);
    await page.waitForSelector('.gallery');
    await page.waitForSelector('.gallery:has-text("onerror")'); // the player's puzzles come later
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  });
});

describe('a folder of any host', () => {
  const deep = useSite('/some/where/');

  it('serves every address', async () => {
    const table = await (await deep.open('play/15/')).ready();
    const { page } = table;
    await page.click('[aria-label="Back to the puzzles"]');
    await page.waitForSelector('.card');
    expect(page.url()).toBe(deep.url);
    await page.click('nav >> text=Learn');
    await page.click('nav >> text=Techniques');
    await page.click('text=Glue');
    await page.waitForSelector('article h1');
    expect(page.url()).toBe(deep.url + 'techniques/glue/');
    await page.reload();
    await page.waitForSelector('article h1');
    for (let i = 0; i < 3; i++) await page.goBack();
    await page.waitForSelector('.card');
  });
});
