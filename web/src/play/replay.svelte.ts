// Replays a game stroke by stroke, from the blank board to the picture.

import { blankGrid } from '../model/grid';
import type { Puzzle } from '../model/puzzle';
import type { Entry } from '../games/history';
import { Player } from '../ui/player.svelte';

/** The longest duration of a replay, in seconds, and the least strokes per second. */
const LONGEST = 12;
const SLOWEST = 4;

/** The strokes per second of a replay of some steps. */
export const paceOf = (steps: number): number => Math.max(SLOWEST, steps / LONGEST);

export class Replay {
  private readonly player: Player;

  constructor(
    private readonly puzzle: Puzzle,
    private readonly entries: readonly Entry[],
    onend: () => void,
  ) {
    // The last step shows the board that the last stroke has left.
    const steps = entries.length + 1;
    this.player = new Player(paceOf(steps), steps, onend);
    this.player.play();
  }

  /** The board now. */
  readonly cells = $derived.by(() => {
    const cells = blankGrid(this.puzzle);
    for (const { changes } of this.entries.slice(0, this.player.step))
      for (const { cell, to } of changes) cells[cell] = to;
    return cells;
  });

  stop(): void {
    this.player.pause();
  }
}
