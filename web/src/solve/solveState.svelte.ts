// The state of solving one puzzle: the search with its progress, the result, and follow-up
// questions: which lines cannot be filled, how many solutions there are, how to explain it.
// Everything can be cancelled.

import { ask } from '../engine/operations';
import type { LineName } from '../model/grid';
import { toJSON } from '../model/json';
import type { Level } from '../model/level';
import type { Puzzle } from '../model/puzzle';
import { askCount, askExplain, askSolve, differing, linesIn, type Solved } from '../engine/solve';
import { Task } from '../engine/task.svelte';
import { Walk } from './walk.svelte';

/** The time limit of a search, after which the player can continue it. */
const PATIENCE_MS = 15_000;
/** The time limit for finding the lines to blame, and for rating. */
const BLAME_MS = 5_000;

export class SolveState {
  search = $state.raw<Task<Solved>>() as Task<Solved>;
  count = $state.raw<Task<{ count: string; exact: boolean }>>();
  explaining = $state.raw<Task<Walk>>();
  /** The index of the solution on display. */
  shown = $state(0);
  /** The lines that cannot be filled, if the puzzle has no solution. */
  blamed = $state.raw<readonly LineName[]>([]);
  /** The difficulty of a puzzle with one solution. */
  level = $state<Level>();
  private rating: Task<string | undefined> | undefined;
  private blaming: Task<readonly LineName[]> | undefined;

  constructor(readonly puzzle: Puzzle) {
    this.run(PATIENCE_MS);
  }

  get result(): Solved | undefined {
    return this.search.answer;
  }

  readonly differing = $derived.by(() => differing(this.result?.solutions ?? []));

  /** Searches with a time limit; 0 means none. */
  run(timeout: number): void {
    this.stop();
    this.shown = 0;
    this.blamed = [];
    this.search = new Task(
      (signal, onProgress) => askSolve(this.puzzle, { signal, onProgress, timeout }),
      (solved) => {
        this.blame(solved);
        this.rate(solved);
      },
    );
  }

  countAll(): void {
    this.count = new Task((signal, onProgress) => askCount(this.puzzle, { signal, onProgress }));
  }

  explain(): void {
    this.explaining?.cancel();
    this.explaining = new Task(async (signal, onProgress) => {
      const explanation = await askExplain(this.puzzle, { signal, onProgress, timeout: 0 });
      return new Walk(this.puzzle, explanation);
    });
  }

  /** Cancels everything. */
  stop(): void {
    this.search?.cancel();
    this.count?.cancel();
    this.explaining?.cancel();
    this.explaining?.answer?.player.pause();
    this.blaming?.cancel();
    this.rating?.cancel();
  }

  private rate({ status }: Solved): void {
    if (status !== 'unique') return;
    this.rating = new Task(
      async (signal) =>
        (await ask('rate', { puzzle: toJSON(this.puzzle), timeout_ms: BLAME_MS }, { signal }))
          .level,
      (level) => (this.level = level as Level | undefined),
    );
  }

  /** Finds the lines that make a puzzle impossible. */
  private blame({ status, reason }: Solved): void {
    if (status !== 'unsolvable') return;
    this.blamed = linesIn(this.puzzle, reason);
    if (reason) return;
    this.blaming = new Task(
      async (signal) => {
        const { broken } = await askExplain(this.puzzle, { signal, timeout: BLAME_MS });
        return broken ? [broken] : [];
      },
      (lines) => (this.blamed = lines),
    );
  }
}
