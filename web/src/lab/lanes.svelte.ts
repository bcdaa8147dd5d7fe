// Runs of methods on a board, side by side. A run is first recorded for up to a second, so
// there is something to watch even if it never ends. Then it runs again without recording,
// for the answer and the time. Short runs are timed one after the other, because they would
// disturb each other.

import type { Progress } from '../engine/client';
import { troubleText } from '../engine/task.svelte';
import { toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import type { SolveAnswer, Stats } from '../model/schema';
import { msg } from '../i18n/languages';
import { t } from '../i18n/i18n.svelte';
import { baseName, type Method, warning } from './methods';
import { Replay } from './replay';
import { timeText } from './stats';
import type { Trace } from './trace';
import { SerialQueue } from './serialQueue';
import { LateError, type Workers } from './workerPool';

/** The number of recorded steps. More would take megabytes and could not be watched. */
export const MAX_STEPS = 20_000;
const RECORD_MS = 1000;
/**
 * The best of this many timings counts, because the first ones are slow until the code is
 * compiled.
 */
const TIMINGS = 2;
/** A run this long is timed only once. */
const LONG_MS = 200;
/** Wait this much longer than the time limit; then the worker is considered stuck. */
const GRACE_MS = 15_000;

type Status = SolveAnswer['status'];

/** The answer of `measure`, an operation that only the browser's engine has. */
interface MeasureAnswer {
  readonly status: Status;
  readonly reason?: string;
  readonly time_ms: number;
  readonly stats: Stats;
}

/** The final result of a run. */
export interface Outcome {
  readonly status: Status;
  readonly reason?: string;
  /** The time; a lower bound if the run was cut off. */
  readonly ms: number;
  readonly cut: boolean;
  readonly stats: Stats;
}

export interface Task {
  readonly puzzle: Puzzle;
  /** 1 to find any solution, 2 to decide whether it is unique. */
  readonly limit: number;
  readonly seed: number;
  readonly seconds: number;
}

export type LaneState =
  | 'warned' // waits until the user confirms the run
  | 'recording'
  | 'running'
  | 'done'
  | 'cancelled'
  | 'failed';

export class Lane {
  state = $state<LaneState>('recording');
  replay = $state.raw<Replay>();
  /** The number of steps seen so far; of the whole run if `exact`. */
  seen = $state(0);
  exact = $state(false);
  outcome = $state.raw<Outcome>();
  progress = $state.raw<Progress>();
  message = $state('');
  private abort = new AbortController();

  constructor(
    readonly label: string,
    readonly method: Method,
    readonly task: Task,
    private readonly workers: Workers,
    private readonly number: number,
    private readonly turns: SerialQueue,
  ) {
    if (this.warning) this.state = 'warned';
  }

  get warning(): string | undefined {
    const { width, height } = this.task.puzzle;
    return warning(this.method, this.label, width, height);
  }

  get busy(): boolean {
    return this.state === 'recording' || this.state === 'running';
  }

  get length(): number {
    return this.replay?.length ?? 0;
  }

  /** Steps that were made but not recorded. */
  get unrecorded(): number {
    return Math.max(0, this.seen - this.length);
  }

  async run(): Promise<void> {
    this.abort = new AbortController();
    this.state = 'recording';
    try {
      // Starting is not part of the run's time limit.
      await this.workers.start(this.number, this.abort.signal);
      const recorded = await this.record();
      this.state = 'running';
      const cut = recorded.reason === 'time';
      this.outcome = cut ? await this.finish() : await this.turns.take(() => this.time());
      this.state = 'done';
    } catch (e) {
      this.fail(e);
    }
  }

  cancel(): void {
    this.abort.abort(new CancelledError());
  }

  private ask<T>(operation: string, ms: number, extra: object): Promise<T> {
    const { puzzle, limit, seed } = this.task;
    const request = {
      puzzle: toJSON({ ...puzzle, title: undefined, author: undefined }),
      method: this.label,
      limit,
      seed,
      timeout_ms: ms,
      ...extra,
    };
    return this.workers.ask<T>(this.number, operation, request, {
      signal: this.abort.signal,
      within: ms + GRACE_MS,
      onProgress: (progress) => {
        this.progress = progress;
        this.seen = Math.max(this.seen, progress.steps);
      },
    });
  }

  private async record(): Promise<SolveAnswer> {
    const ms = Math.min(RECORD_MS, this.task.seconds * 1000);
    const answer = await this.ask<SolveAnswer>('solve', ms, { trace: MAX_STEPS });
    this.replay = new Replay(this.task.puzzle, (answer.trace ?? { events: [], seen: 0 }) as Trace);
    this.seen = answer.trace?.seen ?? 0;
    this.exact = answer.reason !== 'time';
    return answer;
  }

  /** Times a run that ends soon. */
  private async time(): Promise<Outcome> {
    let least: MeasureAnswer | undefined;
    for (let i = 0; i < TIMINGS && (least?.time_ms ?? 0) < LONG_MS; i++) {
      this.abort.signal.throwIfAborted();
      const answer = await this.ask<MeasureAnswer>('measure', this.task.seconds * 1000, {});
      if (!least || answer.time_ms < least.time_ms) least = answer;
    }
    const { status, reason, time_ms, stats } = least!;
    return { status, reason, ms: time_ms, cut: isCut(status, reason), stats };
  }

  /** Runs the method to its end or to the time limit. */
  private async finish(): Promise<Outcome> {
    const { status, reason, elapsed_ms, stats } = await this.ask<SolveAnswer>(
      'solve',
      this.task.seconds * 1000,
      {},
    );
    return { status, reason, ms: elapsed_ms, cut: isCut(status, reason), stats };
  }

  private fail(e: unknown): void {
    this.state = e instanceof CancelledError ? 'cancelled' : 'failed';
    this.message = e instanceof CancelledError ? '' : reasonOf(e);
  }

  /** Reports whether a step of the replay is before its end. */
  replaying(step: number): boolean {
    return this.state === 'done' && step < this.length;
  }

  /** The state as a sentence. A replay does not tell the answer before it has come to it. */
  verdictAt(step: number): string {
    if (!this.replaying(step)) return this.verdict;
    return t('Step {at} of {all}', { at: step, all: this.length });
  }

  /** The steps as a file, with what repeats the run. */
  get traceJSON(): string {
    const { puzzle, limit, seed } = this.task;
    const { events = [], seen = 0 } = this.replay?.trace ?? {};
    const run = { method: this.label, limit, seed, puzzle: toJSON(puzzle), seen, events };
    return JSON.stringify(run, undefined, 1) + '\n';
  }

  private get verdict(): string {
    switch (this.state) {
      case 'warned':
        return this.warning ?? '';
      case 'recording':
        return t('Starting');
      case 'running':
        return t('Running');
      case 'cancelled':
        return t('Cancelled');
      case 'failed':
        return this.message;
      case 'done':
        return verdictOf(this.outcome!);
    }
  }
}

/** Reports whether a run was cut off. */
const isCut = (status: Status, reason?: string): boolean =>
  status === 'undecided' && reason !== 'stalled';

class CancelledError extends Error {
  override name = 'CancelledError';
}

function reasonOf(e: unknown): string {
  if (e instanceof LateError) return t('It did not answer in time and was ended.');
  return troubleText(e);
}

const VERDICTS: Record<Status, string> = {
  unique: msg('Solved, and the solution is the only one'),
  multiple: msg('Found two solutions'),
  unsolvable: msg('Proved that there is no solution'),
  solved: msg('Found a solution'),
  undecided: msg('Not decided'),
};

function verdictOf({ status, reason, ms }: Outcome): string {
  if (reason === 'stalled') return t('Stalled: it knows no more');
  if (reason === 'memory') return t('Out of memory after {time}', { time: timeText(ms) });
  if (reason === 'time') return t('Gave up after {time}', { time: timeText(ms) });
  return t(VERDICTS[status]);
}

/** Makes a lane for each label of a known method. */
export function makeLanes(
  labels: readonly string[],
  methods: readonly Method[],
  task: Task,
  workers: Workers,
): Lane[] {
  const turns = new SerialQueue();
  return labels.flatMap((label, number) => {
    const method = methods.find((m) => m.name === baseName(label));
    return method ? [new Lane(label, method, task, workers, number, turns)] : [];
  });
}
