// Scales of charts, ticks, and labels that do not overlap.

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Maps a value to 0 (low end) to 1 (high end). */
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** A logarithmic scale from power of ten to power of ten that contains all values. */
export function logScale(values: readonly number[]): Scale {
  const positive = values.filter((v) => v > 0);
  const least = positive.length > 0 ? Math.min(...positive) : 1;
  const most = positive.length > 0 ? Math.max(...positive) : 10;
  const from = Math.floor(Math.log10(least) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(most) - 1e-9));
  // At most seven labels fit on a phone.
  const every = Math.ceil((to - from + 1) / 7);
  const ticks: number[] = [];
  for (let power = from; power <= to; power += every) ticks.push(10 ** power);
  const low = 10 ** from;
  const high = 10 ** to;
  const at = (value: number) =>
    value <= 0 ? 0 : Math.min(1, Math.max(0, (Math.log10(value) - from) / (to - from)));
  return { low, high, at, ticks };
}

/** A linear scale with some room at both ends. */
export function linearScale(values: readonly number[]): Scale {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const room = Math.max(0.5, (most - least) * 0.04);
  const [low, high] = [least - room, most + room];
  return { low, high, ticks: values, at: (value) => (value - low) / (high - low) };
}

/**
 * Moves labels apart until they are `height` apart, as little as possible, between `low`
 * and `high`, keeping their order.
 */
export function spread(
  wanted: readonly number[],
  height: number,
  low: number,
  high: number,
): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const placed = [...wanted];
  let free = low;
  for (const i of order) {
    placed[i] = Math.max(placed[i], free);
    free = placed[i] + height;
  }
  let end = high;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i], end);
    end = placed[i] - height;
  }
  return placed;
}

/** Markers that differ in shape: paths around the origin with a radius of about 5. */
export const MARKERS: readonly string[] = [
  'M5 0A5 5 0 1 1-5 0 5 5 0 1 1 5 0z',
  'M-4.5-4.5h9v9h-9z',
  'M0-5.5 5.2 4.2h-10.4z',
  'M0-6 6 0 0 6-6 0z',
  'M0 5.5-5.2-4.2h10.4z',
  'M-1.7-5.5h3.4v3.8h3.8v3.4h-3.8v3.8h-3.4v-3.8h-3.8v-3.4h3.8z',
  'M0-6 1.8-1.9 6-1.6 2.8 1.3 3.8 5.6 0 3.3-3.8 5.6-2.8 1.3-6-1.6-1.8-1.9z',
  'M-5-2.9 0-5.8 5-2.9v5.8l-5 2.9-5-2.9z',
];
