import type { Level } from '../model/level';

/** The properties of a puzzle of the pack that give nothing away. */
export interface PackEntry {
  readonly number: number;
  /** The puzzleKey, by which its game is stored, because numbers may change. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly inks: number;
  readonly chapter: string;
  readonly level: Level;
  /** 0 to 100, across all levels. */
  readonly score: number;
  /** For a board of a panorama: the panorama and its number of boards per row. */
  readonly panorama?: readonly [id: number, columns: number];
}

export interface PackClues {
  /** A share code, see model/share.ts. */
  readonly code: string;
  /** Names and symbols of the palette, which the code does not contain. */
  readonly colors?: readonly (readonly [name: string, symbol: string])[];
}

/** A triddler. */
export interface PackTriddler extends PackClues {
  readonly level: Level;
  /** In the order of LANGUAGES. */
  readonly titles: readonly string[];
}

/** Colored pictures are loaded in parts of this size. */
export const PICTURES_PER_PART = 16;

/** A picture in color, see puzzles/daily.go. */
export interface ColoredPicture {
  /** "#rrggbb" by the letters of the rows. */
  readonly colors: Readonly<Record<string, string>>;
  /** Upper-case letters are filled cells, lower-case ones empty cells with a color. */
  readonly rows: readonly string[];
}

/** A picture of the day. */
export interface DailyPicture extends ColoredPicture {
  /** In the order of LANGUAGES. */
  readonly titles: readonly string[];
}

/** The colored picture that appears when a black-and-white puzzle is solved. */
export interface Reward {
  /** Indexes into colors, 0 for cells without a color. */
  readonly cells: Uint8Array;
  readonly colors: readonly string[];
}
