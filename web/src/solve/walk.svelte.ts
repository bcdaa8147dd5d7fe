// A walk through an explanation, by hand or by itself. Step 0 is the board before the first
// step.

import { blankGrid } from '../model/grid';
import type { Puzzle } from '../model/puzzle';
import type { Explanation, Step } from '../engine/solve';
import { Player } from '../ui/player.svelte';

/** Steps per second at normal speed, and the speeds relative to it. */
const NORMAL = 0.625;
export const SPEEDS = [0.5, 1, 2, 4, 8].map((times) => ({
  value: times * NORMAL,
  label: `${times}×`,
}));

export class Walk {
  readonly player: Player;

  constructor(
    readonly puzzle: Puzzle,
    readonly explanation: Explanation,
  ) {
    this.player = new Player(NORMAL, explanation.steps.length);
  }

  /** The step that led to this board; undefined at the beginning. */
  get step(): Step | undefined {
    return this.explanation.steps[this.player.step - 1];
  }

  /** The board now. */
  readonly cells = $derived.by(() => {
    const cells = blankGrid(this.puzzle);
    for (const step of this.explanation.steps.slice(0, this.player.step))
      for (const { cell, color } of step.marks) cells[cell] = color;
    return cells;
  });
}
