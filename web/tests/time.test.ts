// Dates and streaks over midnight, daylight saving time, time zones and wrong clocks.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { today } from '../src/app/today.svelte';
import { dayNumber, isoDay, parseDay, streakOf, weeksOf } from '../src/model/dates';

const zone = process.env.TZ;

afterEach(() => {
  vi.useRealTimers();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('today', () => {
  it('follows the clock over midnight, and a phone that has slept for days', () => {
    process.env.TZ = 'Europe/Berlin';
    vi.useFakeTimers({ now: Date.parse('2026-11-16T22:59:59Z') });
    expect(today()).toBe('2026-11-16');
    vi.advanceTimersByTime(1000);
    expect(today()).toBe('2026-11-17');
    vi.setSystemTime(Date.parse('2026-11-20T07:00:00Z'));
    expect(today()).toBe('2026-11-20');
  });

  it('is the date of the place, also after a flight', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-16T12:00:00Z') });
    for (const [place, date] of [
      ['Europe/Berlin', '2026-11-16'],
      ['Pacific/Auckland', '2026-11-17'],
      ['Pacific/Honolulu', '2026-11-16'],
      ['Pacific/Kiritimati', '2026-11-17'],
    ]) {
      process.env.TZ = place;
      expect(today(), place).toBe(date);
    }
  });

  it('has one date for every hour of the days on which clocks are changed', () => {
    for (const [place, from] of [
      ['Europe/Berlin', '2026-03-28T23:00:00Z'],
      ['Europe/Berlin', '2026-10-24T22:00:00Z'],
      ['America/Sao_Paulo', '2018-11-04T03:00:00Z'], // has no midnight
    ]) {
      process.env.TZ = place;
      const start = Date.parse(from);
      const dates = Array.from({ length: 23 }, (_, h) => isoDay(new Date(start + h * 3_600_000)));
      expect(new Set(dates).size, place).toBe(1);
      const next = isoDay(new Date(start + 25 * 3_600_000));
      expect(dayNumber(next) - dayNumber(dates[0])).toBe(1);
      expect(isoDay(parseDay(dates[0])!)).toBe(dates[0]);
      const [year, month] = dates[0].split('-').map(Number);
      const month0 = weeksOf(year, month - 1)
        .flat()
        .filter(Boolean)
        .map((date) => isoDay(date!));
      expect(new Set(month0).size).toBe(month0.length);
      expect(month0).toContain(dates[0]);
    }
  });
});

describe('a streak', () => {
  const days = ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'];

  it('counts every day once, also over a change of the clocks', () => {
    process.env.TZ = 'Europe/Berlin';
    expect(streakOf(days, '2026-10-26')).toEqual({ current: 4, best: 4 });
    expect(streakOf([...days, ...days, days[3]], '2026-10-26')).toEqual({ current: 4, best: 4 });
  });

  it('is not pinned by a day under a wrong date, before or after that date', () => {
    const wrong = [...days, '2031-01-01'];
    expect(streakOf(wrong, '2026-10-26').current).toBe(4);
    expect(streakOf([...wrong, '2026-10-27'], '2026-10-27').current).toBe(5);
    expect(streakOf(['2001-01-01', ...days], '2026-10-26')).toEqual({ current: 4, best: 4 });
    // Years later the wrong date is a day like others, and ends nothing.
    expect(streakOf(wrong, '2031-01-02').best).toBe(4);
  });

  it('ends after two missed days, however the zone changes', () => {
    for (const place of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
      process.env.TZ = place;
      expect(streakOf(days, '2026-10-28').current).toBe(4);
      expect(streakOf(days, '2026-10-29').current).toBe(0);
    }
  });
});
