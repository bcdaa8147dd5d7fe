// The playback of the lab. All runs of the page share it, with the same number of steps per
// second, so the shortest run ends first.

import { Player } from '../ui/player.svelte';

/** Steps per second. */
export const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

/** The default duration of a playback, in seconds. */
const PLEASANT = 12;

export class Playback extends Player {
  constructor() {
    super(20);
  }

  /** Extends the playback to a run of a number of steps. */
  include(length: number): void {
    if (length <= this.length) return;
    this.length = length;
    this.speed = [...SPEEDS].find((s) => s * PLEASANT >= length) ?? SPEEDS[SPEEDS.length - 1];
  }

  reset(): void {
    this.pause();
    this.length = 0;
    this.seek(0);
  }

  /** Selects the next higher or lower speed. */
  change(by: 1 | -1): void {
    const at = SPEEDS.findIndex((s) => s >= this.speed);
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))];
  }
}
