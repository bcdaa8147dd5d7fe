// A tap does one thing: a control that appears under a finger, a mouse or a pen takes no
// part in the press that was under way when it appeared.

import { describe, expect, it } from 'vitest';
import { PHONE, useSite } from './app';

const site = useSite();
const at = { x: 180, y: 300 };

describe.each(['mouse', 'pen', 'touch'] as const)('by %s', (kind) => {
  it('a link that appears on the press is followed by the next press only', async () => {
    const { page } = await site.open('', PHONE);
    await page.waitForSelector('h1');
    const input = await page.context().newCDPSession(page);
    const released = () => page.evaluate(() => Number(document.body.dataset.released ?? 0));
    // The browser sends mouseup right before the click, for fingers too.
    const tap = async () => {
      const before = await released();
      if (kind === 'touch') {
        await input.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
        await input.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      } else {
        const event = { ...at, button: 'left', clickCount: 1, pointerType: kind } as const;
        await input.send('Input.dispatchMouseEvent', { ...event, type: 'mousePressed' });
        await input.send('Input.dispatchMouseEvent', { ...event, type: 'mouseReleased' });
      }
      await expect.poll(released).toBe(before + 1);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    };
    await page.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link.style, { position: 'fixed', inset: '0', zIndex: '999' });
      link.href = '#reached';
      addEventListener('pointerdown', () => document.body.append(link), { once: true });
      const data = document.body.dataset;
      addEventListener('mouseup', () => (data.released = `${Number(data.released ?? 0) + 1}`));
    });
    await tap();
    expect(new URL(page.url()).hash).toBe('');
    await tap();
    await page.waitForURL(/#reached$/);
  });
});
