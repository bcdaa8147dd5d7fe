// Steps through an explanation by hand or automatically. Position 0 is the board before the
// first step.

import { blankGrid } from '../model/grid';
import type { Puzzle } from '../model/puzzle';
import type { Explanation, Step } from '../engine/solve';

/** The duration of a step at normal speed. */
const STEP_MS = 1600;
export const SPEEDS = [0.5, 1, 2, 4, 8] as const;

export class StepPlayer {
  at = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly puzzle: Puzzle,
    readonly explanation: Explanation,
  ) {}

  get length(): number {
    return this.explanation.steps.length;
  }

  /** The step that led to this position; undefined at the beginning. */
  get step(): Step | undefined {
    return this.explanation.steps[this.at - 1];
  }

  /** The board at this position. */
  readonly cells = $derived.by(() => this.boardAt(this.at));

  boardAt(position: number): Uint8Array {
    const cells = blankGrid(this.puzzle);
    for (const step of this.explanation.steps.slice(0, position)) {
      for (const { cell, color } of step.marks) cells[cell] = color;
    }
    return cells;
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.length, to));
    if (this.at === this.length) this.pause();
    else if (this.playing) this.wait();
  }

  play(): void {
    if (this.length === 0) return;
    if (this.at === this.length) this.at = 0;
    this.playing = true;
    this.go(this.at + 1);
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.go(this.at + 1), STEP_MS / this.speed);
  }
}
