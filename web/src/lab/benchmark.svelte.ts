// A benchmark in the page. Runs are made one by one in a worker of its own, so that they do
// not disturb each other. Results are shown as they come and kept after cancelling.

import { troubleText } from '../engine/task.svelte';
import { toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import { t } from '../i18n/i18n.svelte';
import { randomBoards } from './boardChoice.svelte';
import {
  type BenchRun,
  boardsOf,
  givesUp,
  type Plan,
  type RunOutcome,
  sideOf,
} from './benchmarkPlan';
import { LateError, Workers } from './workerPool';

interface MeasureAnswer {
  outcome: RunOutcome;
  status: string;
  reason?: string;
  time_ms: number;
  repeats: number;
  nodes: number;
  stats: { guesses: number; conflicts: number; checks?: number; looks?: number };
  fault?: string;
}

/** Wait this much longer than the time limit; then the worker is considered stuck. */
const GRACE_MS = 15_000;

const NOTHING = {
  status: '',
  reason: '',
  ms: 0,
  repeats: 0,
  nodes: 0,
  looks: 0,
  guesses: 0,
  conflicts: 0,
  checks: 0,
  fault: '',
};

export class Benchmark {
  state = $state<'idle' | 'running' | 'done' | 'cancelled' | 'failed'>('idle');
  plan = $state.raw<Plan>();
  runs = $state.raw<readonly BenchRun[]>([]);
  /** What is being measured. */
  now = $state('');
  message = $state('');
  private readonly workers = new Workers();
  private abort = new AbortController();

  get total(): number {
    const { plan } = this;
    return plan
      ? plan.sides.reduce((sum, side) => sum + plan.methods.length * boardsOf(plan, side), 0)
      : 0;
  }

  cancel(): void {
    this.abort.abort();
  }

  async start(plan: Plan): Promise<void> {
    this.plan = plan;
    this.runs = [];
    this.message = '';
    this.state = 'running';
    this.abort = new AbortController();
    const { signal } = this.abort;
    try {
      await this.measureAll(plan, signal);
      this.state = 'done';
    } catch (e) {
      this.state = signal.aborted ? 'cancelled' : 'failed';
      if (!signal.aborted) this.message = troubleText(e);
    } finally {
      this.now = '';
      this.workers.close();
    }
  }

  private async measureAll(plan: Plan, signal: AbortSignal): Promise<void> {
    const done: string[] = [];
    await this.workers.start(0, signal);
    for (const side of plan.sides) {
      const board = { width: side, height: side, density: plan.first, seed: plan.seed };
      // The boards of nonogram bench.
      const puzzles =
        plan.puzzles?.filter((p) => sideOf(p) === side) ??
        (await randomBoards(board, plan.boards, plan.last, signal));
      for (const [i, puzzle] of puzzles.entries()) {
        for (const method of plan.methods) {
          const size = `${puzzle.width}×${puzzle.height}`;
          const at = { size, board: i + 1, boards: puzzles.length };
          this.now = t('{method} on {size}, board {board} of {boards}', { method, ...at });
          const run = done.includes(method)
            ? { ...NOTHING, method, side, size, board: i + 1, outcome: 'skipped' as const }
            : await this.measure(plan, method, side, i + 1, puzzle, signal);
          this.runs = [...this.runs, run];
          const here = this.runs.filter((r) => r.method === method && r.side === side);
          if (givesUp(here, puzzles.length)) done.push(method);
        }
      }
    }
  }

  private async measure(
    plan: Plan,
    method: string,
    side: number,
    board: number,
    puzzle: Puzzle,
    signal: AbortSignal,
  ): Promise<BenchRun> {
    const ms = plan.seconds * 1000;
    const request = {
      puzzle: toJSON(puzzle),
      method,
      limit: plan.limit,
      timeout_ms: ms,
      seed: board,
    };
    const named = { ...NOTHING, method, side, size: `${puzzle.width}×${puzzle.height}`, board };
    try {
      const a = await this.workers.ask<MeasureAnswer>(0, 'measure', request, {
        signal,
        within: ms + GRACE_MS,
      });
      return {
        ...named,
        outcome: a.outcome,
        status: a.status,
        reason: a.reason ?? '',
        ms: a.time_ms,
        repeats: a.repeats,
        nodes: a.nodes,
        looks: a.stats.looks ?? 0,
        guesses: a.stats.guesses,
        conflicts: a.stats.conflicts,
        checks: a.stats.checks ?? 0,
        fault: a.fault ?? '',
      };
    } catch (e) {
      signal.throwIfAborted();
      if (e instanceof LateError)
        return { ...named, outcome: 'timed out', status: 'undecided', reason: 'time', ms };
      const fault = e instanceof Error ? e.message : String(e);
      return { ...named, outcome: 'failed', fault };
    }
  }
}
