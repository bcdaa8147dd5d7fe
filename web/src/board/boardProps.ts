// The properties of Board.svelte.

import type { Axis, Position, Puzzle } from '../model/puzzle';
import type { BoardStroke, Change, Tool } from '../model/stroke';
import type { ClueLook, Coloring } from './canvasPainter';
import type { Bars } from './layout';
import type { Highlight } from './overlay';

/** The cells of a board. Other cells come as another array, or change with the revision. */
export interface CellSheet {
  readonly cells: Uint8Array;
  /** Counts the changes of the array. */
  readonly revision?: number;
}

export interface BoardProps {
  puzzle: Puzzle;
  sheet: CellSheet;
  /** The cells before what-if began. */
  base?: Uint8Array;
  clue: (axis: Axis, line: number) => ClueLook;
  marks?: 'none' | 'letters' | 'patterns';
  tool?: Tool;
  hint?: Highlight;
  wrong?: readonly number[];
  /** Cells in which solutions differ. */
  doubtful?: readonly number[];
  /** The puzzle is being drawn: its clues follow the cells, and the view stays as they change. */
  editing?: boolean;
  /** The pixels that a sheet covers when it opens. The board keeps clear of them if it can. */
  reserve?: { readonly right?: number; readonly bottom?: number };
  /** The sizes of the clue bars that the player has chosen. */
  bars?: Bars;
  /** Pointers move the cursor and the board; only `press` draws. */
  cursor?: boolean;
  /** The cell with the cursor. */
  active?: Position;
  /** The line through the cursor that it moves along. */
  axis?: Axis;
  /** The cell some cells further on the line that is drawn along. */
  further?: (at: Position, by: number) => Position;
  /** The usual key in place of a pressed one. */
  keyOf?: (event: KeyboardEvent) => string;
  /** A number before a key repeats it: moves go as far, and tools draw as many cells. Where digits
   * have another meaning, it comes after a period. */
  counts?: 'off' | 'digits' | 'period';
  /** The cell with the focus is spoken without clues. */
  brief?: boolean;
  /** Replaces the strokes of the player, for drawing tools. */
  makeStroke?: (start: Position, tool: Tool) => BoardStroke;
  /** Nothing can be drawn. */
  readonly?: boolean;
  /** Solved: only the picture is shown. */
  finished?: boolean;
  /** Colors the finished picture. */
  reward?: Coloring;
  /** Number the rows and columns at their ends. */
  numbers?: boolean;
  label: string;
  onstroke?: (changes: Change[]) => void;
  /** A number of a clue was clicked or tapped. */
  onclue?: (axis: Axis, line: number, block: number) => void;
  /** A key that the board does not handle. */
  onkey?: (event: KeyboardEvent) => void;
  /** Reports whether only a part of the puzzle is in view, or all of it with small cells. */
  onlarge?: (large: boolean, small: boolean) => void;
  /** Reports the cell that is pointed at, if any. */
  onpoint?: (at: Position | undefined) => void;
}
