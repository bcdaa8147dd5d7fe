// Statistics of runs of which some were cut off. A run at its time limit takes at least
// that long. It is not left out, which would flatter the method; instead every figure that
// depends on it is a lower bound. The rules are those of package bench.

import { formatNumber } from '../i18n/i18n.svelte';

export interface Measured {
  readonly value: number;
  /** The value is a lower bound. */
  readonly atLeast: boolean;
}

export interface Statistics {
  readonly mean: Measured;
  readonly median: Measured;
  readonly min: Measured;
  readonly max: Measured;
}

/**
 * Summarizes values; undefined if there are none. Skipped runs count in no figure but make
 * figures that they could have increased lower bounds. The median and the minimum are exact
 * only if no lower bound is in their place.
 */
export function summarize(values: readonly Measured[], skipped = 0): Statistics | undefined {
  if (values.length === 0) return undefined;
  const known = values.map((v) => v.value).sort(up);
  const ranked = [
    ...new Array<number>(skipped).fill(Infinity),
    ...values.map((v) => (v.atLeast ? Infinity : v.value)),
  ].sort(up);
  const bounded = ranked[ranked.length - 1] === Infinity;
  return {
    mean: { value: values.reduce((s, v) => s + v.value, 0) / known.length, atLeast: bounded },
    median: exactOr(middle(ranked), middle(known)),
    min: exactOr(ranked[0], known[0]),
    max: { value: known[known.length - 1], atLeast: bounded },
  };
}

const up = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

const exactOr = (value: number, bound: number): Measured =>
  value === Infinity ? { value: bound, atLeast: true } : { value, atLeast: false };

/** The median of sorted values. */
function middle(sorted: readonly number[]): number {
  const n = sorted.length;
  return (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
}

/** A count as text: 950, 12,400, 3.2 million. */
export const countText = (n: number): string =>
  formatNumber(n, {
    maximumFractionDigits: 1,
    ...(n < 1e6 ? {} : { notation: 'compact', compactDisplay: 'long' }),
  });

/** A time in milliseconds as text with about three digits. */
export function timeText(ms: number): string {
  if (ms < 0.9995) return `${digits(ms * 1000)} µs`;
  return ms < 999.5 ? `${digits(ms)} ms` : `${digits(ms / 1000)} s`;
}

const digits = (n: number): string => formatNumber(n, { maximumSignificantDigits: 3 });

export const measuredText = (m: Measured, text: (n: number) => string): string =>
  (m.atLeast ? '> ' : '') + text(m.value);
