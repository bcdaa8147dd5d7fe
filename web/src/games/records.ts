// Records: one entry for each time a puzzle was solved. Entries are only added. An entry is
// identified by game and time.

import { LEVELS, type Level } from '../model/level';
import { type Shape, type Store, store, type WriteResult } from '../storage/store';

export interface Solve {
  /** The name of the game, see savedGames.ts. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly inks: number;
  /** Undefined if the puzzle is not rated. */
  readonly level?: Level;
  readonly seconds: number;
  /** The number of hints. */
  readonly hints: number;
  /** The time in milliseconds since 1970. */
  readonly at: number;
  /** The date, if the puzzle of the day was solved on its date. */
  readonly day?: string;
}

const RECORDS: Shape<readonly Solve[]> = {
  key: 'records',
  version: 1,
  read: (value) => (Array.isArray(value) ? value.flatMap(readSolve) : undefined),
};

export function readSolve(value: unknown): Solve[] {
  const s = value as Partial<Solve> | null;
  const numbers = [s?.width, s?.height, s?.inks, s?.seconds, s?.hints, s?.at];
  if (typeof s?.name !== 'string' || !numbers.every((n) => Number.isFinite(n) && n! >= 0))
    return [];
  const { name, width, height, inks, seconds, hints, at } = s as Solve;
  const level = LEVELS.find((l) => l === s.level);
  const day = typeof s.day === 'string' && /^\d{4}-\d\d-\d\d$/.test(s.day) ? s.day : undefined;
  return [
    {
      ...{ name, width, height, inks, seconds, hints, at },
      ...(level ? { level } : {}),
      ...(day ? { day } : {}),
    },
  ];
}

/** Identifies an entry. */
export const solveId = ({ at, name }: { at?: unknown; name?: unknown }): string =>
  `${String(at)} ${String(name)}`;

export class Records {
  constructor(private readonly store: Store) {}

  /** All entries, the earliest first. */
  list(): readonly Solve[] {
    this.store.watch(RECORDS.key);
    return this.store.get(RECORDS, []);
  }

  add(solve: Solve): WriteResult {
    return this.store.update(RECORDS, [], (list) => [...list, solve]);
  }

  /** The dates on which the puzzle of the day was solved. */
  days(): string[] {
    return this.list().flatMap((s) => s.day ?? []);
  }
}

export const records = new Records(store);
