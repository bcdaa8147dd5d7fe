// Sizes of text and targets: labels, clues where the browser’s text is larger, buttons.

import { describe, expect, it } from 'vitest';
import { PHONE, type Table, useSite } from './app';

const site = useSite();

/** The sizes of all texts in view and in drawings, in pixels. */
const textSizes = ({ page }: Table) =>
  page.evaluate(() => {
    const sizes: number[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement: e } = walker.currentNode as Text;
      if (!data.trim() || !e?.getClientRects().length || e.closest('.unseen')) continue;
      const scale = e instanceof SVGGraphicsElement ? e.getScreenCTM()!.a : 1;
      sizes.push(parseFloat(getComputedStyle(e).fontSize) * scale);
    }
    return sizes;
  });

describe.each([
  ['a phone', PHONE],
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
] as const)('on %s', (_, options) => {
  it('the drawings of techniques have labels of 11 pixels', async () => {
    const table = await site.open('techniques/', options);
    await table.page.waitForSelector('li svg');
    const sizes = await textSizes(table);
    expect(sizes.length).toBeGreaterThan(200);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11);
  });

  it('clues follow the size of text in the browser', async () => {
    const table = await (await site.open('play/16/', options)).ready();
    const before = (await table.look()).type;
    await table.page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await expect.poll(async () => (await table.look()).type).toBeGreaterThan(before * 1.4);
  });
});

it('all targets of a new drawing have 40 pixels on a phone', async () => {
  const { page } = await (await site.open('create/', PHONE)).ready();
  const sides = await page
    .locator('.create :is(button, a, [role=radio], input:not(.unseen))')
    .evaluateAll((list) =>
      list
        .filter((e) => e.getClientRects().length > 0)
        .map((e) => e.getBoundingClientRect())
        .map(({ width, height }) => Math.min(width, height)),
    );
  expect(sides.length).toBeGreaterThan(20);
  expect(Math.min(...sides)).toBeGreaterThanOrEqual(40);
});

it('a new drawing has no zeros around it, a begun one has', async () => {
  const table = await (await site.open('create/', PHONE)).ready();
  const { x, y } = await table.look();
  const clip = { x: 0, y: y - 30, width: x - 2, height: 200 };
  const plain = async () => {
    const png = (await table.page.screenshot({ clip })).toString('base64');
    return table.page.evaluate(async (png) => {
      const image = new Image();
      image.src = 'data:image/png;base64,' + png;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const ctx = canvas.getContext('2d')!;
      ctx.drawImage(image, 0, 0);
      const { data } = ctx.getImageData(0, 40, image.width - 4, image.height - 40);
      return new Set(new Uint32Array(data.buffer)).size === 1;
    }, png);
  };
  expect(await plain()).toBe(true);
  await table.click(1, 1);
  await expect.poll(plain).toBe(false);
});
