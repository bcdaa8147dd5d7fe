// Clues and cells as text for screen readers.

import {
  type Block,
  type Clue,
  type Color,
  EMPTY,
  isColored,
  isMissing,
  MAYBE,
  type Puzzle,
  UNKNOWN,
} from '../model/puzzle';
import { colorName } from '../ui/colorName';
import { formatNumber, t } from '../i18n/i18n.svelte';

/** A clue: "3 red, 1 blue", "none". */
export function clueText(p: Puzzle, clue: Clue): string {
  if (clue.length === 0) return t('none|of blocks');
  if (isMissing(clue)) return t('not known|of a clue');
  return clue.map((b) => blockText(p, b)).join(isColored(p) ? ', ' : ' ');
}

function blockText(p: Puzzle, b: Block): string {
  const length = b.length === 0 ? t('any|of a length') : formatNumber(b.length);
  return isColored(p) ? `${length} ${colorName(p.palette[b.color].name)}` : length;
}

/** What a cell shows. */
export function cellText(p: Puzzle, color: Color): string {
  if (color === UNKNOWN) return t('blank');
  if (color === MAYBE) return t('maybe|a mark');
  if (color === EMPTY) return t('crossed');
  return isColored(p) ? colorName(p.palette[color].name) : t('filled');
}
