// Whole puzzles are played by ear: with keys, and what is heard after each.

import { expect, it } from 'vitest';
import { numberOf, solution, useSite } from './app';
import { keepSaid, Listener } from './ear';

const site = useSite();

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
