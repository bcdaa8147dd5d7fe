// Entries of the undo history: strokes and other changes of the board. The beginning and
// the end of what-if are entries too, so undo handles them like any other.
//
// Entries are stored as short texts: runs of equally spaced cells with the same change,
// "from,to,first,step,count" in base 36, joined by ";", after the mark of what-if. "@" and the
// time of the entry follow; earlier versions of the app ignore it.

import type { Change } from '../model/stroke';

export interface Entry {
  readonly changes: readonly Change[];
  /** This entry begins or ends what-if. */
  readonly whatIf?: 'begin' | 'keep' | 'drop';
  /** The milliseconds since the change before, if known. */
  readonly after?: number;
}

const CODES = { begin: 'b', keep: 'k', drop: 'd' } as const;
const NAMES = { b: 'begin', k: 'keep', d: 'drop' } as const;

export function writeEntry(entry: Entry): string {
  const runs: string[] = [];
  const { changes } = entry;
  for (let i = 0; i < changes.length;) {
    const run = runFrom(changes, i);
    const { from, to, cell } = changes[i];
    runs.push([from, to, cell, run.step, run.count].map((n) => n.toString(36)).join(','));
    i += run.count;
  }
  const time = entry.after && runs.length > 0 ? '@' + entry.after.toString(36) : '';
  return (entry.whatIf ? CODES[entry.whatIf] + '!' : '') + runs.join(';') + time;
}

/** The number of changes from i on that are alike and equally spaced. */
function runFrom(changes: readonly Change[], i: number): { step: number; count: number } {
  const { from, to, cell } = changes[i];
  const step = i + 1 < changes.length ? changes[i + 1].cell - cell : 0;
  let count = 1;
  while (i + count < changes.length) {
    const next = changes[i + count];
    if (next.from !== from || next.to !== to || next.cell !== cell + step * count) break;
    count++;
  }
  return { step, count };
}

/** Reads an entry; undefined if it is invalid for a grid of this many cells. */
export function readEntry(text: string, cells: number): Entry | undefined {
  const [, code, rest, time] = /^(?:([bkd])!)?([^@]*)(?:@(\w+))?$/.exec(text) ?? [];
  if (rest === undefined) return undefined;
  const changes: Change[] = [];
  for (const run of rest ? rest.split(';') : []) {
    const numbers = run.split(',').map((n) => parseInt(n, 36));
    if (numbers.length !== 5 || numbers.some((n) => !Number.isInteger(n))) return undefined;
    const [from, to, first, step, count] = numbers;
    if (count < 1 || count > cells) return undefined;
    for (let i = 0; i < count; i++) {
      const cell = first + i * step;
      if (cell < 0 || cell >= cells) return undefined;
      changes.push({ cell, from, to });
    }
  }
  const after = parseInt(time ?? '0', 36);
  return {
    changes,
    ...(code ? { whatIf: NAMES[code as keyof typeof NAMES] } : {}),
    ...(after > 0 ? { after } : {}),
  };
}
