// The playback clock. All runs of the page share it, with the same number of steps per
// second, so the shortest run ends first.

/** Steps per second. */
export const SPEEDS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const;

/** The default duration of a playback, in seconds. */
const PLEASANT = 12;

/** After a pause of the page (another tab) playback continues where it was. */
const LONGEST_FRAME_MS = 100;

export class Player {
  step = $state(0);
  playing = $state(false);
  speed = $state<number>(20);
  length = $state(0);
  private exact = 0;
  private frame = 0;
  private last = 0;

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

  seek(step: number): void {
    this.exact = Math.min(this.length, Math.max(0, Math.round(step)));
    this.step = this.exact;
  }

  /** Moves by a number of steps and pauses. */
  move(steps: number): void {
    this.pause();
    this.seek(this.step + steps);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.playing || this.length === 0) return;
    if (this.step >= this.length) this.seek(0);
    this.playing = true;
    this.last = performance.now();
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  pause(): void {
    this.playing = false;
    cancelAnimationFrame(this.frame);
  }

  /** Selects the next higher or lower speed. */
  change(by: 1 | -1): void {
    const at = SPEEDS.findIndex((s) => s >= this.speed);
    this.speed = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))];
  }

  private tick(now: number): void {
    const ms = Math.min(LONGEST_FRAME_MS, Math.max(0, now - this.last));
    this.last = now;
    this.exact = Math.min(this.length, this.exact + (ms * this.speed) / 1000);
    this.step = Math.floor(this.exact);
    if (this.step >= this.length) this.playing = false;
    else this.frame = requestAnimationFrame((next) => this.tick(next));
  }
}
