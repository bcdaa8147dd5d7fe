// Typed calls for solving, counting and explaining a puzzle.

import type { Progress } from '.';
import { ask, cellIndex, parseLine } from './operations';
import { loadTechniqueNames } from './techniqueNames.svelte';
import { type LineName, parseRows } from '../model/grid';
import { toJSON } from '../model/json';
import type { Color, Puzzle } from '../model/puzzle';
import type { Level } from '../model/level';
import type { Cell, SolveAnswer, Stats } from '../model/schema';
import { locale } from '../i18n/i18n.svelte';

/** The number of solutions to search for. If all are found, there may be more. */
export const LISTED = 8;

/** The outcome of a search for several solutions. */
export type Status = Exclude<SolveAnswer['status'], 'solved'>;

export interface Solved {
  readonly status: Status;
  /** The reason for unsolvable or undecided. */
  readonly reason?: string;
  readonly solutions: readonly Uint8Array[];
  /** The cells that are known if the puzzle is undecided. */
  readonly known?: Uint8Array;
  readonly milliseconds: number;
  readonly stats: Stats;
}

export interface Asking {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** 0 means no limit. */
  readonly timeout: number;
}

export async function askSolve(p: Puzzle, { timeout, ...options }: Asking): Promise<Solved> {
  const request = { puzzle: toJSON(p), limit: LISTED, ...(timeout ? { timeout_ms: timeout } : {}) };
  const answer = await ask('solve', request, options);
  const grids = answer.grids ?? (answer.grid ? [answer.grid] : []);
  return {
    status: answer.status as Status,
    reason: answer.reason,
    solutions: grids.map((rows) => parseRows(p, rows)),
    known: answer.known && parseRows(p, answer.known),
    milliseconds: answer.elapsed_ms,
    stats: answer.stats,
  };
}

/** The number of solutions in decimal digits. */
export async function askCount(
  p: Puzzle,
  options: Omit<Asking, 'timeout'>,
): Promise<{ count: string; exact: boolean }> {
  return ask('count', { puzzle: toJSON(p) }, options);
}

export interface Step {
  readonly technique: string;
  readonly line: LineName | undefined;
  readonly text: string;
  /** Cells that the step decides. */
  readonly marks: readonly { readonly cell: number; readonly color: Color }[];
  /** Cells of which the step excludes a color. */
  readonly touched: readonly number[];
}

export interface Explanation {
  readonly status: Status;
  readonly steps: readonly Step[];
  /** Cells in which solutions differ. */
  readonly differ: readonly number[];
  /** A line that cannot be filled. */
  readonly broken: LineName | undefined;
  /** Undefined if the puzzle is unsolvable. */
  readonly level: Level | undefined;
  readonly score: number;
}

export async function askExplain(p: Puzzle, { timeout, ...options }: Asking): Promise<Explanation> {
  const { language } = locale;
  const request = { puzzle: toJSON(p), language, ...(timeout ? { timeout_ms: timeout } : {}) };
  await loadTechniqueNames();
  const answer = await ask('explain', request, options);
  const at = (c: Cell) => cellIndex(p, c);
  const colors = new Map(p.palette.map((swatch, color) => [swatch.symbol, color]));
  return {
    status: answer.status as Status,
    steps: answer.steps.map(({ technique, line, text, marks }) => ({
      technique,
      text,
      line: parseLine(p, line),
      touched: (marks ?? []).map(at),
      marks: (marks ?? []).flatMap((mark) => {
        const color = mark.is === undefined ? undefined : colors.get(mark.is);
        return color === undefined ? [] : [{ cell: at(mark), color }];
      }),
    })),
    differ: (answer.differ ?? []).map(at),
    broken: parseLine(p, answer.broken),
    level: answer.level,
    score: answer.score,
  };
}

/** The cells in which the grids differ. */
export function differing(grids: readonly Uint8Array[]): number[] {
  if (grids.length < 2) return [];
  const cells: number[] = [];
  grids[0].forEach((color, cell) => {
    if (grids.some((g) => g[cell] !== color)) cells.push(cell);
  });
  return cells;
}

/** All lines that a sentence mentions. */
export function linesIn(p: Puzzle, text: string | undefined): LineName[] {
  return [...(text ?? '').matchAll(/\b(?:row|column|rising line|falling line) \d+/g)]
    .map(([name]) => parseLine(p, name))
    .filter((line) => line !== undefined);
}
