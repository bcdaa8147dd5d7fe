// Typed calls of the engine. Requests and responses are those of the HTTP API
// (model/schema.ts); here they are converted: rows, columns and cells count from 0, and
// grids are bytes.

import { gridRows, type LineName, parseRows } from '../model/grid';
import { type PuzzleJSON, toJSON } from '../model/json';
import type { Color, Puzzle } from '../model/puzzle';
import type {
  Cell as CellJSON,
  Error as EngineFailure,
  Hint as HintJSON,
  Operations,
  Position as PositionJSON,
} from '../model/schema';
import { locale } from '../i18n/i18n.svelte';
import { call, type Operation } from './index';
import { loadTechniqueNames } from './techniqueNames.svelte';
import type { CallOptions } from './client';

/** The engine rejected a request. The message is for people. */
export class RefusedError extends Error {
  override name = 'RefusedError';

  constructor(
    readonly code: string,
    message: string,
    readonly where?: string,
    readonly details: readonly string[] = [],
    /** The formats that a text can be read in, if it is ambiguous. */
    readonly formats: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Calls an operation; an answer that is an error is thrown. */
export async function ask<Name extends Operation>(
  operation: Name,
  request: Operations[Name]['request'],
  options?: CallOptions,
): Promise<Operations[Name]['response']> {
  return unwrap(await call(operation, request, options));
}

/** Returns the answer, or throws it if it is an error. */
export function unwrap<Response>(answer: Response & { error?: EngineFailure }): Response {
  if (!answer.error) return answer;
  const { code, message, where, details, formats } = answer.error;
  throw new RefusedError(code, message, where, details, formats);
}

/** The index of a cell of the engine, which counts from 1. */
export const cellIndex = (p: { width: number }, c: CellJSON): number =>
  (c.row - 1) * p.width + c.column - 1;

/** Reads "row 3", "column 12" or "falling line 2". */
export function parseLine(p: Puzzle, text: string | undefined): LineName | undefined {
  const [, axis, number] = /^(row|column|rising line|falling line) (\d+)$/.exec(text ?? '') ?? [];
  if (!axis) return undefined;
  const before = axis === 'falling line' ? (p.shape?.rising ?? 0) : 0;
  return { axis: axis === 'row' ? 'row' : 'column', line: before + Number(number) - 1 };
}

export interface Hint {
  readonly kind: HintJSON['kind'];
  readonly message: string;
  readonly line?: LineName;
  /** The technique's id, from the second grade on. */
  readonly technique?: string;
  readonly cells: readonly number[];
  /** The solution of the cells, with the last grade. */
  readonly marks: readonly { readonly cell: number; readonly color: Color }[];
}

/** The time limit for help. */
export const PATIENCE_MS = 8000;

/** The grades of a hint: where to look, which technique, which cells, why. */
export const GRADES = 4;

export async function askHint(
  p: Puzzle,
  cells: Uint8Array,
  grade: number,
  signal?: AbortSignal,
  patience = PATIENCE_MS,
): Promise<Hint> {
  const state = gridRows(p, cells);
  const { language } = locale;
  const request = { puzzle: bare(p), state, grade, timeout_ms: patience, language };
  await loadTechniqueNames();
  const answer = await ask('hint', request, { signal });
  const colors = new Map(p.palette.map((swatch, color) => [swatch.symbol, color]));
  const marks = (answer.marks ?? []).flatMap((mark) => {
    const color = colors.get(mark.is ?? '');
    return color === undefined ? [] : [{ cell: cellIndex(p, mark), color }];
  });
  return {
    kind: answer.kind,
    message: answer.message,
    line: parseLine(p, answer.line),
    technique: answer.technique,
    cells: (answer.cells ?? []).map((c) => cellIndex(p, c)),
    marks,
  };
}

export interface Verdict {
  readonly status: PositionJSON['status'];
  /** The number of wrong marks; 0 with the status wrong if only a line is known to be wrong. */
  readonly wrong: number;
  readonly cells: readonly number[];
  readonly line?: LineName;
  /** The index of the latest correct board of the history, or -1. */
  readonly lastRight: number;
}

/** Asks which marks are wrong. */
export async function askCheck(
  p: Puzzle,
  cells: Uint8Array,
  history: readonly Uint8Array[] = [],
  signal?: AbortSignal,
): Promise<Verdict> {
  const request = {
    puzzle: bare(p),
    state: gridRows(p, cells),
    timeout_ms: PATIENCE_MS,
    ...(history.length > 0 ? { history: history.map((h) => gridRows(p, h)) } : {}),
  };
  const answer = await ask('check', request, { signal });
  return {
    status: answer.status,
    wrong: answer.wrong,
    cells: (answer.cells ?? []).map((c) => cellIndex(p, c)),
    line: parseLine(p, answer.line),
    lastRight: (answer.last_right ?? 0) - 1,
  };
}

/** The only solution, if there is exactly one. */
export async function askOnlySolution(
  p: Puzzle,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  const answer = await ask('solve', { puzzle: bare(p), timeout_ms: PATIENCE_MS }, { signal });
  return answer.status === 'unique' && answer.grid ? parseRows(p, answer.grid) : undefined;
}

/** The puzzle without title and author, which the engine does not need. */
function bare(p: Puzzle): PuzzleJSON {
  const json = toJSON(p);
  delete json.title;
  delete json.author;
  return json;
}
