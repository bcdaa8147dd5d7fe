// Calendar dates without time zone, and streaks of days.

const DAY_MS = 86_400_000;

const two = (n: number) => String(n).padStart(2, '0');

/** The local date as 2026-11-16. */
export const isoDay = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Noon of a date; undefined for invalid dates. */
export function parseDay(text: string): Date | undefined {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (!day) return undefined;
  const date = new Date(year, month - 1, day, 12);
  return isoDay(date) === text ? date : undefined;
}

/** The number of days since 1970, independent of daylight saving time. */
export const dayNumber = (iso: string): number => Date.parse(iso + 'T00:00:00Z') / DAY_MS;

export interface Streak {
  /** The length of the current streak. */
  readonly current: number;
  readonly best: number;
}

/** The largest distance of two days in a streak: one missed day is forgiven. */
const REACH = 2;

/**
 * The streak of days on which the puzzle of the day was solved. One missed day does not end
 * it but does not count; two do end it. Today may still follow.
 */
export function streakOf(days: Iterable<string>, today: string): Streak {
  // A day that is still to come was solved under a wrong date.
  const past = [...new Set(days)].filter((day) => day <= today);
  const solved = past.map(dayNumber).sort((a, b) => a - b);
  let [run, best] = [0, 0];
  solved.forEach((day, i) => {
    run = i > 0 && day - solved[i - 1] <= REACH ? run + 1 : 1;
    best = Math.max(best, run);
  });
  const alive = solved.length > 0 && dayNumber(today) - solved[solved.length - 1] <= REACH;
  return { current: alive ? run : 0, best };
}

/** The weeks of a month, Monday first, without days of other months. */
export function weeksOf(year: number, month: number): (Date | undefined)[][] {
  const first = new Date(year, month, 1, 12);
  const lead = (first.getDay() + 6) % 7;
  const length = new Date(year, month + 1, 0, 12).getDate();
  const cells = Array.from({ length: Math.ceil((lead + length) / 7) * 7 }, (_, i) => {
    const day = i - lead + 1;
    return day >= 1 && day <= length ? new Date(year, month, day, 12) : undefined;
  });
  return Array.from({ length: cells.length / 7 }, (_, w) => cells.slice(w * 7, w * 7 + 7));
}
