import type { Operations } from './schema.js';

export type * from './schema.js';

/** The progress of a long call. */
export interface Progress {
  readonly elapsed_ms: number;
  readonly steps: number;
  readonly depth: number;
}

/** An error of an operation: bad input, or a limit. */
export class NonogramError extends Error {
  readonly code: string;
  /** The field of the request, or the place in a file. */
  readonly where?: string;
}

/** Calls an operation of the HTTP API. It rejects with a NonogramError. */
type Call<Name extends keyof Operations> = (
  request: Operations[Name]['request'],
  onProgress?: (progress: Progress) => void,
) => Promise<Operations[Name]['response']>;

export const solve: Call<'solve'>;
export const count: Call<'count'>;
export const rate: Call<'rate'>;
export const hint: Call<'hint'>;
export const explain: Call<'explain'>;
export const check: Call<'check'>;
export const techniques: Call<'techniques'>;
export const generate: Call<'generate'>;
export const scan: Call<'scan'>;
export const methods: Call<'methods'>;
export const table: Call<'table'>;
export const lines: Call<'lines'>;
export const decode: Call<'decode'>;
export const convert: Call<'convert'>;
export const formats: Call<'formats'>;
export const render: Call<'render'>;
