// What a solved game leaves to share: the replay as a moving picture, and a race.

import { describe, expect, it } from 'vitest';
import { PHONE, runs, solution, type Table, useSite } from './app';
import { violations } from './axe';

const site = useSite();
const PICTURE = solution(1);

async function solve(table: Table): Promise<void> {
  await table.ready();
  for (const [row, from, to] of runs(PICTURE))
    await (from === to ? table.click(row, from) : table.drag([row, from], [row, to]));
  await table.solved();
}

async function choose(table: Table, item: string): Promise<void> {
  await table.page.click('.finish button:has-text("Share")');
  await table.page.click(`.finish [role=menuitem]:has-text("${item}")`);
}

describe('a solved game', () => {
  it('is shared as a picture that moves and ends with the picture', async () => {
    const table = await site.open('play/1/');
    const { page } = table;
    await solve(table);
    await page.evaluate(() => {
      const share = (data: ShareData) =>
        Promise.resolve(void Object.assign(window, { shared: data.files![0] }));
      Object.assign(navigator, { canShare: () => true, share });
    });
    await choose(table, 'moving picture');
    await page.waitForFunction(() => 'shared' in window);
    const { type, name, filled } = await page.evaluate(async (side) => {
      const { shared } = window as unknown as { shared: File };
      const decoder = new ImageDecoder({ data: shared.stream(), type: shared.type });
      await decoder.completed;
      const filled: number[] = [];
      for (let i = 0; i < decoder.tracks.selectedTrack!.frameCount; i++) {
        const { image } = await decoder.decode({ frameIndex: i });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const ctx = canvas.getContext('2d', { willReadFrequently: true })!;
        ctx.drawImage(image, 0, 0);
        const cell = image.displayWidth / side;
        let count = 0;
        for (let at = 0; at < side * side; at++) {
          const [x, y] = [at % side, Math.floor(at / side)].map((n) => (n + 0.5) * cell);
          if (ctx.getImageData(x, y, 1, 1).data[0] < 128) count++;
        }
        filled.push(count);
      }
      return { type: shared.type, name: shared.name, filled };
    }, PICTURE.length);
    expect(type).toBe('image/gif');
    expect(name).toMatch(/\.gif$/);
    const sums = runs(PICTURE).map(([, from, to]) => to - from + 1);
    const grown = sums.map((_, i) => sums.slice(0, i + 1).reduce((a, b) => a + b));
    // The last frame has the colors of the solved picture.
    expect(filled.slice(0, -1)).toEqual([0, ...grown]);
  });

  it('is raced against by its link, which shows how far the ghost is', async () => {
    const table = await site.open('play/1/');
    await solve(table);
    await choose(table, 'race against your time');
    await table.page.waitForSelector('dialog figure svg');
    expect(await violations(table.page)).toEqual([]);
    const link = await table.page.inputValue('dialog input');
    expect(link).toContain('play/1/#race=');

    const friend = await site.open(link.slice(site.url.length), PHONE);
    await friend.ready();
    const bar = friend.page.getByRole('progressbar', { name: 'Ghost' });
    // The ghost is done after the seconds that the game took.
    await expect.poll(() => bar.evaluate((e) => (e as HTMLProgressElement).value)).toBe(1);
    const mine = friend.page.getByRole('progressbar', { name: 'You' });
    expect(await mine.evaluate((e) => (e as HTMLProgressElement).value)).toBe(0);
    expect(await violations(friend.page)).toEqual([]);
    await solve(friend);
    expect(await friend.page.textContent('.finish .text')).toMatch(/ghost/i);
  });

  it('has its menu in view on a phone in landscape', async () => {
    const table = await site.open('play/1/', { ...PHONE, viewport: { width: 844, height: 390 } });
    await solve(table);
    await table.page.click('.finish button:has-text("Share")');
    const sides = await table.page
      .locator('.finish :is([role=menuitem], .button)')
      .evaluateAll((list) => list.map((e) => e.getBoundingClientRect().right));
    expect(sides.length).toBe(7);
    expect(Math.max(...sides)).toBeLessThanOrEqual(844);
  });

  it('is not raced on another puzzle', async () => {
    const table = await site.open('play/2/#race=AAAAAAAA');
    await table.ready();
    await table.page.waitForSelector('.notice >> text=/belongs to another puzzle/');
    expect(await table.page.locator('.race').count()).toBe(0);
  });
});
