// Records: a line for every puzzle that was solved, each time it was. Lines are only ever
// added; a line is known by its game and its time, so that lists of two browsers are
// merged by putting them together.

import { LEVELS, type Level } from '../model/level';
import { type Shape, type Store, store, type WriteResult } from '../storage/store';

export interface Solve {
  /** The name of the game, see savedGames.ts. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly inks: number;
  /** Missing where nobody has rated it. */
  readonly level?: Level;
  readonly seconds: number;
  /** How often help was asked where to look. */
  readonly hints: number;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** The date of the day's puzzle, if it was solved on that date. */
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

export class Records {
  constructor(private readonly store: Store) {}

  /** All of them, the earliest first. */
  list(): readonly Solve[] {
    return this.store.get(RECORDS, []);
  }

  add(solve: Solve): WriteResult {
    return this.store.write(RECORDS, [...this.list(), solve]);
  }

  /** Puts another list to this one; how many lines were new. */
  merge(others: readonly Solve[]): number {
    const mine = this.list();
    const id = (s: Solve) => `${s.at} ${s.name}`;
    const known = new Set(mine.map(id));
    const fresh = others.filter((s) => !known.has(id(s)));
    if (fresh.length > 0)
      this.store.write(
        RECORDS,
        [...mine, ...fresh].sort((a, b) => a.at - b.at),
      );
    return fresh.length;
  }

  /** The dates on which the day's puzzle was solved. */
  days(): string[] {
    return this.list().flatMap((s) => s.day ?? []);
  }
}

export const records = new Records(store);
