// Announcements of a game. They name the place, the state and the consequence, in this order.
// The setting says how much follows: brief names only what is wrong, full reads the line, too.

import { settings } from '../app/settings.svelte';
import { cellsText, lineName, stateText, steppedText } from '../board/ariaText';
import type { Game } from '../games/game.svelte';
import type { LineName } from '../model/grid';
import { type Axis, clueOf, isMissing, lineCount } from '../model/puzzle';
import type { Change } from '../model/stroke';
import { plural, t } from '../i18n/i18n.svelte';

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

/** What follows from changes for lines and marks. */
function consequences(
  game: Game,
  changes: readonly Change[],
  before: readonly LineState[],
  wrong: readonly number[],
): string[] {
  const after = lineStates(game);
  const lines = after.flatMap((state, i) => {
    if (state === before[i]) return [];
    const { height } = game.puzzle;
    const line = lineName(
      game.puzzle,
      i < height ? { axis: 'row', line: i } : { axis: 'column', line: i - height },
    );
    if (state === 'impossible') return [t('{line} cannot be completed', { line })];
    if (settings.spoken === 'brief') return [];
    if (state === 'finished') return [t('{line} complete', { line })];
    return before[i] === 'finished'
      ? [t('{line} no longer complete', { line })]
      : [t('{line} can be completed again', { line })];
  });
  const marks = changes.filter(({ cell }) => wrong.includes(cell)).length;
  if (marks === 0) return lines;
  if (changes.length === 1) return [t('wrong|a mark'), ...lines];
  return [plural(marks, 'one of them wrong', '{n} of them wrong'), ...lines];
}

/** A stroke. The place of a single cell is that of the cursor, and known. */
export const strokeText = (
  game: Game,
  changes: readonly Change[],
  before: readonly LineState[],
  wrong: readonly number[],
  { axis, line }: LineName,
): string => {
  const { puzzle, cells } = game;
  const text = [
    stateText(puzzle, cells, changes),
    ...consequences(game, changes, before, wrong),
  ].join(', ');
  if (settings.spoken !== 'full') return text;
  return `${text}. ${cellsText(puzzle, cells, axis, line)}`;
};

/** Undo or redo, after what was done. */
export const undoText = (
  game: Game,
  done: string,
  changes: readonly Change[],
  before: readonly LineState[],
  wrong: readonly number[],
): string =>
  [
    steppedText(game.puzzle, game.cells, done, changes),
    ...consequences(game, changes, before, wrong),
  ].join(', ');
