import type { Nonogram, Operations, Pixels } from './schema.js';

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

/** A puzzle: its clues, or its picture. */
export type Puzzle = Nonogram & (Required<Pick<Nonogram, 'rows' | 'columns'>> | Required<Pick<Nonogram, 'goal'>>);

type Text = { format?: string; filename?: string };

/** One puzzle, in one of four ways: an object, a text in any format, a file in Base64, or a name of the pack. */
export type Source =
  | { puzzle: Puzzle; text?: never; data?: never; pack?: never; puzzles?: never }
  | ({ text: string; puzzle?: never; data?: never; pack?: never; puzzles?: never } & Text)
  | ({ data: string; puzzle?: never; text?: never; pack?: never; puzzles?: never } & Text)
  | { pack: string; puzzle?: never; text?: never; data?: never; puzzles?: never };

/** One puzzle, or several. */
export type Sources = Source | { puzzles: Puzzle[]; puzzle?: never; text?: never; data?: never; pack?: never };

type Request<Name extends keyof Operations> = Operations[Name]['request'];

type Without<R, Keys extends PropertyKey> = { [K in keyof R as K extends Keys ? never : K]: R[K] };

/** What a request has beside its puzzle. */
type Beside<Name extends keyof Operations> = Without<Request<Name>, 'puzzle' | 'puzzles' | 'text' | 'data' | 'pack' | 'format' | 'filename'>;

/** Requests whose fields depend on each other. Pictures are pixels: image_file needs a server. */
interface Requests {
  scan: Without<Request<'scan'>, 'image' | 'image_file'> & { image: Pixels };
  check: Without<Beside<'check'>, 'state' | 'moves'> & Source & ({ state: string[]; moves?: never } | { score: true; moves: string[]; state?: never });
  certify: Without<Beside<'certify'>, 'certificate' | 'certificate_file'> &
    Source &
    ({ certificate: string; certificate_file?: never } | { certificate_file: string; certificate?: never });
  generate: Without<Beside<'generate'>, 'kind' | 'image' | 'image_file'> &
    ({ kind?: 'random' | 'puzzle' } | { kind: 'image'; image: Pixels } | ({ kind: 'repair' } & Source));
  convert: Beside<'convert'> & Sources;
  dedupe: Beside<'dedupe'> & Sources;
  render: Without<Beside<'render'>, 'as'> & (({ as: 'text' | 'svg' | 'png' } & Source) | ({ as: 'pdf' | 'html' } & Sources));
}

type Given<Name extends keyof Operations> = Name extends keyof Requests
  ? Requests[Name]
  : Request<Name> extends { puzzle?: Nonogram }
    ? 'puzzle' extends keyof Request<Name>
      ? Beside<Name> & Source
      : Request<Name>
    : Request<Name>;

/** Calls an operation of the HTTP API. It rejects with a NonogramError. */
type Call<Name extends keyof Operations> = (
  ...args: {} extends Given<Name>
    ? [request?: Given<Name>, onProgress?: (progress: Progress) => void]
    : [request: Given<Name>, onProgress?: (progress: Progress) => void]
) => Promise<Operations[Name]['response']>;

export const solve: Call<'solve'>;
export const count: Call<'count'>;
export const rate: Call<'rate'>;
export const hint: Call<'hint'>;
export const explain: Call<'explain'>;
export const check: Call<'check'>;
export const clues: Call<'clues'>;
export const techniques: Call<'techniques'>;
export const prove: Call<'prove'>;
export const certify: Call<'certify'>;
export const generate: Call<'generate'>;
export const repair: Call<'repair'>;
export const describe: Call<'describe'>;
export const dedupe: Call<'dedupe'>;
export const scan: Call<'scan'>;
export const methods: Call<'methods'>;
export const table: Call<'table'>;
export const lines: Call<'lines'>;
export const decode: Call<'decode'>;
export const convert: Call<'convert'>;
export const formats: Call<'formats'>;
export const puzzles: Call<'puzzles'>;
export const puzzle: Call<'puzzle'>;
export const render: Call<'render'>;
