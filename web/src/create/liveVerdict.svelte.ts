// The live verdict on a picture: whether its clues have only this solution, and how hard it
// is. It runs in the worker after every stroke. Only the latest picture counts: answers
// about older ones are dropped, and a long search is cancelled when a newer picture waits.
// The verdict comes from solve, which mostly takes milliseconds; rate then adds the
// difficulty.

import { ask } from '../engine/operations';
import { toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import type { Level } from '../model/level';
import type { Rate } from '../model/schema';
import { askSolve, differing, LISTED } from '../engine/solve';
import { loadTechniqueNames, techniqueName } from '../engine/techniqueNames.svelte';
import { plural, t } from '../i18n/i18n.svelte';

/** The rating of a puzzle with one solution, which always has a level. */
export type Rating = Rate & { level: Level; hardest: string };

export type Verdict =
  | { readonly kind: 'blank' }
  /** One solution. `lines` reports whether single lines are enough to find it. */
  | { readonly kind: 'unique'; readonly lines: boolean; readonly open: number }
  | {
      readonly kind: 'ambiguous';
      readonly cells: readonly number[];
      readonly solutions: number;
      /** There may be more solutions than were searched for. */
      readonly more: boolean;
    }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The time limits of the engine. */
const SOLVE_MS = 4000;
const RATE_MS = 4000;
/** The extra time of a search while a newer picture waits. */
const GRACE_MS = 150;
/** Without an answer after this time the page says that it is thinking. */
const THINKING_MS = 300;

/** The name of the performance measure from a stroke to its verdict. */
export const VERDICT_MEASURE = 'verdict';

export class LiveVerdict {
  verdict = $state.raw<Verdict>({ kind: 'blank' });
  rating = $state.raw<Rating>();
  /** The verdict is about the current picture. */
  current = $state(true);
  /** The verdict takes so long that the page says so. */
  thinking = $state(false);
  /** The time from the last stroke to its verdict. */
  latency = $state(0);

  private waiting: { puzzle: Puzzle; since: number } | undefined;
  private running: AbortController | undefined;
  private grace: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;

  /** Judges a new picture. */
  look(puzzle: Puzzle): void {
    this.waiting = { puzzle, since: performance.now() };
    this.current = false;
    this.rating = undefined;
    this.expect();
    if (!this.running) void this.work();
    else this.grace ??= setTimeout(() => this.running?.abort(), GRACE_MS);
  }

  /** Cancels everything. */
  stop(): void {
    this.waiting = undefined;
    this.running?.abort();
    clearTimeout(this.grace);
    clearTimeout(this.patience);
  }

  private expect(): void {
    if (this.patience !== undefined) return;
    this.patience = setTimeout(() => (this.thinking = true), THINKING_MS);
  }

  private async work(): Promise<void> {
    while (this.waiting) {
      const { puzzle, since } = this.waiting;
      this.waiting = undefined;
      this.running = new AbortController();
      await this.judge(puzzle, since, this.running.signal);
      this.running = undefined;
      clearTimeout(this.grace);
      this.grace = undefined;
    }
  }

  private async judge(puzzle: Puzzle, since: number, signal: AbortSignal): Promise<void> {
    try {
      const verdict = await judged(puzzle, signal);
      if (this.waiting) return;
      this.decide(verdict, since);
      if (verdict.kind !== 'unique') return;
      const request = { puzzle: toJSON(puzzle), timeout_ms: RATE_MS };
      await loadTechniqueNames();
      const rating = await ask('rate', request, { signal });
      if (!this.waiting) this.rating = rating as Rating;
    } catch (e) {
      if (signal.aborted || this.waiting) return;
      this.decide({ kind: 'failed', error: e }, since);
    }
  }

  private decide(verdict: Verdict, since: number): void {
    clearTimeout(this.patience);
    this.patience = undefined;
    this.thinking = false;
    this.current = true;
    this.verdict = verdict;
    this.latency = performance.now() - since;
    performance.measure(VERDICT_MEASURE, { start: since });
  }
}

async function judged(puzzle: Puzzle, signal: AbortSignal): Promise<Verdict> {
  if (puzzle.rows.every((clue) => clue.length === 0)) return { kind: 'blank' };
  const { status, solutions, stats } = await askSolve(puzzle, { signal, timeout: SOLVE_MS });
  if (status === 'unique')
    return { kind: 'unique', lines: stats.line_open === 0, open: stats.line_open };
  if (status !== 'multiple') return { kind: 'undecided' };
  const cells = differing(solutions);
  return {
    kind: 'ambiguous',
    cells,
    solutions: solutions.length,
    more: solutions.length === LISTED,
  };
}

/** The verdict as a sentence. */
export function verdictText(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'blank':
      return t('Nothing drawn yet');
    case 'unique':
      return verdict.lines ? t('Unique, line by line') : t('Unique, but lines are not enough');
    case 'ambiguous':
      return verdict.more
        ? t('Ambiguous: many pictures have these clues')
        : plural(
            verdict.solutions,
            'Ambiguous: {n} picture has these clues',
            'Ambiguous: {n} pictures have these clues',
          );
    case 'undecided':
      return t('Undecided: too hard to tell in a few seconds');
    case 'failed':
      return t('The engine gave no verdict');
  }
}

/** The reasons for the difficulty, the most important first. */
export function reasons(r: Rating): string[] {
  const hardest = r.techniques.find(({ technique }) => technique === r.hardest);
  const list = [
    plural(
      hardest ? hardest.deductions : 1,
      'You need “{name}” once, and nothing harder.',
      'You need “{name}” {n} times, and nothing harder.',
      { name: techniqueName(r.hardest) },
    ),
    t('{deductions} in {rounds}.', {
      deductions: plural(r.deductions, '{n} deduction', '{n} deductions'),
      rounds: plural(r.rounds, '{n} round', '{n} rounds'),
    }),
  ];
  if (r.depth > 0) list.splice(1, 0, t('Single lines do not get to the end.'));
  if (r.offers.fewest > 0) {
    list.push(
      plural(
        r.offers.fewest,
        'At the narrowest point only one line leads on.',
        'At the narrowest point {n} lines lead on.',
      ),
    );
  }
  return list;
}
