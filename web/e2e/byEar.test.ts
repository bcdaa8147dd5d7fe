// Whole puzzles are played by ear: with keys, and what is heard after each.

import { expect, it } from 'vitest';
import { encodePuzzle } from '../src/model/share';
import { onTriddler } from '../tests/puzzles';
import { numberOf, solution, useSite } from './app';
import { keepSaid, Listener } from './ear';

const site = useSite();

/** Follows the lesson: goes to the cells of each step, and marks them. */
async function follow(player: Listener): Promise<void> {
  const { page } = player;
  for (;;) {
    const text = (await page.textContent('.say'))!;
    const told = /(row|column) (\d+): [\d ]+, cells? ([\d, ]+)$/.exec(text.trim());
    if (!told) return;
    const [, axis, line, cells] = told;
    for (const cell of cells.split(', ')) {
      const [row, column] = axis === 'row' ? [line, cell] : [cell, line];
      const down = Array<string>(Number(row) - 1).fill('ArrowDown');
      const right = Array<string>(Number(column) - 1).fill('ArrowRight');
      await player.press('Control+Home', ...down, ...right);
      const heard = await player.press('Space');
      if (heard.some((said) => said.startsWith('These stay empty'))) await player.press('x');
    }
  }
}

/** Larger puzzles: name, side, and the number of colors, if they are colored. */
const GAMES: [string, number, number?][] = [
  ['dice', 10],
  ['bulb', 10],
  ['ladybird', 10, 2],
  ['dog', 15],
  ['pagoda', 20],
];

const TRIDDLER = onTriddler(
  [3, 3, 3, 3, 3, 3],
  ...['..###.###..', '.#########.', '###########', '.#########.', '..#######..', '....###....'],
);

/** What is heard when the board of a game has the focus. */
const AT_BOARD = /Arrow keys move/;

/** The most keys that a cell may cost. */
const KEYS_PER_CELL = 1.6;

it.each(['squirrel', 'octopus', 'kangaroo'])('a 15 × 15 costs few keys: %s', async (name) => {
  const number = numberOf(name);
  const picture = solution(number);
  const table = await (await site.open(`play/${number}/`, { script: keepSaid })).ready();
  const player = new Listener(table.page);
  await player.solve(15, 15);
  await table.solved();
  expect([picture.length, picture[0].length]).toEqual([15, 15]);
  expect(player.keys / (15 * 15)).toBeLessThanOrEqual(KEYS_PER_CELL);
});

it('from the first visit on, by what is heard alone', async () => {
  const { page } = await site.open('', { script: keepSaid });
  const player = new Listener(page);
  await page.waitForSelector('.welcome');
  await player.choose(/^Learn it in a minute$/);
  await player.until(/^Your first puzzle$/);
  await player.tab(/ 5 by 5\. Arrow keys move/);
  await follow(player);
  await player.choose(/^Play a small one/);
  // The first puzzles follow each other.
  for (let i = 0; i < 5; i++) {
    await player.until(AT_BOARD);
    await player.solve(5, 5);
    if (i < 4) await player.choose(/^Next picture/);
  }
  for (const [name, side, colors = 0] of GAMES) {
    player.log.push(`\n# ${name}`);
    await page.goto(`${site.url}play/${numberOf(name)}/`);
    await player.until(AT_BOARD);
    await player.learn(colors, side);
    await player.solve(side, side);
  }

  player.log.push('\n# drawn and shared');
  await page.goto(`${site.url}create/`);
  const board = (await player.until(/^The picture, /)).join();
  const side = Number(/The picture, (\d+)/.exec(board)![1]);
  await player.press('Shift+End', 'ArrowDown', 'Space');
  await page.waitForSelector('[data-verdict="unique"]');
  await player.choose(/^Share/);
  const link = await page.inputValue('dialog [aria-label="Link"]');
  await page.goto(link);
  await player.until(AT_BOARD);
  await player.learn(0, side);
  await player.solve(side, side);

  player.log.push('\n# opened from a file');
  await page.goto(`${site.url}solve/`);
  await page.setInputFiles('[aria-label="A file with a puzzle"]', {
    name: 'cross.non',
    mimeType: 'text/plain',
    buffer: Buffer.from('width 3\nheight 3\nrows\n1\n3\n1\ncolumns\n1\n3\n1\n'),
  });
  await player.until(/^One solution/);
  await player.choose(/^Play$/);
  await player.until(AT_BOARD);
  await player.learn(0, 3);
  await player.solve(3, 3);

  player.log.push('\n# triddler');
  await page.goto(`${site.url}play/#p=${encodePuzzle(TRIDDLER)}`);
  await player.until(/^Untitled|with Shift they draw along a line/);
  await player.solveTriddler();
  await expect(player.log.join('\n') + '\n').toMatchFileSnapshot('heard.txt');
});
