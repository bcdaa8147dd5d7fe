// A photograph of a printed puzzle: read in the browser, confirmed, solved or edited.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND } from '../tests/command';
import { PHONE, useSite } from './app';

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
  it('is read, and solved', async () => {
    const { page: tab } = await site.open('solve/', PHONE);
    const photo = { name: 'page.png', mimeType: 'image/png', buffer: page() };
    await tab.setInputFiles('input[capture]', photo);
    await tab.waitForSelector('text=/5 × 5.*was read, right/');
    await tab.click('.photo .primary');
    await tab.waitForSelector('text=One solution');
  });

  it('is read, and edited', async () => {
    const { page: tab } = await site.open('solve/');
    const photo = { name: 'page.png', mimeType: 'image/png', buffer: page() };
    await tab.setInputFiles('input[capture]', photo);
    await tab.click('.photo .buttons .button:not(.primary)');
    await tab.waitForSelector('section[aria-label=Rows] input');
    const rows = tab.locator('section[aria-label=Rows] input');
    expect(await Promise.all([0, 1, 2, 3, 4].map((i) => rows.nth(i).inputValue()))).toEqual([
      '1 1',
      '5',
      '5',
      '3',
      '1',
    ]);
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
    expect(await tab.textContent('.photo [role=alert]')).toContain('no board found');
  });
});
