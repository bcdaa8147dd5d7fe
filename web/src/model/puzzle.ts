// Puzzles in the app, in the terms of docs/architecture.md: a color is an index into the
// palette with 0 for empty, and a clue is a list of blocks.

export type Color = number;

/** An undecided cell. */
export const UNKNOWN: Color = 255;
/** An undecided cell with the player's small mark, which nothing follows from. */
export const MAYBE: Color = 254;
/** Reports whether a cell is undecided. */
export const isOpen = (cell: Color): boolean => cell >= MAYBE;
/** An empty cell; players mark it with a cross. */
export const EMPTY: Color = 0;

/** The largest board that can be played. The engine accepts larger ones. */
export const MAX_SIDE = 400;
export const MAX_CELLS = 40_000;
/** The largest number of palette entries, including the background, as in the engine. */
export const MAX_COLORS = 64;

export interface Swatch {
  readonly name: string;
  /** One character for the color in text. */
  readonly symbol: string;
  /** "#rrggbb", or "#rrggbb/#rrggbb" for two triangles (model/triangles.ts). */
  readonly rgb: string;
}

export interface Block {
  /** 0 if the length is unknown. */
  readonly length: number;
  readonly color: Color;
}

export type Clue = readonly Block[];

/** The clue of a line of which nothing is known, as in the engine: not an empty one. */
export const MISSING: Clue = [{ length: 0, color: UNKNOWN }];
export const isMissing = (clue: Clue): boolean => clue.length === 1 && clue[0].color === UNKNOWN;
export type Axis = 'row' | 'column';

/** The row and column of a cell. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

/** A board of triangles, see triddler.ts. */
export interface Shape {
  /** A to F: upper left, lower left, bottom, lower right, upper right, top. */
  readonly sides: readonly number[];
  /** The size of its grids. */
  readonly width: number;
  readonly height: number;
  /** The number of rising lines. */
  readonly rising: number;
  /** The cells of the lines in reading order: rows, rising, falling lines. */
  readonly lines: readonly (readonly number[])[];
  /** The lines of a cell, one of each direction; undefined outside the board. */
  readonly of: readonly (readonly number[] | undefined)[];
  /** By what a column is moved for its parity, see isUp. */
  readonly offset: number;
}

export interface Puzzle {
  readonly width: number;
  readonly height: number;
  /** A triddler; undefined for rectangles. Its columns are the rising and then the falling lines. */
  readonly shape?: Shape;
  /** The background first. */
  readonly palette: readonly Swatch[];
  readonly rows: readonly Clue[];
  readonly columns: readonly Clue[];
  /** Given cells, UNKNOWN elsewhere. */
  readonly given?: Uint8Array;
  /** The title, to be shown only when the puzzle is solved. */
  readonly title?: string;
  readonly author?: string;
}

export const BLACK_AND_WHITE: readonly Swatch[] = [
  { name: 'white', symbol: '.', rgb: '#ffffff' },
  { name: 'black', symbol: '#', rgb: '#000000' },
];

/** Reports whether the puzzle has more than one ink. */
export const isColored = (p: Puzzle): boolean => p.palette.length > 2;

export const lineCount = (p: Puzzle, axis: Axis): number =>
  (axis === 'row' ? p.rows : p.columns).length;
export const clueOf = (p: Puzzle, axis: Axis, line: number): Clue =>
  (axis === 'row' ? p.rows : p.columns)[line];
