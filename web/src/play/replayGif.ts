// The replay of a game as a GIF: the strokes, one by one, then the colors.

import type { Coloring } from '../board/canvasPainter';
import { type Frame, writeGIF } from '../files/gif';
import { picture } from '../games/game.svelte';
import type { Entry } from '../games/history';
import { blankGrid } from '../model/grid';
import type { Puzzle } from '../model/puzzle';
import { halves, plainColor } from '../model/triangles';
import { paceOf } from './replay.svelte';

/** The longer side, in pixels. */
const SIDE = 480;
/** More frames than this take longer to make than to look at. */
const MAX_FRAMES = 300;
/** How long the solved picture is shown, in hundredths of a second. */
const END = 300;
/** The shortest time that browsers keep to. */
const LEAST = 2;

export function replayGIF(
  puzzle: Puzzle,
  entries: readonly Entry[],
  reward: Coloring | undefined,
): Uint8Array<ArrayBuffer> {
  const { width, height } = puzzle;
  const own = puzzle.palette.map((swatch) => swatch.rgb);
  const paints = [...own, ...(reward?.colors ?? [])];
  const colors = [
    ...new Set(paints.flatMap((rgb) => [plainColor(rgb), halves(rgb)?.right ?? []].flat())),
  ];
  const side = Math.max(1, Math.floor(SIDE / Math.max(width, height)));
  const stamps = paints.map((rgb) => stampOf(rgb, side, colors));

  /** The cells that differ from the frame before, with what is between them. */
  const shown = new Uint8Array(width * height).fill(paints.length);
  const frame = (cells: Uint8Array, delay: number): Frame | undefined => {
    const changed = [...cells.keys()].filter((i) => cells[i] !== shown[i]);
    if (changed.length === 0) return undefined;
    const [xs, ys] = [changed.map((i) => i % width), changed.map((i) => Math.floor(i / width))];
    const [left, top] = [least(xs), least(ys)];
    const [w, h] = [1 - left - least(xs.map((x) => -x)), 1 - top - least(ys.map((y) => -y))];
    shown.set(cells);
    const pixels = new Uint8Array(w * h * side * side);
    for (let row = 0; row < h * side; row++)
      for (let x = 0; x < w; x++) {
        const cell = cells[(top + Math.floor(row / side)) * width + left + x];
        const from = (row % side) * side;
        pixels.set(stamps[cell].subarray(from, from + side), (row * w + x) * side);
      }
    return { x: left * side, y: top * side, width: w * side, height: h * side, pixels, delay };
  };

  const frames: Frame[] = [];
  const add = (cells: Uint8Array, delay: number) => {
    const made = frame(cells, delay);
    if (made) frames.push(made);
  };
  const cells = blankGrid(puzzle);
  const together = Math.ceil(entries.length / MAX_FRAMES);
  const delay = Math.max(LEAST, Math.round((100 * together) / paceOf(entries.length + 1)));
  add(picture(cells), delay);
  entries.forEach(({ changes }, i) => {
    for (const { cell, to } of changes) cells[cell] = to;
    if ((i + 1) % together === 0) add(picture(cells), delay);
  });
  add(picture(cells), END / 2);
  if (reward)
    add(
      reward.cells.map((color) => color + own.length),
      END,
    );
  return writeGIF(width * side, height * side, colors, frames);
}

const least = (numbers: readonly number[]): number =>
  numbers.reduce((a, b) => Math.min(a, b), Infinity);

/** A cell of a color as indexes, triangles included. */
function stampOf(rgb: string, side: number, colors: readonly string[]): Uint8Array {
  const two = halves(rgb);
  const [left, right] = [colors.indexOf(plainColor(rgb)), two ? colors.indexOf(two.right) : 0];
  return Uint8Array.from({ length: side * side }, (_, i) => {
    if (!two) return left;
    const [x, y] = [i % side, Math.floor(i / side)];
    return (two.rising ? x + y >= side : x > y) ? right : left;
  });
}
