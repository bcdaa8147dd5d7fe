// A tap does one thing. Whatever appears by itself while a finger, a mouse button or a pen is
// down takes no part in that press. Every test enlarges the control that appears to the whole
// window, so that the click at the end of the press would reach it. Tests of the guard in
// src/app/clickGuard.ts run without it too, and then the press must do both things.
//
// A finger's click goes to the element under its release. That of a mouse or a pen goes to the
// nearest element that contains both the one under its press and the one under its release,
// so a control that appears between them gets none. By mouse and pen there is only a test
// where the release itself makes the control appear.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { numberOf, type Options, PHONE, runs, solution, type Table, useSite } from './app';
import { WAIT_MS } from './patience';

const site = useSite();

type Kind = 'mouse' | 'pen' | 'touch';

/** Opens a page on a phone, with the guard or without it. */
const open = (path: string, guarded: boolean, options: Options = {}): Promise<Table> =>
  site.open(path, { ...PHONE, ...options, script: guarded ? undefined : ignoreGuard });

/** Runs in the page: the guard is the only listener that sees all clicks first. */
function ignoreGuard(): void {
  const add = window.addEventListener.bind(window);
  const others = (type: string, ...rest: [EventListener, boolean]) => {
    if (type !== 'click' || rest[1] !== true) add(type, ...rest);
  };
  Object.assign(window, { addEventListener: others });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Presses and releases a pointer. A release ends when the page has handled its click. */
async function pointer(page: Page, kind: Kind) {
  const input = await page.context().newCDPSession(page);
  const send = async (type: 'mousePressed' | 'mouseReleased', at: Point) => {
    if (kind !== 'touch') {
      const event = { ...at, button: 'left', clickCount: 1, pointerType: kind } as const;
      await input.send('Input.dispatchMouseEvent', { ...event, type });
    } else if (type === 'mousePressed') {
      await input.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    } else await input.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const press = (at: Point) => send('mousePressed', at);
  const awaitRelease = () =>
    page.evaluate(() => {
      addEventListener('pointerup', () => (document.body.dataset.up = ''), { once: true });
    });
  const released = async () => {
    await page.waitForSelector('body[data-up]', { state: 'attached' });
    await page.evaluate(async () => {
      delete document.body.dataset.up;
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    });
  };
  const release = async (at: Point) => {
    await awaitRelease();
    await send('mouseReleased', at);
    await released();
  };
  // Nothing happens between press and release, which must not become a long press.
  const tap = async (at: Point) => {
    await awaitRelease();
    await press(at);
    await send('mouseReleased', at);
    await released();
  };
  return { press, release, tap };
}

/** Enlarges a control that will appear to the whole window. */
const enlarge = (page: Page, selector: string) =>
  page.evaluate((selector) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `${selector} { position: fixed !important; inset: 0 !important; z-index: 999 !important;
        width: 100vw !important; height: 100vh !important; max-width: none !important; }
      * { animation: none !important; overflow: visible !important; }`,
    );
    document.adoptedStyleSheets.push(sheet);
  }, selector);

const middle = async (page: Page, selector: string): Promise<Point> => {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};

/** Draws all of puzzle 1 but the last cell, and leaves the cursor there. */
async function almostSolve({ page }: Table): Promise<{ row: number; column: number }> {
  const cells = runs(solution(1)).flatMap(([row, from, to]) =>
    Array.from({ length: to - from + 1 }, (_, i) => ({ row, column: from + i })),
  );
  const at = { row: 0, column: 0 };
  await page.focus('[role="grid"]');
  for (const [i, { row, column }] of cells.entries()) {
    for (; at.row < row; at.row++) await page.keyboard.press('ArrowDown');
    for (; at.column < column; at.column++) await page.keyboard.press('ArrowRight');
    for (; at.column > column; at.column--) await page.keyboard.press('ArrowLeft');
    if (i < cells.length - 1) await page.keyboard.press('Space');
  }
  return at;
}

const CURSOR = { 'nonogram/settings': '{"version":1,"value":{"cursor":true}}' };
const BESIDE = { x: 180, y: 10 };

describe.each([
  ['with the guard', true],
  ['without it, where both happen,', false],
])('%s', (_, guarded) => {
  it('the last tap of cursor mode does not press the panel of the win', async () => {
    const table = await (await open('play/1/', guarded, { storage: CURSOR })).ready();
    const { page } = table;
    await almostSolve(table);
    const { tap } = await pointer(page, 'touch');
    await enlarge(page, '.finish a.primary');
    const act = await middle(page, '.pad .act');
    await tap(act);
    if (guarded) {
      await table.solved();
      expect(page.url()).toMatch(/play\/1\/$/);
      await tap(act);
    }
    await page.waitForURL(/play\/2\/$/);
  });

  it('the last stroke on the board does not press the panel of the win', async () => {
    const table = await (await open('play/1/', guarded)).ready();
    const { page } = table;
    const { row, column } = await almostSolve(table);
    const { tap } = await pointer(page, 'touch');
    await enlarge(page, '.finish a.primary');
    const last = await table.point(row, column);
    await tap(last);
    if (guarded) {
      await table.solved();
      expect(page.url()).toMatch(/play\/1\/$/);
      await tap(last);
    }
    await page.waitForURL(/play\/2\/$/);
  });

  it('a hint that arrives late is not asked for more', async () => {
    const table = await open('', guarded);
    const { page } = table;
    let arrive = () => {};
    const late = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/engine/engine.wasm', async (route) => {
      await late;
      await route.continue();
    });
    await page.goto(site.url + 'play/15/');
    await table.ready();
    await page.tap('.bottom-bar [aria-label="Hint"]');
    await page.waitForSelector('aside >> text=Fetching the engine');
    await enlarge(page, 'aside .button.primary');
    const { press, release, tap } = await pointer(page, 'touch');
    await press(BESIDE);
    arrive();
    await page.waitForSelector('aside .button.primary');
    await release(BESIDE);
    if (guarded) {
      expect(await page.locator('aside li').count()).toBe(1);
      await tap(BESIDE);
    }
    await page.waitForSelector('aside li:nth-child(2)');
  });

  it('a notice that appears is not answered', async () => {
    const table = await (await open('play/15/', guarded, { heldTimers: true })).ready();
    const { page } = table;
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await enlarge(page, '.notice .close');
    const { press, release, tap } = await pointer(page, 'touch');
    await press(BESIDE);
    await page.focus('[role="grid"]');
    await page.keyboard.press('Space');
    await page.waitForSelector('.notice');
    await release(BESIDE);
    if (guarded) {
      expect(await page.locator('.notice').count()).toBe(1);
      await tap(BESIDE);
    }
    await page.waitForSelector('.notice', { state: 'detached' });
  });

  it.each(['mouse', 'pen'] as const)(
    'the click by %s that shows a clue whole strikes no number out',
    async (kind) => {
      const path = `play/${numberOf('viaduct')}/`;
      const table = await (await open(path, guarded, { heldTimers: true })).ready();
      const { page } = table;
      await page.click('.note button');
      const look = await table.look();
      await enlarge(page, '.board [role=group] button:first-child');
      const { tap } = await pointer(page, kind);
      const clue = await cutClue(table, look.window.left - 12, look.window.top);
      await tap(clue);
      const first = page.locator('.board [role=group] button:first-child');
      await first.waitFor();
      expect(await first.getAttribute('aria-pressed')).toBe(String(!guarded));
      if (!guarded) return;
      await tap(clue);
      await page.waitForSelector('.board [role=group] button:first-child[aria-pressed=true]');
    },
  );
});

// These do not depend on the guard.
describe.each(['mouse', 'pen', 'touch'] as const)('by %s', (kind) => {
  it('the map and the grip that a zoom brings are not tapped', async () => {
    const table = await (await site.open('play/15/', PHONE)).ready();
    const { page } = table;
    const whole = await table.look();
    expect(whole.map).toBeUndefined();
    const { press, release } = await pointer(page, kind);
    const corner = { x: whole.window.left - 10, y: whole.window.top - 10 };
    await press(corner);
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    const zoomed = await table.look();
    expect(zoomed.cell).toBeGreaterThan(whole.cell);
    await release(corner);
    expect(await table.look()).toEqual(zoomed);
  });

  it('a tap beside a menu closes it and draws nothing', async () => {
    const table = await (await site.open('play/1/', PHONE)).ready();
    const { page } = table;
    const { tap } = await pointer(page, kind);
    await page.tap('[aria-label="More"]');
    await page.waitForSelector('[role=menu]');
    // Chromium moves a tap that is near a control onto it, and the menu covers half of the cell.
    const [center, right] = await Promise.all([table.point(4, 0), table.point(4, 1)]);
    const cell = { x: center.x - 0.4 * (right.x - center.x), y: center.y };
    await tap(cell);
    await page.waitForSelector('[role=menu]', { state: 'detached' });
    expect(await table.board(5, 5)).toEqual([]);
    await tap(cell);
    await expect
      .poll(async () => (await table.board(5, 5)).join(''), { timeout: WAIT_MS })
      .toContain('A');
  });
});

// A dialog closes only by a press that began outside of it, with the guard or without.
it('a dialog that opens under a finger is not closed', async () => {
  const { page } = await (await open('play/1/', false)).ready();
  const { press, release, tap } = await pointer(page, 'touch');
  await press(BESIDE);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await release(BESIDE);
  expect(await page.locator('dialog[open]').count()).toBe(1);
  await tap(BESIDE);
  await page.waitForSelector('dialog', { state: 'detached' });
});

it.each(['mouse', 'pen'] as const)(
  'a press by %s that began inside a dialog does not close it',
  async (kind) => {
    const table = await (await site.open('play/1/', PHONE)).ready();
    const { page } = table;
    const { press, release, tap } = await pointer(page, kind);
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await press(await middle(page, 'dialog h2'));
    await release(BESIDE);
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await tap(BESIDE);
    await page.waitForSelector('dialog', { state: 'detached' });
  },
);

/** A point on the clue of a row that is cut off: taps the rows in view until one is shown. */
async function cutClue({ page }: Table, x: number, top: number): Promise<Point> {
  const cell = Number(await page.getAttribute('.board[data-origin]', 'data-cell'));
  for (let row = 0; row < 20; row++) {
    const at = { x, y: top + (row + 0.5) * cell };
    await page.touchscreen.tap(at.x, at.y);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    if ((await page.locator('.board .away').count()) === 0) continue;
    await page.locator('.board .away').evaluate((away) => (away as HTMLElement).click());
    await page.waitForSelector('.board .away', { state: 'detached' });
    return at;
  }
  throw new Error('no row in view has a clue that is cut off');
}
