// Where the puzzle on the table comes from, by the address of the page.

import type { Address } from '../app/router.svelte';
import type { Puzzle } from '../model/puzzle';
import { decodePuzzle, puzzleKey, ShareError } from '../model/share';
import { PACK, packEntry, packEntryOf, packPuzzle, packTitle } from '../pack/pack';
import type { PackEntry } from '../pack/types';
import { store } from '../storage/store';
import { Games, ownGame, type ProgressTable, testGame } from './save';
import { t } from '../words/words.svelte';

export const games = new Games(store, (key) => packEntryOf(key) !== undefined);

export interface Source {
  readonly puzzle: Puzzle;
  /** The name of its game, see save.ts. */
  readonly name: string;
  /** The draft that is being tested, if it is one. */
  readonly draft?: string;
  /** The entry of the pack, if the puzzle is one of it. */
  readonly entry?: PackEntry;
}

/** An address that leads to no puzzle, with what to tell people. */
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
  const draft = fields.get('draft');
  if (draft) return { ...fromStore(games.test(draft), testGame(draft)), draft };
  throw new NoPuzzleError(t('There is no puzzle here'), t('The address names none.'));
}

async function fromPack(number: string): Promise<Source> {
  const entry = /^\d+$/.test(number) ? packEntry(Number(number)) : undefined;
  const puzzle = entry && (await packPuzzle(entry.number));
  if (!puzzle)
    throw new NoPuzzleError(
      t('There is no such puzzle'),
      t('The pack has no number {number}.', { number }),
    );
  return { puzzle, name: entry.key, entry };
}

async function fromCode(code: string): Promise<Source> {
  try {
    const puzzle = decodePuzzle(code);
    const key = puzzleKey(puzzle);
    const entry = packEntryOf(key);
    if (entry) return await fromPack(String(entry.number));
    // Perhaps the same puzzle was met before, with its title.
    return { puzzle: games.puzzle(key) ?? puzzle, name: ownGame(key) };
  } catch (e) {
    if (e instanceof ShareError) throw new NoPuzzleError(t('This link cannot be read'), e.message);
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

/** What the picture shows; for eyes that have solved it. */
export async function titleOf(source: Source): Promise<string | undefined> {
  return source.entry ? packTitle(source.entry.number) : source.puzzle.title;
}

/** The puzzle in words that give nothing away. */
export function nameOf(source: Source): string {
  return source.entry ? t('No. {number}', { number: source.entry.number }) : t('Your puzzle');
}

/** The next puzzle of the pack that is not solved, from a number on and around. */
export function nextUnsolved(
  after: number,
  progress: ProgressTable,
  pack = PACK,
): PackEntry | undefined {
  const at = pack.findIndex((e) => e.number === after);
  const turned = [...pack.slice(at + 1), ...pack.slice(0, Math.max(0, at))];
  return turned.find((e) => !progress[e.key]?.solved);
}
