// Lives, game controllers, and a toolbar of the player's own.

import { describe, expect, it } from 'vitest';
import { PHONE, runs, solution, useSite } from './app';
import { violations } from './axe';
import { WAIT_MS } from './patience';

const site = useSite();
const stored = (value: unknown) => JSON.stringify({ version: 1, value });
const PICTURE = solution(1);
const WRONG = PICTURE.flatMap((row, y) => [...row].flatMap((c, x) => (c === '.' ? [[y, x]] : [])));

describe('lives', () => {
  it('are lost by wrong marks, which are put right, and the third ends the game', async () => {
    const storage = { 'nonogram/settings': stored({ lives: true }) };
    const table = await (await site.open('play/1/', { ...PHONE, storage })).ready();
    const { page } = table;
    const left = (n: number) => page.waitForSelector(`.lives[aria-label^="${n} li"]`);
    await left(3);
    const tap = async ([row, column]: number[]) => {
      const { x, y } = await table.point(row, column);
      await page.touchscreen.tap(x, y);
    };
    // The solution is found meanwhile; until then nothing is wrong.
    await expect
      .poll(
        async () => {
          await tap(WRONG[0]);
          await table.look(); // two frames later
          return page.getAttribute('.lives', 'aria-label');
        },
        { timeout: WAIT_MS },
      )
      .toBe('2 lives left');
    await tap(WRONG[1]);
    await left(1);
    const [row, column] = WRONG[1];
    expect((await table.board(5, 5))[row][column]).toBe('.');
    await page.reload();
    await table.ready();
    await left(1);
    await expect
      .poll(
        async () => {
          await tap(WRONG[2]);
          await table.look();
          return page.locator('.lifeless').count();
        },
        { timeout: WAIT_MS },
      )
      .toBe(1);
    expect(await violations(page)).toEqual([]);
    const before = await table.board(5, 5);
    await tap([runs(PICTURE)[0][0], runs(PICTURE)[0][1]]);
    expect(await table.board(5, 5)).toEqual(before);
    await page.click('text=Begin again');
    await left(3);
    expect(await page.locator('.lifeless').count()).toBe(0);
  });
});

it('a game controller moves, draws lines, crosses and undoes', async () => {
  const table = await site.open('play/1/', {
    script: () => {
      const pad = {
        connected: true,
        axes: [0, 0, 0, 0],
        buttons: Array.from({ length: 16 }, () => ({ pressed: false })),
      };
      let there = false;
      const hold = async (button: number, pressed: boolean) => {
        pad.buttons[button].pressed = pressed;
        for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
      };
      const plugIn = () => {
        there = true;
        dispatchEvent(new Event('gamepadconnected'));
      };
      Object.assign(window, { hold, plugIn });
      navigator.getGamepads = () => (there ? [pad as unknown as Gamepad] : []);
    },
  });
  await table.ready();
  const { page } = table;
  const hold = (button: number, pressed: boolean) =>
    page.evaluate(
      ([button, pressed]) =>
        (window as unknown as { hold: (b: number, p: boolean) => Promise<void> }).hold(
          button as number,
          pressed as boolean,
        ),
      [button, pressed],
    );
  const push = async (button: number) => {
    await hold(button, true);
    await hold(button, false);
  };
  await page.evaluate(() => (window as unknown as { plugIn: () => void }).plugIn());
  await page.waitForSelector('.notice >> text=/^Controller/');
  const [down, right] = [13, 15];
  await push(down);
  await hold(0, true); // draws while it is held
  await push(right);
  await push(right);
  await hold(0, false);
  expect((await table.board(5, 5))[1]).toBe('AAA??');
  await push(down);
  await push(1);
  expect((await table.board(5, 5))[2]).toBe('??.??');
  await push(4);
  expect((await table.board(5, 5))[2]).toBe('?????');
});

describe('the toolbar', () => {
  it.each([
    ['a phone', PHONE, '.bottom-bar', ['Hint', 'Undo', 'Check my marks']],
    ['a desktop', {}, 'header', ['What if', 'Undo', 'Hint', 'Check my marks']],
  ])('has the tools in the order of the player, on %s', async (_, options, bar, order) => {
    const table = await (await site.open('play/1/', options)).ready();
    const { page } = table;
    const names = () =>
      page
        .locator(`${bar} .row .tool`)
        .evaluateAll((list) => list.map((e) => e.getAttribute('aria-label')));
    expect((await names()).slice(0, 2)).toEqual(['Undo', 'Redo']);
    await page.click('button[aria-label=More]');
    await page.click('[role=menuitem]:has-text("Settings")');
    const list = page.locator('dialog ol');
    await list.getByRole('checkbox', { name: 'Redo' }).uncheck();
    const check = list.getByRole('checkbox', { name: 'Check my marks' });
    await check.uncheck().then(() => check.check());
    // By keyboard.
    await list.getByRole('button', { name: 'Undo: later' }).focus();
    await page.keyboard.press('Enter');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(names).toEqual(order);
    // The dialog has an entry of the history, which goes after it has closed.
    await page.waitForFunction(() => !history.state?.overlays);
    await page.reload();
    await table.ready();
    expect(await names()).toEqual(order);
  });
});
