// The plan and the results of a benchmark. As in package bench, methods take turns on each
// board, so that disturbances affect all of them, and a method that was cut off on more
// than half of the boards of a size is skipped for larger sizes.

import type { Puzzle } from '../model/puzzle';
import { type Measured, type Statistics, summarize } from './stats';

export const MAX_BOARDS = 20;
export const MAX_METHODS = 8;
export const MAX_BENCH_SIDE = 30;

export interface Plan {
  readonly methods: readonly string[];
  /** In ascending order. */
  readonly sides: readonly number[];
  readonly boards: number;
  /** Opened puzzles, measured instead of random boards; sides are their longer sides. */
  readonly puzzles?: readonly Puzzle[];
  /** The percentage of filled cells, of the first board and of the last. */
  readonly first: number;
  readonly last: number;
  readonly seed: string;
  /** 1 to find any solution, 2 to decide whether it is unique. */
  readonly limit: number;
  /** The time limit of a run. */
  readonly seconds: number;
}

export const sideOf = (p: Puzzle): number => Math.max(p.width, p.height);

/** The sides of puzzles, in ascending order. */
export const sidesOf = (puzzles: readonly Puzzle[]): number[] =>
  [...new Set(puzzles.map(sideOf))].sort((a, b) => a - b);

/** The number of boards of a side. */
export const boardsOf = (plan: Plan, side: number): number =>
  plan.puzzles ? plan.puzzles.filter((p) => sideOf(p) === side).length : plan.boards;

export type RunOutcome =
  'solved' | 'stalled' | 'timed out' | 'out of budget' | 'wrong' | 'failed' | 'skipped';

export interface BenchRun {
  readonly method: string;
  readonly side: number;
  /** The size of the board, as in 20×15. */
  readonly size: string;
  /** The number of the board, from 1. */
  readonly board: number;
  readonly outcome: RunOutcome;
  readonly status: string;
  readonly reason: string;
  readonly ms: number;
  readonly repeats: number;
  readonly nodes: number;
  /** Lines looked at; 0 if the method does not count them. */
  readonly looks: number;
  readonly guesses: number;
  readonly conflicts: number;
  readonly checks: number;
  readonly fault: string;
}

export const isCut = (r: BenchRun): boolean =>
  r.outcome === 'timed out' || r.outcome === 'out of budget';

/** Reports whether a run has a meaningful time. */
const isTimed = (r: BenchRun): boolean =>
  isCut(r) || r.outcome === 'solved' || r.outcome === 'stalled';

/** Reports whether a method is skipped for larger sizes. */
export function givesUp(runs: readonly BenchRun[], boards: number): boolean {
  return 2 * runs.filter(isCut).length > boards;
}

export interface Cell {
  readonly method: string;
  readonly side: number;
  readonly sizes: string;
  readonly runs: number;
  readonly solved: number;
  readonly stalled: number;
  readonly cut: number;
  readonly skipped: number;
  /** Wrong answers and errors. */
  readonly bad: number;
  readonly time?: Statistics;
  readonly nodes?: Statistics;
  readonly looks?: Statistics;
}

/** The results of every method on every size, without empty cells. */
export function cellsOf(plan: Plan, runs: readonly BenchRun[]): Cell[] {
  return plan.sides.flatMap((side) =>
    plan.methods
      .map((method) =>
        cellOf(
          method,
          side,
          runs.filter((r) => r.method === method && r.side === side),
        ),
      )
      .filter((cell) => cell.runs > 0),
  );
}

function cellOf(method: string, side: number, runs: readonly BenchRun[]): Cell {
  const count = (...outcomes: RunOutcome[]) =>
    runs.filter((r) => outcomes.includes(r.outcome)).length;
  const timed = runs.filter(isTimed);
  const skipped = count('skipped');
  const measured = (value: (r: BenchRun) => number): Measured[] =>
    timed.map((r) => ({ value: value(r), atLeast: isCut(r) }));
  return {
    method,
    side,
    sizes: [...new Set(runs.map((r) => r.size))].join(', '),
    runs: runs.length,
    solved: count('solved'),
    stalled: count('stalled'),
    cut: count('timed out', 'out of budget'),
    skipped,
    bad: count('wrong', 'failed'),
    time: summarize(
      measured((r) => r.ms),
      skipped,
    ),
    nodes: summarize(
      measured((r) => r.nodes),
      skipped,
    ),
    looks: summarize(
      measured((r) => r.looks),
      skipped,
    ),
  };
}

/** Parses sizes: "5, 7 10". */
export function parseSides(text: string): number[] {
  const sides = [...text.matchAll(/\d+/g)]
    .map(([digits]) => Number(digits))
    .filter((side) => side >= 1 && side <= MAX_BENCH_SIDE);
  return [...new Set(sides)].sort((a, b) => a - b);
}

const COLUMNS = [
  'method',
  'set',
  'puzzle',
  'outcome',
  'status',
  'stopped',
  'time_s',
  'repeats',
  'nodes',
  'looks',
  'guesses',
  'conflicts',
  'checks',
  'fault',
  'clock',
  'browser',
] as const;

/** All runs as CSV. */
export function csvOf(runs: readonly BenchRun[], browser: string): string {
  const lines = runs.map((r) =>
    [
      r.method,
      r.size,
      r.board,
      r.outcome,
      r.status,
      r.reason,
      r.outcome === 'skipped' ? '' : Number((r.ms / 1000).toPrecision(6)),
      r.repeats,
      r.nodes,
      r.looks,
      r.guesses,
      r.conflicts,
      r.checks,
      r.fault,
      'wall time',
      browser,
    ].map(field),
  );
  return [COLUMNS, ...lines].map((line) => line.join(',')).join('\n') + '\n';
}

function field(value: string | number): string {
  const text = String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
