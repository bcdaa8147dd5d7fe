// A photograph of a printed puzzle: read in the browser, confirmed, solved or edited.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { COMMAND } from '../tests/command';
import { PHONE, useSite } from './app';
import { violations } from './axe';
import { WAIT_MS } from './patience';

const site = useSite();

const HEART = 'width 5\nheight 5\nrows\n1,1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2\n';

/** The page of a book, as the command draws it: a text, or a puzzle of the pack. */
function page(puzzle = HEART): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'nonogram-'));
  const picture = join(folder, 'puzzle.png');
  const text = puzzle.startsWith('@') ? puzzle : join(folder, 'puzzle.non');
  if (text !== puzzle) writeFileSync(text, puzzle);
  execFileSync(COMMAND, ['show', '--solution=false', text, '--cell', '32', '--out', picture]);
  return readFileSync(picture);
}

const png = (buffer: Buffer) => ({ name: 'page.png', mimeType: 'image/png', buffer });

/** Two pictures side by side, drawn by the browser. */
async function sideBySide(tab: Page, ...pictures: Buffer[]): Promise<Buffer> {
  const urls = pictures.map((p) => 'data:image/png;base64,' + p.toString('base64'));
  const text = await tab.evaluate(async (urls) => {
    const images = await Promise.all(
      urls.map(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        return image;
      }),
    );
    const canvas = document.createElement('canvas');
    canvas.width = images.reduce((sum, i) => sum + i.width + 60, 0);
    canvas.height = Math.max(...images.map((i) => i.height));
    const ctx = canvas.getContext('2d')!;
    ctx.fillStyle = 'white';
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    let x = 0;
    for (const image of images) {
      ctx.drawImage(image, x, 0);
      x += image.width + 60;
    }
    return canvas.toDataURL('image/png').split(',')[1];
  }, urls);
  return Buffer.from(text, 'base64');
}

describe('while a photo is read', () => {
  it('the stage is shown, in order', async () => {
    const { page: tab } = await site.open('solve/');
    await tab.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const text = document.querySelector('.photo [role=status]')?.textContent?.trim();
        if (text && text !== seen.at(-1)) seen.push(text);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await tab.setInputFiles('input[capture]', png(page()));
    await tab.waitForSelector('text=/5 × 5.*was read, right/');
    const seen = await tab.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen.slice(0, -1)).toEqual([
      'Preparing the photo…',
      'Looking for the board…',
      'Looking for the clues…',
      'Reading the numbers…',
      'Checking the numbers…',
    ]);
  });

  it.each(['Looking for the board…', 'Looking for the clues…', 'Reading the numbers…'])(
    'it is cancelled at "%s", and another is read',
    async (stage) => {
      const { page: tab } = await site.open('solve/');
      // Cancels in the same task that shows the stage, before the worker is heard again.
      await tab.evaluate((stage) => {
        const observer = new MutationObserver(() => {
          const panel = document.querySelector('.photo');
          if (!panel?.querySelector('[role=status]')?.textContent?.includes(stage)) return;
          observer.disconnect();
          [...panel.querySelectorAll('button')].find((b) => b.textContent === 'Cancel')!.click();
          document.body.dataset.cancelled = stage;
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }, stage);
      await tab.setInputFiles('input[capture]', png(page()));
      await tab.waitForSelector('body[data-cancelled]');
      await tab.waitForSelector('.photo', { state: 'detached' });
      await tab.setInputFiles('input[capture]', png(page()));
      await tab.waitForSelector('text=/5 × 5.*was read, right/');
    },
  );

  it('it is said when it takes long, and a puzzle can be made of the picture at once', async () => {
    const table = await site.open('solve/', { heldTimers: true });
    const { page: tab } = table;
    await tab.route('**/engine/make.wasm', () => undefined);
    await tab.setInputFiles('input[capture]', png(page()));
    await tab.waitForSelector('.photo [role=status] >> text=Looking for the board…');
    const make = tab.locator('.photo button:has-text("Make a puzzle of it")');
    expect(await make.count()).toBe(0);
    expect(await table.elapse()).toContain(5000);
    await tab.waitForSelector('.photo >> text=/^No puzzle has been found so far/');
    expect(await violations(tab)).toEqual([]);
    await make.click();
    await tab.waitForURL(/create\//);
  });

  it('it is cancelled while the engine is fetched', async () => {
    const { page: tab } = await site.open('solve/');
    await tab.route('**/engine/make.wasm', () => undefined);
    await tab.setInputFiles('input[capture]', png(page()));
    await tab.click('.photo button:has-text("Cancel")');
    await tab.waitForSelector('.drop');
  });
});

describe('a photo of a puzzle', () => {
  it('with a second one offers both', async () => {
    const { page: tab } = await site.open('solve/', PHONE);
    const picture = await sideBySide(tab, page('@15'), page('@castle'));
    await tab.setInputFiles('input[capture]', png(picture));
    await tab.waitForSelector('text=There are 2 puzzles in this picture.');
    expect(await violations(tab)).toEqual([]);
    const titles = await tab.locator('.photo label:has([name=reading])').allTextContents();
    expect(titles.map((title) => title.trim().slice(3)).sort()).toEqual(['10 × 10', '15 × 15']);
    await tab.click('.photo label:has-text("2:")');
    const side = titles[1].includes('10') ? 10 : 15;
    await tab.click('.photo .primary:has-text("Play")');
    const board = tab.locator('[role=grid]');
    await board.waitFor();
    expect(await board.getAttribute('aria-label')).toContain(`${side} by ${side}`);
  });

  it('that has no solution names the lines that are probably misread', async () => {
    const { page: tab } = await site.open('solve/');
    await tab.setInputFiles(
      'input[capture]',
      png(page(HEART.replace('2\n4\n4\n4\n2', '2\n4\n3\n4\n2'))),
    );
    await tab.waitForSelector('.conflicts >> text=/Probably misread: .*column 3/');
    expect(await violations(tab)).toEqual([]);
    await tab.click('.photo .primary:has-text("Edit the clues")');
    await tab.waitForSelector('section[aria-label=Columns] li.suspect:nth-child(3)');
  });

  it('that has no solution though its totals agree does not add up in the editor', async () => {
    const { page: tab } = await site.open('solve/');
    await tab.setInputFiles(
      'input[capture]',
      png(page(HEART.replace('2\n4\n4\n4\n2', '1\n5\n4\n4\n2'))),
    );
    await tab.click('.photo .primary:has-text("Edit the clues")');
    await tab.waitForSelector('.totals >> text=/contradict each other/');
    await tab.fill('#clue-column-0', '2');
    await tab.fill('#clue-column-1', '4');
    await tab.waitForSelector('.totals >> text=Everything adds up.');
  });

  it.each([
    ['camera', 'input[capture]'],
    ['file', 'input[type=file]:not([capture])'],
  ])('by the %s is read, and played without its answer', async (_, input) => {
    const { page: tab } = await site.open('solve/', PHONE);
    const photo = { name: 'page.png', mimeType: 'image/png', buffer: page() };
    await tab.setInputFiles(input, photo);
    await tab.waitForSelector('text=/5 × 5.*was read, right/');
    expect(await violations(tab)).toEqual([]);
    // The photo is above the text.
    const top = (selector: string) =>
      tab.locator(selector).evaluate((e) => e.getBoundingClientRect().top);
    expect(await top('.photo > canvas')).toBeLessThan(await top('.photo .about'));
    await tab.click('.photo .primary:has-text("Play")');
    await tab.waitForURL(/play\/#k=/);
    await tab.waitForSelector('.board[data-origin]');
  });

  it('shows the answer on request only', async () => {
    const { page: tab } = await site.open('solve/');
    const photo = { name: 'page.png', mimeType: 'image/png', buffer: page() };
    await tab.setInputFiles('input[capture]', photo);
    await tab.click('.photo .buttons >> text=Solve');
    await tab.waitForSelector('h2:has-text("One solution")');
    await tab.waitForSelector('aside .level');
    const picture = tab.locator('text=Edit the picture');
    expect(await picture.count()).toBe(0);
    await tab.click('text=Show the answer');
    await picture.waitFor();
  });

  it('is read, and edited', async () => {
    const { page: tab } = await site.open('solve/');
    const photo = { name: 'page.png', mimeType: 'image/png', buffer: page() };
    await tab.setInputFiles('input[capture]', photo);
    await tab.click('.photo .buttons >> text=Edit the clues');
    await tab.waitForSelector('section[aria-label=Rows] input');
    const rows = tab.locator('section[aria-label=Rows] input');
    expect(await Promise.all([0, 1, 2, 3, 4].map((i) => rows.nth(i).inputValue()))).toEqual([
      '1 1',
      '5',
      '5',
      '3',
      '1',
    ]);
    // The photo stays, and shows the line that is edited.
    const strip = () =>
      tab.locator('.editor canvas').evaluate((e) => (e as HTMLCanvasElement).toDataURL());
    const before = await strip();
    await rows.nth(2).focus();
    await expect.poll(strip, { timeout: WAIT_MS }).not.toBe(before);
    // It shows the part with the clue.
    const photoWidth = page().readUInt32BE(16); // in the head of a PNG
    const width = () =>
      tab.locator('.editor canvas').evaluate((e) => (e as HTMLCanvasElement).width);
    expect(await width()).toBeLessThan(photoWidth);
  });

  it.each(['drop', 'paste'])('by %s is read, whatever is shown', async (event) => {
    const { page: tab } = await site.open('solve/');
    await tab.waitForSelector('.drop');
    const arrive = (picture: Buffer) =>
      tab.evaluate(
        ([event, picture]) => {
          const bytes = Uint8Array.from(atob(picture), (c) => c.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], 'page.png', { type: 'image/png' }));
          const all = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
          const kind = event === 'drop' ? DragEvent : ClipboardEvent;
          return !document.body.dispatchEvent(new kind(event, all));
        },
        [event, picture.toString('base64')] as const,
      );
    expect(await arrive(page())).toBe(true);
    await tab.waitForSelector('text=/5 × 5.*was read, right/');
    expect(await arrive(page('@castle'))).toBe(true);
    await tab.waitForSelector('text=/1[05] × 1[05].*was read, right/');
    await tab.click('.photo .buttons >> text=Edit the clues');
    await tab.waitForSelector('.editor.beside');
    expect(await arrive(page())).toBe(true);
    await tab.waitForSelector('text=/5 × 5.*was read, right/');
    // The clues of another puzzle are not shown beside the photo.
    await tab.click('button >> text=Another photo');
    await tab.click('button:has-text("Knot")');
    await tab.click('button >> text=Edit the clues');
    await tab.waitForSelector('.editor:not(.beside)');
  });

  it('from another app is read, and can be cancelled', async () => {
    const { page: tab } = await site.open('solve/', {
      script: () => {
        const launchQueue = { setConsumer: (take: object) => Object.assign(window, { take }) };
        Object.defineProperty(window, 'launchQueue', { value: launchQueue });
      },
    });
    await tab.route('**/engine/make.wasm', () => undefined);
    await tab.waitForFunction(() => 'take' in window);
    await tab.evaluate((picture) => {
      const bytes = Uint8Array.from(atob(picture), (c) => c.charCodeAt(0));
      const file = new File([bytes], 'page.png', { type: 'image/png' });
      const { take } = window as unknown as { take: (launch: object) => void };
      take({ files: [{ getFile: async () => file }] });
    }, page().toString('base64'));
    await tab.click('.photo button:has-text("Cancel")');
    await tab.waitForSelector('.drop');
    // Effects of the panel have run; a picture is decoded and looked at before it is read.
    const looked = await tab.evaluate(async () => {
      let decoded = 0;
      const decode = window.createImageBitmap.bind(window);
      window.createImageBitmap = ((...args: [Blob]) => (decoded++, decode(...args))) as never;
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
      return decoded;
    });
    expect(looked).toBe(0);
    expect(await tab.locator('.photo').count()).toBe(0);
  });

  it('is not taken for a QR code', async () => {
    const { page: tab } = await site.open('solve/');
    const code = await tab.evaluate(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [330, 330];
      const ctx = canvas.getContext('2d')!;
      const square = (x: number, y: number, side: number, color: string) => {
        ctx.fillStyle = color;
        ctx.fillRect(x, y, side, side);
      };
      square(0, 0, 330, 'white');
      // The three marks of a code, without its contents.
      for (const [x, y] of [
        [40, 40],
        [220, 40],
        [40, 220],
      ]) {
        square(x, y, 70, 'black');
        square(x + 10, y + 10, 50, 'white');
        square(x + 20, y + 20, 30, 'black');
      }
      return canvas.toDataURL('image/png').split(',')[1];
    });
    const marks = Buffer.from(code, 'base64');
    await tab.setInputFiles('input[capture]', png(marks));
    await tab.waitForSelector('.photo [role=alert] >> text=/A QR code may need/');
    await tab.click('button >> text=Another photo');
    await tab.setInputFiles('input[capture]', png(await sideBySide(tab, page('@castle'), marks)));
    await tab.waitForSelector('text=/was read, right/');
    expect(await tab.locator('text=/QR code/').count()).toBe(0);
  });

  it('with many doubts keeps its buttons in view, and all can be tapped', async () => {
    const { page: tab } = await site.open('solve/', {
      ...PHONE,
      // The answer of the engine, with more doubts.
      script: () => {
        const doubts = Array.from({ length: 30 }, () => ({
          ...{ line: 'row', index: 0, number: 0, chosen: 0 },
          choices: [1, 7, 0].map((value) => ({ value, color: 1, probability: 0.3 })),
          at: [
            [9, 9],
            [29, 9],
            [29, 29],
            [9, 29],
          ],
        }));
        type Hear = (event: { data: { kind: string; response: string } }) => void;
        window.Worker = class extends Worker {
          override set onmessage(hear: Hear) {
            super.onmessage = ({ data }) => {
              const read = data.kind === 'answer' && JSON.parse(data.response);
              hear({
                data: read ? { ...data, response: JSON.stringify({ ...read, doubts }) } : data,
              });
            };
          }
        } as typeof Worker;
      },
    });
    await tab.setInputFiles('input[capture]', png(page()));
    await tab.waitForSelector('.photo li:nth-child(30)');
    const play = await tab.locator('.photo .primary').boundingBox();
    expect(play!.y + play!.height).toBeLessThanOrEqual(844);
    const small = await tab.evaluate(() =>
      [...document.querySelectorAll('main button, main label')]
        .filter((e) => Math.min(e.clientWidth, e.clientHeight) < 42) // and a border
        .map((e) => e.textContent),
    );
    expect(small).toEqual([]);
  });

  it('does not cover the clue that is edited', async () => {
    const { page: tab } = await site.open('solve/', PHONE);
    await tab.setInputFiles('input[capture]', png(page('@castle')));
    await tab.click('.photo .buttons >> text=Edit the clues');
    const last = tab.locator('section[aria-label=Rows] input').last();
    await last.focus();
    await tab.locator('#clue-row-0').focus();
    const hidden = () =>
      tab.evaluate(
        () =>
          document.querySelector('.editor canvas')!.getBoundingClientRect().bottom -
          document.querySelector('#clue-row-0')!.getBoundingClientRect().top,
      );
    await expect.poll(hidden, { timeout: WAIT_MS }).toBeLessThanOrEqual(0);
  });

  it('without a puzzle is said to have none', async () => {
    const { page: tab } = await site.open('solve/', PHONE);
    const blank = await tab.evaluate(async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [300, 300];
      return canvas.toDataURL('image/png').split(',')[1];
    });
    const photo = {
      name: 'blank.png',
      mimeType: 'image/png',
      buffer: Buffer.from(blank, 'base64'),
    };
    await tab.setInputFiles('input[capture]', photo);
    await tab.waitForSelector('.photo [role=alert]');
    expect(await tab.textContent('.photo [role=alert] details')).toContain('no board found');
    expect((await tab.locator('summary').boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await tab.click('text=Make a puzzle of it');
    await tab.waitForURL(/create/);
  });
});
