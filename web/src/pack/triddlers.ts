// The triddlers that come with the app, loaded when one is shown or opened.

import list from 'virtual:pack-triddlers';
import { LANGUAGES } from '../i18n/languages';
import { locale } from '../i18n/i18n.svelte';
import type { Level } from '../model/level';
import type { Puzzle } from '../model/puzzle';
import { puzzleKey } from '../model/share';
import { puzzleFrom } from './pack';

export interface Triddler {
  /** From 1. */
  readonly number: number;
  readonly key: string;
  readonly puzzle: Puzzle;
  readonly level: Level;
  readonly path: string;
  /** The path of the next one. */
  readonly next: string | undefined;
}

const pathOf = (at: number): string | undefined => list[at] && `play/#p=${list[at].code}`;

export const TRIDDLERS: readonly Triddler[] = list.map((entry, i) => {
  const puzzle = puzzleFrom(entry);
  return {
    ...{ number: i + 1, key: puzzleKey(puzzle), puzzle, level: entry.level },
    ...{ path: pathOf(i)!, next: pathOf(i + 1) },
  };
});

/** The title of a triddler in the player's language, to show once it is solved. */
export const triddlerTitle = ({ number }: Triddler): string =>
  list[number - 1].titles[Object.keys(LANGUAGES).indexOf(locale.language)];
