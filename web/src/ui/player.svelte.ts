// A playback by steps: play, pause, step, seek and speed. Fast steps share frames; a slow step
// has a timer, and the first one is taken at once.

/** Slower steps, per second, have a timer each. */
const FRAMED = 10;

/** After a pause of the page (another tab) playback continues where it was. */
const LONGEST_FRAME_MS = 100;

export class Player {
  step = $state(0);
  playing = $state(false);
  length = $state(0);
  private pace = $state(0);
  private exact = 0;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  constructor(
    speed: number,
    length = 0,
    /** Called when the playback has come to its end by itself. */
    private readonly onend: () => void = () => undefined,
  ) {
    this.pace = speed;
    this.length = length;
  }

  /** Steps per second. */
  get speed(): number {
    return this.pace;
  }

  set speed(speed: number) {
    this.pace = speed;
    if (this.playing) this.wait();
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
    if (this.pace < FRAMED) this.advance(1);
    else this.wait();
  }

  pause(): void {
    this.playing = false;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  private wait(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.last = performance.now();
    if (this.pace < FRAMED) this.timer = setTimeout(() => this.advance(1), 1000 / this.pace);
    else this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    const ms = Math.min(LONGEST_FRAME_MS, Math.max(0, now - this.last));
    this.advance((ms * this.pace) / 1000);
    this.last = now;
  }

  private advance(steps: number): void {
    this.exact = Math.min(this.length, this.exact + steps);
    this.step = Math.floor(this.exact);
    if (this.step < this.length) return this.wait();
    this.playing = false;
    this.onend();
  }
}
