// A photograph of a printed puzzle: read in the browser, confirmed, solved or edited.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND } from '../tests/command';
import { PHONE, useSite } from './app';
import { violations } from './axe';
import { WAIT_MS } from './patience';

const site = useSite();

const HEART = 'width 5\nheight 5\nrows\n1,1\n5\n5\n3\n1\ncolumns\n2\n4\n4\n4\n2\n';

/** The page of a book, as the command draws it. */
function page(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'nonogram-'));
  const [text, picture] = [join(folder, 'heart.non'), join(folder, 'heart.png')];
  writeFileSync(text, HEART);
  execFileSync(COMMAND, ['show', '--solution=false', text, '--cell', '32', '--out', picture]);
  return readFileSync(picture);
}

describe('a photo of a puzzle', () => {
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
      tab.locator('.solve > canvas').evaluate((e) => (e as HTMLCanvasElement).toDataURL());
    const before = await strip();
    await rows.nth(2).focus();
    await expect.poll(strip, { timeout: WAIT_MS }).not.toBe(before);
  });

  it('without a puzzle is said to have none', async () => {
    const { page: tab } = await site.open('solve/');
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
    await tab.click('text=Make a puzzle of it');
    await tab.waitForURL(/create/);
  });
});
