// Clue tables and lines, as the engine lists them.

import type { LinesAnswer } from '../model/schema';
import { formatNumber, plural, t } from '../i18n/i18n.svelte';

/** The longest line whose clues can be listed. */
export const MAX_LINE = 30;

/** Parses "2, 4 1"; returns undefined for anything but numbers. */
export function clueNumbers(text: string): number[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  return parts.every((part) => /^\d{1,4}$/.test(part)) ? parts.map(Number) : undefined;
}

/** The number of lines, in the notation of R. */
export function text(l: LinesAnswer): string {
  const size = `${formatNumber(l.lines)} × ${l.length}`;
  const lines = l.clues
    ? plural(l.clues, '{size}, with {n} clue', '{size}, with {n} clues', { size })
    : size;
  const shown = l.listed.length;
  return l.lines > shown
    ? t('{lines}; the first {shown}:', { lines, shown })
    : t('{lines}:', { lines });
}
