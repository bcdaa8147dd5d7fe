// Rare states: storage that is full, forbidden, damaged or of a newer version; an engine that
// cannot be fetched or takes long.

import { describe, expect, it } from 'vitest';
import { puzzleKey } from '../src/model/share';
import { packPuzzle } from '../src/pack/pack';
import { runs, solution, Table, useSite } from './app';

const site = useSite();
const gameKey = async (number: number) => 'nonogram/game/' + puzzleKey((await packPuzzle(number))!);

describe('storage', () => {
  it('that is full is told, and room can be made', async () => {
    const table = await (await site.open('play/15/', { heldTimers: true })).ready();
    const { page } = table;
    await page.evaluate(() => {
      const state = window as unknown as { full: boolean };
      state.full = true;
      const original = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        if (state.full) throw new DOMException('full', 'QuotaExceededError');
        original.call(this, key, value);
      };
    });
    await table.click(0, 0);
    await page.waitForSelector('.notice >> text=storage of this browser is full');
    await page.evaluate(() => Object.assign(window, { full: false }));
    await page.click('.notice >> text=Make room');
    await page.waitForSelector('.notice >> text=nothing drawn is lost');
    expect((await table.board(10, 10))[0]).toBe('A?????????');
  });

  it('that is full loses no win, and says so once', async () => {
    const table = await (await site.open('play/1/', { heldTimers: true })).ready();
    const { page } = table;
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    const [first, ...rest] = runs(solution(1));
    const draw = ([row, from, to]: typeof first) => table.drag([row, from], [row, to]);
    await draw(first);
    await page.click('.notice:has-text("storage of this browser is full") >> .close');
    for (const run of rest) await draw(run);
    await table.solved();
    expect(await page.locator('.notice:has-text("is full")').count()).toBe(0);
    await page.click('a[aria-label="Back to the puzzles"]');
    await page.waitForSelector('.tally >> text=1 of ');
  });

  it('that is forbidden is told, once', async () => {
    const table = await site.open('', { heldTimers: true });
    await table.page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      });
    });
    await table.page.goto(site.url + 'play/15/');
    await table.ready();
    await table.click(0, 0);
    const notice = table.page.locator('.notice:has-text("does not let the page store anything")');
    await notice.locator('.close').click();
    await table.click(0, 1);
    for (let strokes = 2; strokes > 0; strokes--)
      await table.page.click('.wide [aria-label="Undo"]');
    await table.page.waitForSelector('.wide [aria-label="Undo"]:disabled');
    expect(await notice.count()).toBe(0);
  });

  it('with a game of a newer version is left alone', async () => {
    const key = await gameKey(15);
    const newer = '{"version":99,"value":{}}';
    const table = await (
      await site.open('play/15/', { storage: { [key]: newer }, heldTimers: true })
    ).ready();
    await table.page.waitForSelector('.notice >> text=newer version');
    await table.click(0, 0);
    expect(await table.page.evaluate((k) => localStorage.getItem(k), key)).toBe(newer);
  });

  it('with a damaged game starts afresh', async () => {
    const key = await gameKey(15);
    const table = await (
      await site.open('play/15/', { storage: { [key]: 'nonsense' }, heldTimers: true })
    ).ready();
    await table.page.waitForSelector('.notice >> text=could not be read');
    await table.click(0, 0);
    expect((await table.board(10, 10))[0]).toBe('A?????????');
  });

  it('that another tab has written to is followed', async () => {
    const table = await (await site.open('play/15/')).ready();
    const other = await table.page.context().newPage();
    await other.goto(site.url + 'play/15/');
    await other.waitForSelector('.board[data-origin]');
    await other.keyboard.press('Space');
    await table.page.waitForSelector('.wide [aria-label="Undo"]:not(:disabled)');
  });
});

describe('two tabs', () => {
  /** A second tab beside a page. */
  async function beside(table: Table, path: string): Promise<Table> {
    const page = await table.page.context().newPage();
    await page.goto(site.url + path);
    return new Table(page).ready();
  }

  const cells = (table: Table) =>
    table.page.evaluate(() => {
      const key = Object.keys(localStorage).find((key) => key.startsWith('nonogram/draft/'));
      return key === undefined ? '' : (JSON.parse(localStorage[key]).value.cells as string);
    });

  it('of Create draw on one sheet', async () => {
    const one = await (await site.open('create/')).ready();
    await one.click(0, 0);
    const two = await beside(one, 'create/');
    await two.click(0, 2);
    await one.page.waitForSelector('[aria-label*="Row clue 1 1"]', { state: 'attached' });
    await one.click(0, 4);
    await expect.poll(() => cells(one)).toBe('A?A?A220?');
    // Undo leads back over the strokes of both.
    await one.page.keyboard.press('Control+z');
    await one.page.keyboard.press('Control+z');
    await expect.poll(() => cells(two)).toBe('A224?');
  });

  it('of the clue editor and of the settings show the same', async () => {
    const one = await site.open('solve/#type');
    const two = await one.page.context().newPage();
    await two.goto(site.url + 'solve/#type');
    const first = '#clue-row-0';
    await two.fill(first, '3 2');
    await expect.poll(() => one.page.inputValue(first)).toBe('3 2');
    await two.evaluate(() =>
      localStorage.setItem('nonogram/settings', '{"version":1,"value":{"theme":"dark","new":1}}'),
    );
    await one.page.waitForSelector('html[data-theme=dark]');
  });
});

describe('the engine', () => {
  it('that takes long can be cancelled', async () => {
    const table = await site.open('');
    const { page } = table;
    // The request is never answered, as on a very slow line.
    await page.route('**/engine/engine.wasm', () => undefined);
    await page.goto(site.url + 'play/15/');
    await table.ready();
    await page.keyboard.press('h');
    await page.waitForSelector('aside >> text=Fetching the engine');
    await page.click('aside >> text=Cancel');
    await page.waitForSelector('aside', { state: 'detached' });
    await table.click(0, 0); // the board was never blocked
    expect((await table.board(10, 10))[0]).toBe('A?????????');
  });
});
