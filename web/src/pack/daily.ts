// The picture of a date, as puzzles.OfDay of the Go package selects it. Sizes and levels are
// known at once; the pictures are loaded in parts.

import facts, { parts } from 'virtual:daily';
import { LANGUAGES, locale } from '../i18n/i18n.svelte';
import { cluesFrom } from '../model/cluesFromCells';
import { dayNumber, parseDay } from '../model/dates';
import { type Level, LEVELS } from '../model/level';
import { BLACK_AND_WHITE, EMPTY, type Puzzle } from '../model/puzzle';
import { rewardFrom } from './pack';
import { PICTURES_PER_PART, type Reward } from './types';

/** The puzzle of a date, without its picture. */
export interface Day {
  /** 2026-11-16 */
  readonly date: string;
  /** Its place in the list of pictures. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
  readonly level: Level;
}

/** Spreads neighbors of the list over the year, see puzzles/daily.go. */
const WEEK_STEP = 17;
/** 1 January 1970 was a Thursday. */
const DAYS_TO_MONDAY = 3;

const modulo = (n: number, by: number): number => ((n % by) + by) % by;

/** Each weekday has a seventh of the list, so that puzzles get harder until Sunday. */
function placeOf(date: string): number {
  const days = dayNumber(date) + DAYS_TO_MONDAY;
  const weekday = modulo(days, 7);
  const week = (days - weekday) / 7;
  const [from, to] = [weekday, weekday + 1].map((n) => Math.floor((facts.length * n) / 7));
  return from + modulo(week * WEEK_STEP, to - from);
}

/** The day of a date, written as 2026-11-16; undefined for invalid dates. */
export function dayOf(date: string): Day | undefined {
  if (!parseDay(date)) return undefined;
  const at = placeOf(date);
  const [width, height, level] = facts[at];
  return { date, at, width, height, level: LEVELS[level] };
}

const dayGame = /^day\/(.+)$/;

/** The day of a game, by the game's name. */
export const dayOfGame = (game: string): Day | undefined => dayOf(dayGame.exec(game)?.[1] ?? '');

export const gameOfDay = ({ date }: Day): string => `day/${date}`;

/** The address of the puzzle, relative to the site's folder. */
export const dayPath = ({ date }: Day): string => `play/#day=${date}`;

/** Loads the puzzle of a day, its colored picture, and its title in the player's language. */
export async function loadDay({ at }: Day): Promise<{ puzzle: Puzzle; reward: Reward }> {
  const part = (await parts[Math.floor(at / PICTURES_PER_PART)]()).default;
  const picture = part[at % PICTURES_PER_PART];
  const { titles, rows } = picture;
  const [width, height] = [rows[0].length, rows.length];
  const filled = Uint8Array.from(rows.join(''), (c) => (c >= 'A' && c <= 'Z' ? 1 : EMPTY));
  const title = titles[Object.keys(LANGUAGES).indexOf(locale.language)];
  return {
    puzzle: { width, height, palette: BLACK_AND_WHITE, ...cluesFrom(width, height, filled), title },
    reward: rewardFrom(picture),
  };
}
