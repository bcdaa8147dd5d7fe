// Typed clues in the browser's storage.

import { MAX_SIDE, type Swatch } from '../model/puzzle';
import { joinEach, joinFields } from '../storage/join';
import { type Shape, store } from '../storage/store';
import { blankClues, type TypedClues } from './typedClues';

const DEFAULT_SIDE = 10;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_SIDE &&
  value.every((v) => typeof v === 'string');

const isPalette = (value: unknown): value is Swatch[] =>
  Array.isArray(value) &&
  value.length >= 2 &&
  value.every(
    (s: Partial<Swatch> | null) =>
      typeof s?.name === 'string' && typeof s.symbol === 'string' && typeof s.rgb === 'string',
  );

const TYPED: Shape<TypedClues> = {
  key: 'typed-clues',
  version: 1,
  read(value) {
    const typed = value as Partial<TypedClues> | null;
    if (!typed || !isTexts(typed.rows) || !isTexts(typed.columns) || !isPalette(typed.palette)) {
      return undefined;
    }
    return { rows: typed.rows, columns: typed.columns, palette: typed.palette };
  },
};

/** Calls back when another tab has typed, until the returned function is called. */
export const followTyped = (show: (typed: TypedClues) => void): (() => void) =>
  store.onOutside((key) => {
    if (key === TYPED.key) show(loadTyped());
  });

export const loadTyped = (): TypedClues => store.get(TYPED, blankClues(DEFAULT_SIDE, DEFAULT_SIDE));
/** Earlier clues, which undo brings back, and the line that was typed last. */
let past: readonly TypedClues[] = [];
let typedLast: string | undefined;
const MAX_UNDO = 200;

/** The clues of another tab with the lines that this one has changed. */
function joined(before: TypedClues | undefined, ours: TypedClues, theirs: TypedClues): TypedClues {
  const { rows, columns } = before ?? blankClues(ours.columns.length, ours.rows.length);
  return {
    ...joinFields(before ?? {}, ours, theirs),
    rows: joinEach(rows, ours.rows, theirs.rows),
    columns: joinEach(columns, ours.columns, theirs.columns),
  };
}

/** Stores clues. Changes of the same line are one step of undo. */
export function saveTyped(typed: TypedClues, line?: string): void {
  if (line === undefined || line !== typedLast) past = [...past.slice(1 - MAX_UNDO), loadTyped()];
  typedLast = line;
  store.write(TYPED, typed, joined);
}

export const canUndoTyped = (): boolean => past.length > 0;

/** Goes back by a step; undefined if there is none. */
export function undoTyped(): TypedClues | undefined {
  const before = past.at(-1);
  if (!before) return undefined;
  past = past.slice(0, -1);
  typedLast = undefined;
  store.write(TYPED, before, joined);
  return before;
}
