// The puzzle of a date is the one that the command selects by "@2026-11-16". Solved puzzles have
// a colored picture.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { isoDay } from '../src/model/dates';
import { fromJSON } from '../src/model/json';
import { isFilled } from '../src/model/grid';
import { LEVELS } from '../src/model/level';
import { dayOf, dayOfGame, dayPath, gameOfDay, loadDay } from '../src/pack/daily';
import { PACK, packPuzzle, packReward } from '../src/pack/pack';
import { COMMAND } from './command';

/** Dates around leap days, before 1970 and far ahead, and all days of a year. */
const DATES = [
  ...['1969-12-31', '1970-01-01', '2024-02-29', '2099-12-31'],
  ...Array.from({ length: 366 }, (_, i) => isoDay(new Date(2026, 10, 16 + i, 12))),
];

describe('the puzzle of a day', () => {
  it('is the one of the command', async () => {
    const words = DATES.map((date) => '@' + date);
    const text = execFileSync(COMMAND, ['convert', '--to', 'json', ...words, '-'], {
      encoding: 'utf8',
      maxBuffer: 64 << 20,
    });
    const expected = text.trim().split('\n');
    expect(expected.length).toBe(DATES.length);
    for (const [i, date] of DATES.entries()) {
      const day = dayOf(date)!;
      const { puzzle, reward } = await loadDay(day);
      const { rows, columns, width, height, title } = fromJSON(JSON.parse(expected[i]));
      expect({ date, rows: puzzle.rows, columns: puzzle.columns }).toEqual({ date, rows, columns });
      expect([day.width, day.height, puzzle.title]).toEqual([width, height, title]);
      // Every filled cell has a color.
      const filled = puzzle.rows.flat().reduce((sum, block) => sum + block.length, 0);
      expect(reward.cells.filter(isFilled).length).toBeGreaterThanOrEqual(filled);
    }
  });

  it('gets harder from Monday to Sunday', () => {
    const week = Array.from({ length: 7 }, (_, i) => dayOf(isoDay(new Date(2026, 10, 16 + i)))!);
    const places = week.map((day) => day.at);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const levels = week.map((day) => LEVELS.indexOf(day.level));
    expect(levels).toEqual([...levels].sort((a, b) => a - b));
  });

  it('comes back from its address and from the name of its game', () => {
    const day = dayOf('2026-11-16')!;
    expect(dayPath(day)).toBe('play/#day=2026-11-16');
    expect(dayOfGame(gameOfDay(day))).toEqual(day);
    expect(dayOf('2026-02-30')).toBeUndefined();
    expect(dayOfGame('made/glue.1')).toBeUndefined();
  });
});

describe('the colored picture of a puzzle of the pack', () => {
  it('colors at least the filled cells of black-and-white puzzles', async () => {
    for (const { number, inks } of PACK) {
      const reward = await packReward(number);
      expect(reward === undefined, String(number)).toBe(inks > 1);
      if (!reward) continue;
      const { rows, width, height } = (await packPuzzle(number))!;
      expect(reward.cells.length).toBe(width * height);
      rows.forEach((clue, y) => {
        const colored = reward.cells.subarray(y * width, (y + 1) * width).filter(isFilled).length;
        const filled = clue.reduce((sum, block) => sum + block.length, 0);
        expect(colored, `${number}, row ${y + 1}`).toBeGreaterThanOrEqual(filled);
      });
    }
  });
});
