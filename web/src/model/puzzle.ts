// Puzzles as the app holds them. The words are those of docs/architecture.md: a
// color is an index into the palette and 0 is empty, a clue is a list of blocks.

export type Color = number;

/** A cell that nothing is known about. */
export const UNKNOWN: Color = 255;
/** A cell that is known to be empty; players cross it. */
export const EMPTY: Color = 0;

/**
 * The largest board to play on. Beyond it neither a screen nor a person keeps up;
 * the engine itself takes far more.
 */
export const MAX_SIDE = 400;
export const MAX_CELLS = 40_000;
/** Palette entries, the background included, as in the engine. */
export const MAX_COLORS = 64;

export interface Swatch {
  readonly name: string;
  /** One character that stands for the color in text, and in cells on request. */
  readonly symbol: string;
  /** "#rrggbb" */
  readonly rgb: string;
}

export interface Block {
  /** 0 where the puzzle leaves the length open. */
  readonly length: number;
  readonly color: Color;
}

export type Clue = readonly Block[];
export type Axis = 'row' | 'column';

/** Where a cell is. */
export interface Position {
  readonly row: number;
  readonly column: number;
}

export interface Puzzle {
  readonly width: number;
  readonly height: number;
  /** The background first. */
  readonly palette: readonly Swatch[];
  readonly rows: readonly Clue[];
  readonly columns: readonly Clue[];
  /** Cells that the puzzle reveals, UNKNOWN elsewhere. */
  readonly given?: Uint8Array;
  /** What the picture shows; not to be seen before it is solved. */
  readonly title?: string;
  readonly author?: string;
}

export const BLACK_AND_WHITE: readonly Swatch[] = [
  { name: 'white', symbol: '.', rgb: '#ffffff' },
  { name: 'black', symbol: '#', rgb: '#000000' },
];

/** Reports whether the puzzle has more than one ink. */
export const isColored = (p: Puzzle): boolean => p.palette.length > 2;

export const lineCount = (p: Puzzle, axis: Axis): number => (axis === 'row' ? p.height : p.width);
export const clueOf = (p: Puzzle, axis: Axis, line: number): Clue =>
  (axis === 'row' ? p.rows : p.columns)[line];
