// The steps of a run, as the engine tells them (docs/decisions/0006-traces.md), and
// what each means in words. A run of millions of steps is only recorded at its
// beginning; how many there were in all is known anyway.

export type EventKind =
  'list' | 'place' | 'guess' | 'check' | 'fix' | 'prune' | 'backtrack' | 'sweep' | 'solution';

/** One step. Rows and columns count from 1; what is missing does not apply. */
export interface TraceEvent {
  readonly kind: EventKind;
  readonly node?: number;
  readonly parent?: number;
  readonly depth?: number;
  readonly row?: number;
  readonly column?: number;
  /** A character of the puzzle's palette for every cell that the step is about. */
  readonly cells?: string;
  readonly count?: number;
  readonly failed?: boolean;
}

export interface Trace {
  readonly events: readonly TraceEvent[];
  /** The steps of the whole run, recorded or not. */
  readonly seen: number;
}

/** A node is opened. */
export const opens = (e: TraceEvent): boolean => e.kind === 'place' || e.kind === 'guess';

/** A node is dropped; the other prunes are about possibilities of a line. */
export const drops = (e: TraceEvent): boolean => e.kind === 'prune' && !e.row && !e.column;

function where(e: TraceEvent): string {
  if (e.row && e.column) return `row ${e.row}, column ${e.column}`;
  if (e.row) return `row ${e.row}`;
  return e.column ? `column ${e.column}` : 'the board';
}

const plural = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

const possibilities = (n: number): string => plural(n, 'possibility', 'possibilities');

/** A cell's character in words. */
const cell = (e: TraceEvent): string => (e.cells === '.' ? 'empty' : 'filled');

const SENTENCES: Record<EventKind, (e: TraceEvent) => string> = {
  list: (e) => `${where(e)} has ${possibilities(e.count ?? 0)}`,
  place: (e) => {
    if (e.row && e.column) return `make ${where(e)} ${cell(e)}`;
    return e.row || e.column ? `lay ${where(e)}` : 'lay a whole board';
  },
  guess: (e) => `suppose that ${where(e)} is ${e.failed ? 'not ' : ''}${cell(e)}`,
  check: (e) => `${where(e)} ${e.failed ? 'breaks its clue' : 'agrees with its clue'}`,
  fix: (e) => `${where(e)} must be ${cell(e)}`,
  prune: (e) =>
    drops(e) ? 'cut this branch off' : `${where(e)} loses ${possibilities(e.count ?? 0)}`,
  backtrack: () => 'go back, all below has been seen',
  sweep: (e) => `every line has had its turn, ${possibilities(e.count ?? 0)} left`,
  solution: () => 'a solution',
};

/** A step in words: "row 3 breaks its clue". */
export function sentence(e: TraceEvent): string {
  const text = SENTENCES[e.kind]?.(e) ?? e.kind;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
