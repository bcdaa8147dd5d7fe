// Small promises, each of which was broken once.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { isoDay } from '../src/model/dates';
import { encodePuzzle, puzzleKey } from '../src/model/share';
import { packPuzzle } from '../src/pack/pack';
import { fromPicture } from '../tests/puzzles';
import { numberOf, PHONE, runs, solution, useSite } from './app';
import { WAIT_MS } from './patience';

const site = useSite();

const stored = (value: unknown) => JSON.stringify({ version: 1, value });

/** How long to wait for what has to come. */
const PATIENT = { timeout: WAIT_MS };

/** Follows a link of the page, without loading it anew. */
const leave = (page: Page) =>
  page.evaluate(() =>
    document
      .querySelector<HTMLElement>('a[href$="/create/"], a[aria-label="Back to the puzzles"]')!
      .click(),
  );

it('a file that is dropped on a shown puzzle is opened', async () => {
  const { page } = await site.open('solve/#p=' + encodePuzzle(fromPicture('##', '#.')));
  const solved = await page.waitForSelector('h2:has-text("One solution")');
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    const text = 'width 3\nheight 1\nrows\n3\ncolumns\n1\n1\n1\n';
    transfer.items.add(new File([text], 'three.non'));
    return transfer;
  });
  await page.dispatchEvent('main', 'dragover', { dataTransfer: data });
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
  await solved.waitForElementState('hidden');
  await page.waitForSelector('h2:has-text("One solution")');
  expect(await page.getAttribute('[role="grid"]', 'aria-colcount')).toBe('4');
});

it('the cursor rests when arrow and button are released together', async () => {
  const table = await site.open(`play/${numberOf('tall-ship')}/`, { ...PHONE, heldTimers: true });
  const { page } = await table.ready();
  await page.tap('text=Got it');
  await page.tap('.bottom-bar button[aria-label="Cursor"]');
  await page.waitForSelector('.pad');
  await table.elapse();
  for (const [type, target] of [
    ['pointerdown', '.pad .right'],
    ['pointerdown', '.pad .act'],
    ['pointerup', '.pad .right'],
    ['pointerup', '.pad .act'],
  ])
    await page.dispatchEvent(target, type);
  const place = await page.textContent('.pad dl');
  expect((await table.elapse()).filter((ms) => ms <= 400)).toEqual([]);
  expect(await page.textContent('.pad dl')).toBe(place);
});

it('a held key draws once', async () => {
  const table = await (await site.open('play/15/')).ready();
  const { page } = table;
  for (const [key, cell] of [
    ['Space', 'A'],
    ['x', '.'],
  ]) {
    for (let i = 0; i < 4; i++) await page.keyboard.down(key);
    await page.keyboard.up(key);
    expect((await table.board(10, 10))[0][0]).toBe(cell);
  }
});

it('looking at a solved puzzle does not make it the latest', async () => {
  const puzzle = (await packPuzzle(1))!;
  const key = puzzleKey(puzzle);
  const cells = solution(1).join('').replaceAll('#', 'A');
  const table = await site.open('play/1/', {
    storage: {
      [`nonogram/game/${key}`]: stored({ cells, seconds: 9 }),
      [`nonogram/picture/${key}`]: stored(cells),
      [`nonogram/progress/${key}`]: stored({ solved: true, share: 1, seconds: 9, updated: 5 }),
    },
  });
  await table.solved();
  await leave(table.page);
  await table.page.waitForSelector('.play', { state: 'detached' });
  const progress = await table.page.evaluate(
    (key) => localStorage.getItem(`nonogram/progress/${key}`),
    key,
  );
  expect(JSON.parse(progress!).value.updated).toBe(5);
});

it('a result that could not be copied is not said to be', async () => {
  const table = await site.open('play/1/', {
    script: () => {
      Object.assign(navigator, { canShare: undefined });
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'));
    },
  });
  await table.ready();
  const { page } = table;
  for (const [row, from, to] of runs(solution(1)))
    await (from === to ? table.click(row, from) : table.drag([row, from], [row, to]));
  await table.solved();
  await page.click('.finish button:has-text("Share")');
  await page.click('.finish [role=menuitem]:has-text("result")');
  const told = await page.waitForSelector('.shared:not(:empty) button');
  expect(await told.evaluate((e) => e.parentElement!.textContent)).not.toContain('copied');
  // It covers neither title nor clock.
  expect(await page.locator('.notice').count()).toBe(0);
});

it('the camera is off when the page was left while the browser asked', async () => {
  const { page } = await site.open('records/', {
    script: () => {
      const state = { stopped: 0, allow: () => {} };
      const stream = { getTracks: () => [{ stop: () => state.stopped++ }] };
      navigator.mediaDevices.getUserMedia = () =>
        new Promise((resolve) => (state.allow = () => resolve(stream as unknown as MediaStream)));
      Object.assign(window, { camera: state });
    },
  });
  await page.click('summary:has-text("By QR codes")');
  await page.click('button:has-text("camera")');
  await leave(page);
  await page.waitForSelector('.records', { state: 'detached' });
  const stopped = await page.evaluate(async () => {
    const { camera } = window as unknown as { camera: { stopped: number; allow: () => void } };
    camera.allow();
    await new Promise((next) => setTimeout(next));
    return camera.stopped;
  });
  expect(stopped).toBe(1);
});

it('a picture that is replaced in the dialog is closed', async () => {
  const { page } = await (
    await site.open('create/', {
      script: () => {
        const open = { count: 0 };
        const { close } = ImageBitmap.prototype;
        ImageBitmap.prototype.close = function () {
          open.count--;
          close.call(this);
        };
        const make = window.createImageBitmap.bind(window);
        window.createImageBitmap = ((...source: Parameters<typeof make>) => {
          open.count++;
          return make(...source);
        }) as typeof createImageBitmap;
        Object.assign(window, { open });
      },
    })
  ).ready();
  const images = () =>
    page.evaluate(() => (window as unknown as { open: { count: number } }).open.count);
  const buffer = Buffer.from(
    await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = 40;
      canvas.getContext('2d')!.fillRect(0, 0, 20, 40);
      return canvas.toDataURL('image/png').split(',')[1];
    }),
    'base64',
  );
  await page.click('button:has-text("Picture…")');
  for (const name of ['one.png', 'two.png', 'three.png']) {
    const input = page.locator('dialog input[type="file"]').first();
    await input.setInputFiles({ name, mimeType: 'image/png', buffer });
    await page.waitForSelector('[data-preview="ready"]');
  }
  await expect.poll(images, PATIENT).toBe(1);
  await page.click('dialog [aria-label="Close"]');
  await expect.poll(images, PATIENT).toBe(0);
});

it('pictures of a month that come late leave the month in view alone', async () => {
  // A Monday and a Sunday never have their pictures in one file.
  const now = new Date();
  const first = (weekday: number, monthsAgo: number) =>
    Array.from(
      { length: 7 },
      (_, i) => new Date(now.getFullYear(), now.getMonth() - monthsAgo, i + 1),
    ).find((date) => date.getDay() === weekday)!;
  const days = [first(1, 1), first(0, 2)].map(isoDay);
  const solved = stored({ solved: true, share: 1, seconds: 9, updated: 5 });
  const { page } = await site.open('daily/', {
    storage: Object.fromEntries(days.map((day) => [`nonogram/progress/day/${day}`, solved])),
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const file = /\/assets\/\d+-[^/]+\.js$/;
  await page.route(
    file,
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  const before = page.locator('[aria-label="The month before"]');
  const [request] = await Promise.all([page.waitForRequest(file), before.click()]);
  await before.click();
  const picture = page.locator('td .thumb');
  await picture.waitFor();
  release();
  // In words, because vitest rewrites an import.
  await page.evaluate(`import(${JSON.stringify(request.url())})`);
  await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
  });
  expect(await picture.count()).toBe(1);
});
