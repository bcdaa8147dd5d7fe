// Announcements of a game, in the order of board/ariaText.ts. The setting says how much follows:
// brief names only what is wrong, full reads the line, too.

import { settings } from '../app/settings.svelte';
import { cellsText, inOrder, lineName, stateText } from '../board/ariaText';
import type { LineName } from '../model/grid';
import { type Axis, clueOf, isMissing, lineCount, type Puzzle } from '../model/puzzle';
import { sizeName } from '../model/sizeName';
import type { Change } from '../model/stroke';
import type { Game } from './game.svelte';
import { plural, t } from '../i18n/i18n.svelte';

/** What a board shows. */
export interface Shown {
  readonly puzzle: Puzzle;
  readonly cells: Uint8Array;
}

export type LineState = 'open' | 'finished' | 'impossible';

const AXES = ['row', 'column'] as const;

/** What is known of each line, rows first. */
export function lineStates(game: Game): LineState[] {
  const { puzzle } = game;
  const stateOf = (axis: Axis, line: number): LineState => {
    if (isMissing(clueOf(puzzle, axis, line))) return 'open';
    if (game.isFinished(axis, line)) return 'finished';
    return settings.warn && !game.line(axis, line).possible ? 'impossible' : 'open';
  };
  return AXES.flatMap((axis) =>
    Array.from({ length: lineCount(puzzle, axis) }, (_, line) => stateOf(axis, line)),
  );
}

/** Reports whether a line has become complete. */
export const completes = (before: readonly LineState[], after: readonly LineState[]): boolean =>
  after.some((state, i) => state === 'finished' && before[i] !== 'finished');

/** What follows from changes: what is wrong first. */
export function consequences(
  game: Game,
  changes: readonly Change[],
  before: readonly LineState[],
  wrong: readonly number[],
): string[] {
  const { puzzle } = game;
  const after = lineStates(game);
  /** The lines that have come to a state, of those that a text tells. */
  const told = (
    comes: (was: LineState, is: LineState) => boolean,
    text: (n: number, lines: string) => string,
  ): string[] => {
    const names = after.flatMap((is, i) => {
      if (is === before[i] || !comes(before[i], is)) return [];
      const { height } = puzzle;
      return lineName(
        puzzle,
        i < height ? { axis: 'row', line: i } : { axis: 'column', line: i - height },
      );
    });
    return names.length > 0 ? [text(names.length, names.join(', '))] : [];
  };
  const marks = changes.filter(({ cell }) => wrong.includes(cell)).length;
  const mistakes = [
    ...(marks === 0
      ? []
      : [
          changes.length === 1
            ? t('wrong|a mark')
            : plural(marks, 'one of them wrong', '{n} of them wrong'),
        ]),
    ...told(
      (_, is) => is === 'impossible',
      (n, lines) =>
        plural(n, '{lines} cannot be completed', '{n} lines cannot be completed: {lines}', {
          lines,
        }),
    ),
  ];
  if (settings.spoken === 'brief') return mistakes;
  return [
    ...mistakes,
    ...told(
      (_, is) => is === 'finished',
      (n, lines) => plural(n, '{lines} complete', '{n} lines complete: {lines}', { lines }),
    ),
    ...told(
      (was, is) => was === 'finished' && is === 'open',
      (n, lines) =>
        plural(n, '{lines} no longer complete', '{n} lines no longer complete: {lines}', { lines }),
    ),
    ...told(
      (was, is) => was === 'impossible' && is === 'open',
      (n, lines) =>
        plural(n, '{lines} can be completed again', '{n} lines can be completed again: {lines}', {
          lines,
        }),
    ),
  ];
}

/** A stroke. The place of a single cell is that of the cursor, and known. */
export function strokeText(
  { puzzle, cells }: Shown,
  changes: readonly Change[],
  { axis, line }: LineName,
  follows: readonly string[] = [],
): string {
  const text = inOrder(undefined, stateText(puzzle, cells, changes), follows);
  return settings.spoken === 'full' ? `${text}. ${cellsText(puzzle, cells, axis, line)}` : text;
}

/** A board that gets the focus: its name and size, and the keys unless the player has changed them. */
export function boardText(name: string, puzzle: Puzzle): string {
  const { width, height, shape } = puzzle;
  const values = { name, width, height, size: sizeName(puzzle) };
  const usual = Object.keys(settings.bound).length === 0;
  if (shape && !usual) return inOrder(name, values.size);
  if (shape)
    return t(
      '{name}, {size}. Arrow keys move, space fills, x crosses; with Shift they draw along a line.',
      values,
    );
  return usual
    ? t('{name}, {width} by {height}. Arrow keys move, space fills, x crosses.', values)
    : t('{name}, {width} by {height}.', values);
}
