// One puzzle being solved: the search with its progress, what came of it, and what can
// be asked afterwards: which lines are to blame, how many solutions there are, how a
// person would do it. Everything can be cancelled, which ends the engine's worker.

import type { LineName } from '../engine/operations';
import type { Puzzle } from '../model/puzzle';
import { askCount, askExplain, askSolve, differing, linesIn, type Solved } from '../engine/solve';
import { Task } from '../engine/task.svelte';
import { StepPlayer } from './stepPlayer.svelte';

/** After this a search gives up, and asks whether to go on. */
const PATIENCE_MS = 15_000;
/** What finding the line to blame may take. */
const BLAME_MS = 5_000;

export class SolveState {
  search = $state.raw<Task<Solved>>() as Task<Solved>;
  count = $state.raw<Task<{ count: string; exact: boolean }>>();
  explaining = $state.raw<Task<StepPlayer>>();
  /** Which of the solutions is shown. */
  shown = $state(0);
  /** The lines that cannot be filled, where the puzzle has no solution. */
  blamed = $state.raw<readonly LineName[]>([]);
  private blaming: Task<readonly LineName[]> | undefined;

  constructor(readonly puzzle: Puzzle) {
    this.run(PATIENCE_MS);
  }

  get result(): Solved | undefined {
    return this.search.answer;
  }

  readonly differing = $derived.by(() => differing(this.result?.solutions ?? []));

  /** Searches, for a time or until it is told to stop. */
  run(timeout: number): void {
    this.stop();
    this.shown = 0;
    this.blamed = [];
    this.search = new Task(
      (signal, onProgress) => askSolve(this.puzzle, { signal, onProgress, timeout }),
      (solved) => this.blame(solved),
    );
  }

  countAll(): void {
    this.count = new Task((signal, onProgress) => askCount(this.puzzle, { signal, onProgress }));
  }

  explain(): void {
    this.explaining?.cancel();
    this.explaining = new Task(async (signal, onProgress) => {
      const explanation = await askExplain(this.puzzle, { signal, onProgress, timeout: 0 });
      return new StepPlayer(this.puzzle, explanation);
    });
  }

  /** Ends everything; also when the page is left. */
  stop(): void {
    this.search?.cancel();
    this.count?.cancel();
    this.explaining?.cancel();
    this.explaining?.answer?.pause();
    this.blaming?.cancel();
  }

  /** Finds the lines that make a puzzle impossible. */
  private blame({ status, reason }: Solved): void {
    if (status !== 'unsolvable') return;
    this.blamed = linesIn(reason);
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
