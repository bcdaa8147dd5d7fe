import type { Level } from '../model/level';

/** What is known of a puzzle of the pack without spoiling it. */
export interface PackEntry {
  readonly number: number;
  /** puzzleKey of its clues: by this its game is stored, since numbers may move. */
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly inks: number;
  readonly chapter: string;
  readonly level: Level;
  /** 0 to 100, across all levels. */
  readonly score: number;
  /** Of a board of a larger picture: which picture, and how many boards are side by side. */
  readonly panorama?: readonly [id: number, columns: number];
}

export interface PackClues {
  /** A share code, see model/share.ts. */
  readonly code: string;
  /** Names and characters of the palette, which the code leaves out. */
  readonly colors?: readonly (readonly [name: string, symbol: string])[];
}
