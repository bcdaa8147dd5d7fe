// Finds the puzzle of an address, and names and paths of puzzles.

import type { Address } from '../app/router.svelte';
import { parseDay } from '../model/dates';
import type { Level } from '../model/level';
import type { Puzzle } from '../model/puzzle';
import {
  another,
  freshSeed,
  readRecipe,
  type Recipe,
  recipeGame,
  recipeOf,
  recipePath,
} from '../model/recipe';
import { decodePuzzle, encodePuzzle, puzzleKey, ShareError } from '../model/share';
import { type Day, dayOf, dayOfGame, dayPath, gameOfDay, loadDay } from '../pack/daily';
import { PACK, packEntry, packEntryOf, packPuzzle, packReward } from '../pack/pack';
import type { Triddler } from '../pack/triddlers';
import { packTitles } from '../pack/titles';
import type { PackEntry, Reward } from '../pack/types';
import { store } from '../storage/store';
import { feedGame, feedKey, feeds } from './feedStore';
import { Games, ownGame, ownKey, type ProgressTable, testGame } from './savedGames';
import { formatDate, t } from '../i18n/i18n.svelte';

export const games = new Games(store, (key) => packEntryOf(key) !== undefined);

export interface Source {
  readonly puzzle: Puzzle;
  /** The name of its game, see savedGames.ts. */
  readonly name: string;
  /** The id of the tested draft, if it is one. */
  readonly draft?: string;
  /** The entry of the pack, if the puzzle is in it. */
  readonly entry?: PackEntry;
  /** The recipe of a generated puzzle. */
  readonly recipe?: Recipe;
  /** The day of a puzzle of the day. */
  readonly day?: Day;
  /** The feed that it came from, and its number there; undefined if no feed has it any more. */
  readonly feed?: { readonly name: string; readonly number: number };
  /** A triddler that comes with the app. */
  readonly triddler?: Triddler;
  /** The colored picture, shown after the win. */
  readonly reward?: Reward;
}

/** The difficulty, if known. */
export const levelOf = (source: Source): Level | undefined =>
  (source.entry ?? source.recipe ?? source.day ?? source.triddler)?.level;

/** An address without a puzzle. Title and message are shown to the player. */
export class NoPuzzleError extends Error {
  override name = 'NoPuzzleError';

  constructor(
    readonly title: string,
    message: string,
  ) {
    super(message);
  }
}

export async function findPuzzle(address: Address): Promise<Source> {
  if (address.rest) return fromPack(address.rest);
  const fields = new URLSearchParams(address.fragment);
  const code = fields.get('p');
  if (code) return fromCode(code);
  const key = fields.get('k');
  if (key) return fromStore(games.puzzle(key), ownGame(key));
  const fed = fields.get('f');
  if (fed) return fromFeed(fed);
  const draft = fields.get('draft');
  if (draft) return { ...fromStore(games.test(draft), testGame(draft)), draft };
  const day = dayOf(fields.get('day') ?? '');
  if (day) return findDay(day);
  const recipe = readRecipe(fields);
  if (recipe) return fromRecipe(recipe);
  throw new NoPuzzleError(t('There is no puzzle here'), t('The address names none.'));
}

async function fromPack(number: string): Promise<Source> {
  const entry = /^\d+$/.test(number) ? packEntry(Number(number)) : undefined;
  const [puzzle, reward] = entry
    ? await Promise.all([packPuzzle(entry.number), packReward(entry.number)])
    : [];
  if (!entry || !puzzle)
    throw new NoPuzzleError(
      t('There is no such puzzle'),
      t('The pack has no number {number}.', { number }),
    );
  return { puzzle, name: entry.key, entry, reward };
}

/** A puzzle of a feed, or of a game that was begun when a feed had it. */
function fromFeed(key: string): Source {
  const name = feedGame(key);
  const place = placeOf(key);
  const source = fromStore(feeds.puzzle(key) ?? games.made(name), name);
  return place ? { ...source, feed: place } : source;
}

function placeOf(key: string): Source['feed'] {
  const place = feeds.placeOf(key);
  return place && { name: place.feed.name, number: place.at + 1 };
}

/** The path of a puzzle of a feed. */
export const feedPath = (key: string): string => `play/#f=${key}`;

const feedName = (place: Source['feed']): string =>
  place ? t('{name} {number}', { name: place.name, number: place.number }) : t('From a feed');

/** Loads the generator with the first generated puzzle. */
const makePuzzle = async (recipe: Recipe) => (await import('./generator')).make(recipe);

async function fromRecipe(recipe: Recipe): Promise<Source> {
  const name = recipeGame(recipe);
  const puzzle = games.made(name) ?? (await makePuzzle(recipe));
  if (puzzle) return { puzzle, name, recipe };
  throw new NoPuzzleError(
    t('No such puzzle was found'),
    t('Puzzles like that are rare, and the search has ended. The next one may be found.'),
  );
}

/**
 * The puzzle of a day. A game that was begun with another puzzle, from an earlier version,
 * keeps it.
 */
export async function findDay(day: Day): Promise<Source> {
  const name = gameOfDay(day);
  const kept = games.made(name);
  const { puzzle, reward } = await loadDay(day);
  if (kept && puzzleKey(kept) !== puzzleKey(puzzle)) return { puzzle: kept, name, day };
  return { puzzle, name, day, reward };
}

/** The colored picture of a solved day; undefined if another puzzle was solved. */
export async function rewardOf(day: Day): Promise<Reward | undefined> {
  return (await findDay(day)).reward;
}

/** The picture of a solved game in its colors; undefined if it is black. */
export async function coloringOf(game: string): Promise<Reward | undefined> {
  const day = dayOfGame(game);
  if (day) return rewardOf(day);
  const entry = packEntryOf(game);
  if (!entry) return undefined;
  if (entry.inks === 1) return packReward(entry.number);
  const cells = games.picture(game, entry.width, entry.height);
  const puzzle = await packPuzzle(entry.number);
  return cells && puzzle && { cells, colors: puzzle.palette.map((swatch) => swatch.rgb) };
}

/** The next recipe by the current one. */
const nexts = new Map<string, Recipe>();

/** Starts to generate another puzzle like this one. */
export function nextMade(recipe: Recipe): Recipe {
  const next = nexts.get(recipe.text) ?? another(recipe, freshSeed());
  nexts.set(recipe.text, next);
  // Failures are reported when the puzzle is opened.
  makePuzzle(next).catch(() => undefined);
  return next;
}

async function fromCode(code: string): Promise<Source> {
  try {
    const puzzle = decodePuzzle(code);
    const key = puzzleKey(puzzle);
    const entry = packEntryOf(key);
    if (entry) return await fromPack(String(entry.number));
    if (puzzle.shape) {
      const { TRIDDLERS, triddlerTitle } = await import('../pack/triddlers');
      const triddler = TRIDDLERS.find((t) => t.key === key);
      if (triddler) {
        const titled = { ...triddler.puzzle, title: triddlerTitle(triddler) };
        return { puzzle: titled, name: ownGame(key), triddler };
      }
    }
    // A saved copy of the same puzzle may have a title.
    return { puzzle: games.puzzle(key) ?? puzzle, name: ownGame(key) };
  } catch (e) {
    if (e instanceof ShareError)
      throw new NoPuzzleError(t('This link cannot be read'), t(e.message));
    throw e;
  }
}

function fromStore(puzzle: Puzzle | undefined, name: string): Source {
  if (!puzzle) {
    throw new NoPuzzleError(
      t('This puzzle is not here'),
      t('It was kept in another browser, or has been removed from this one.'),
    );
  }
  return { puzzle, name };
}

/** The title of the picture, to show once it is solved. */
export async function titleOf(source: Source): Promise<string | undefined> {
  if (source.entry) return (await packTitles())[PACK.indexOf(source.entry)];
  return source.reward ? (await loadDay(source.day!)).puzzle.title : source.puzzle.title;
}

/** What the picture shows, in a sentence; undefined if it does not come with the app. */
export async function descriptionOf(source: Source): Promise<string | undefined> {
  const { entry, day, triddler } = source;
  if (!entry && !day && !triddler) return undefined;
  const { description } = await import('../pack/descriptions');
  if (triddler) return description('triddlers', triddler.number - 1);
  return entry ? description('pack', PACK.indexOf(entry)) : description('daily', day!.at);
}

/** The title of a solved game's picture; undefined if it has none. */
export async function titleOfGame(game: string): Promise<string | undefined> {
  const entry = packEntryOf(game);
  if (entry) return (await packTitles())[PACK.indexOf(entry)];
  const day = dayOfGame(game);
  return day && (await findDay(day)).puzzle.title;
}

/** A name for the puzzle that gives nothing away. */
export function nameOf(source: Source): string {
  if (source.entry) return t('No. {number}', { number: source.entry.number });
  if (source.triddler) return t('Triddler {n}', { n: source.triddler.number });
  if (source.recipe) return recipeName(source.recipe);
  if (source.day) return dayName(source.day.date);
  if (feedKey(source.name) !== undefined) return feedName(source.feed);
  return ownName(ownKey(source.name) ?? '');
}

/** The address of the puzzle, relative to the site's folder. */
export function linkOf({ entry, recipe, day, puzzle }: Source): string {
  if (entry) return `play/${entry.number}`;
  if (recipe) return recipePath(recipe);
  return day ? dayPath(day) : `play/#p=${encodePuzzle(puzzle)}`;
}

/** The player's name for a saved puzzle. */
const ownName = (key: string): string => games.label(key).name || t('Your puzzle');

const recipeName = ({ technique }: Recipe): string =>
  technique
    ? t('Practice: {technique}', { technique: technique.replaceAll('-', ' ') })
    : t('Endless');

/** A date as text: 16 November. */
export function dayName(iso: string): string {
  const day = parseDay(iso);
  return day ? formatDate(day) : iso;
}

/** The path, name and size of a game's puzzle; undefined if it no longer exists. */
export function pathOf(
  game: string,
): { path: string; name: string; size: { width: number; height: number } } | undefined {
  const [entry, key, recipe] = [packEntryOf(game), ownKey(game), recipeOf(game)];
  if (entry) {
    const { number } = entry;
    return { path: `play/${number}`, name: t('No. {number}', { number }), size: entry };
  }
  if (recipe) return { path: recipePath(recipe), name: recipeName(recipe), size: recipe };
  const day = dayOfGame(game);
  if (day) return { path: dayPath(day), name: dayName(day.date), size: games.made(game) ?? day };
  const fed = feedKey(game);
  if (fed !== undefined) {
    const size = games.made(game);
    return size && { path: feedPath(fed), name: feedName(placeOf(fed)), size };
  }
  const puzzle = key !== undefined && games.isKept(key) ? games.puzzle(key) : undefined;
  return puzzle && { path: `play/#k=${key}`, name: ownName(key!), size: puzzle };
}

/** The first so many results that exist; later items are not looked at. */
export function firstOf<T, R>(
  items: Iterable<T>,
  count: number,
  find: (item: T) => R | undefined,
): R[] {
  const found: R[] = [];
  for (const item of items) {
    if (found.length === count) break;
    const result = find(item);
    if (result !== undefined) found.push(result);
  }
  return found;
}

/** The puzzle of a game; undefined if it no longer exists. */
export async function puzzleOf(game: string): Promise<Puzzle | undefined> {
  const entry = packEntryOf(game);
  return entry ? packPuzzle(entry.number) : games.made(game);
}

/** The key of the next unsolved puzzle of the feed that has a game, wrapping around. */
export function nextOfFeed(game: string, progress: ProgressTable): string | undefined {
  const place = feeds.placeOf(feedKey(game) ?? '');
  const keys = place?.feed.puzzles.map((p) => p.key) ?? [];
  const turned = place ? [...keys.slice(place.at + 1), ...keys.slice(0, place.at)] : [];
  return turned.find((key) => !progress[feedGame(key)]?.solved);
}

/** The next unsolved puzzle of the pack after a number, wrapping around. */
export function nextUnsolved(
  after: number,
  progress: ProgressTable,
  pack = PACK,
): PackEntry | undefined {
  const at = pack.findIndex((e) => e.number === after);
  const turned = [...pack.slice(at + 1), ...pack.slice(0, Math.max(0, at))];
  return turned.find((e) => !progress[e.key]?.solved);
}
