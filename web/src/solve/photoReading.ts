// The puzzle of a photo after the player has confirmed the doubtful numbers.

import { t } from '../i18n/i18n.svelte';
import type { BlockJSON, ClueJSON, PuzzleJSON } from '../model/json';
import type { ScanChoice, ScanDoubt, ScanLine, ScanAnswer } from '../model/schema';

/** A point of the photograph, in pixels. */
export type Point = readonly [number, number];

/** A photo with the corners of the board: top left, top right, bottom right, bottom left. */
export interface ReadPhoto {
  readonly pixels: ImageData;
  readonly board: readonly Point[];
  /** The lines that are probably misread. */
  readonly conflicts: readonly ScanLine[];
  /** The clues, as they were read, are known to have no solution. */
  readonly unsolvable: boolean;
}

/** One puzzle of a photo. */
export interface Reading {
  readonly puzzle: PuzzleJSON;
  readonly status: string;
  readonly probability: number;
  readonly board: readonly Point[];
  readonly doubts: readonly ScanDoubt[];
  readonly conflicts: readonly ScanLine[];
  readonly retried: readonly string[];
}

/** All puzzles of a photo, the clearest first. */
export const readingsOf = ({ others = [], ...first }: ScanAnswer): Reading[] =>
  [first, ...others].map(({ doubts, conflicts, retried, ...reading }) => ({
    ...reading,
    doubts: doubts ?? [],
    conflicts: conflicts ?? [],
    retried: retried ? retried.split(', ') : [],
  }));

/** How a photo was changed to be read; undefined for changes that players need not know. */
export function changeText(change: string): string | undefined {
  if (change === 'one color') return t('in one color');
  if (change === 'enlarged') return t('enlarged');
  if (change === 'without filled cells') return t('without filled cells');
  if (change === 'numbers without squares') return t('with numbers outside of boxes');
  const degrees = /\d+/.exec(change)?.[0];
  return degrees && t('turned by {degrees}°', { degrees });
}

/** The strip of a line of a puzzle in its photo. */
export const stripOfLine = (
  board: readonly Point[],
  puzzle: PuzzleJSON,
  { line, index }: ScanLine,
): Point[] => {
  const lines = line === 'row' ? puzzle.rows : puzzle.columns;
  return stripOf(board, line, index, lines?.length ?? 1);
};

/** Adds an outline to the path of a canvas. */
export function trace(ctx: CanvasRenderingContext2D, points: readonly Point[]): void {
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.closePath();
}

/** A square part of a photo around some points, some times as large as they are. */
export function around(points: readonly Point[], photo: ImageData, times: number) {
  const span = (axis: 0 | 1, most: number) => {
    const values = points.map((p) => p[axis]);
    const [low, high] = [Math.max(0, Math.min(...values)), Math.min(most, Math.max(...values))];
    return { middle: (low + high) / 2, size: high - low, most };
  };
  const [x, y] = [span(0, photo.width), span(1, photo.height)];
  const side = Math.ceil(Math.max(8, x.size, y.size) * times);
  const from = ({ middle, most }: typeof x) =>
    Math.round(Math.max(0, Math.min(middle - side / 2, most - side)));
  return { x: from(x), y: from(y), side };
}

/**
 * The strip of a photo with a line and its clue: the line's share of the board, up to a part of
 * its length, and more than half as much before it.
 */
export function stripOf(
  [a, b, c, d]: readonly Point[],
  axis: 'row' | 'column',
  line: number,
  count: number,
  length = 1,
): Point[] {
  const mix = (p: Point, q: Point, share: number): Point => [
    p[0] + (q[0] - p[0]) * share,
    p[1] + (q[1] - p[1]) * share,
  ];
  const [start, startNext, end, endNext] = axis === 'row' ? [a, d, b, c] : [a, b, d, c];
  const edge = (share: number): [Point, Point] => {
    const [near, far] = [mix(start, startNext, share), mix(end, endNext, share)];
    return [mix(near, far, -0.6), mix(near, far, length)];
  };
  const [first, second] = [edge(line / count), edge((line + 1) / count)];
  return [first[0], first[1], second[1], second[0]];
}

/** The puzzle with other choices for some doubts, by index. */
export function withChoices(
  { puzzle, doubts }: Pick<Reading, 'puzzle' | 'doubts'>,
  picks: readonly number[],
): PuzzleJSON {
  const copy = (clues: readonly ClueJSON[] = []) =>
    clues.map((clue) => (clue === '*' ? clue : [...clue]));
  const rows = copy(puzzle.rows);
  const columns = copy(puzzle.columns);
  // From the last to the first, so that earlier positions stay valid.
  for (let i = doubts.length - 1; i >= 0; i--) {
    const { line, index, number, chosen, choices } = doubts[i];
    if (picks[i] === chosen) continue;
    const clue = (line === 'row' ? rows : columns)[index];
    if (clue === '*') continue; // it has no numbers
    const block = blockOf(puzzle, choices[picks[i]]);
    clue.splice(number, choices[chosen].value > 0 ? 1 : 0, ...(block === undefined ? [] : [block]));
  }
  return { ...puzzle, rows, columns };
}

function blockOf(puzzle: PuzzleJSON, { value, color }: ScanChoice): BlockJSON | undefined {
  if (value === 0) return undefined;
  const symbol = puzzle.palette?.[color]?.symbol;
  return symbol !== undefined && puzzle.palette!.length > 2 ? { n: value, c: symbol } : value;
}
