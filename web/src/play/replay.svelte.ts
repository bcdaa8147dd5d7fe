// Replays a game stroke by stroke, from the blank board to the picture.

import { blankGrid } from '../model/grid';
import type { Puzzle } from '../model/puzzle';
import type { Entry } from '../games/history';

/** The longest duration of a replay, and of one stroke. */
const LONGEST_MS = 12_000;
const SLOWEST_MS = 250;

export class Replay {
  readonly cells: Uint8Array;
  revision = $state(0);
  done = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    puzzle: Puzzle,
    private readonly entries: readonly Entry[],
    private readonly onend: () => void,
  ) {
    this.cells = blankGrid(puzzle);
    this.tick();
  }

  get total(): number {
    return this.entries.length;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private tick(): void {
    this.timer = setTimeout(
      () => {
        if (this.done === this.entries.length) return this.onend();
        for (const { cell, to } of this.entries[this.done].changes) this.cells[cell] = to;
        this.done++;
        this.revision++;
        this.tick();
      },
      Math.min(SLOWEST_MS, LONGEST_MS / (this.entries.length + 1)),
    );
  }
}
