// Typed clues in the browser's storage.

import { MAX_SIDE, type Swatch } from '../model/puzzle';
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
export const saveTyped = (typed: TypedClues): void => void store.write(TYPED, typed);
