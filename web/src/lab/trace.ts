// The steps of a run (docs/decisions/0006-traces.md) and their descriptions. Long runs are
// recorded only at their beginning.

import type { Event } from '../model/schema';
import { plural, t } from '../i18n/i18n.svelte';

export type EventKind =
  'list' | 'place' | 'guess' | 'check' | 'fix' | 'prune' | 'backtrack' | 'sweep' | 'solution';

/** One step. Rows and columns count from 1. */
export type TraceEvent = Omit<Event, 'kind'> & { kind: EventKind };

/** The recorded steps, and how many the whole run has. */
export interface Trace {
  readonly events: readonly TraceEvent[];
  readonly seen: number;
}

/** Reports whether a step opens a node. */
export const opens = (e: TraceEvent): boolean => e.kind === 'place' || e.kind === 'guess';

/** Reports whether a step drops a node. Other prunes drop possibilities of a line. */
export const drops = (e: TraceEvent): boolean => e.kind === 'prune' && !e.row && !e.column;

function where({ row, column }: TraceEvent): string {
  if (row && column) return t('row {row}, column {column}', { row, column });
  if (row) return t('row {n}', { n: row });
  return column ? t('column {n}', { n: column }) : t('the board');
}

const isEmpty = (e: TraceEvent): boolean => e.cells === '.';

/** Whole sentences, because word order differs between languages. */
const SENTENCES: Record<EventKind, (e: TraceEvent, place: string) => string> = {
  list: (e, place) =>
    plural(e.count ?? 0, '{place} has {n} possibility', '{place} has {n} possibilities', { place }),
  place: (e, place) => {
    if (e.row && e.column)
      return t(isEmpty(e) ? 'make {place} empty' : 'make {place} filled', { place });
    return e.row || e.column ? t('lay {place}', { place }) : t('lay a whole board');
  },
  guess: (e, place) =>
    isEmpty(e)
      ? t(e.failed ? 'suppose that {place} is not empty' : 'suppose that {place} is empty', {
          place,
        })
      : t(e.failed ? 'suppose that {place} is not filled' : 'suppose that {place} is filled', {
          place,
        }),
  check: (e, place) =>
    t(e.failed ? '{place} breaks its clue' : '{place} agrees with its clue', { place }),
  fix: (e, place) => t(isEmpty(e) ? '{place} must be empty' : '{place} must be filled', { place }),
  prune: (e, place) =>
    drops(e)
      ? t('cut this branch off')
      : plural(e.count ?? 0, '{place} loses {n} possibility', '{place} loses {n} possibilities', {
          place,
        }),
  backtrack: () => t('go back, all below has been seen'),
  sweep: (e) =>
    plural(
      e.count ?? 0,
      'every line has had its turn, {n} possibility left',
      'every line has had its turn, {n} possibilities left',
    ),
  solution: () => t('a solution'),
};

/** A step as text: "row 3 breaks its clue". */
export function sentence(e: TraceEvent): string {
  const text = SENTENCES[e.kind]?.(e, where(e)) ?? e.kind;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
