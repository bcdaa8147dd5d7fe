// The board in small: a canvas with one pixel per cell, which the overlay draws into the
// corner where not all of the board is in view. Cost: a pixel per cell that changed.

import { isFilled } from '../model/grid';
import { isColored, type Puzzle } from '../model/puzzle';
import type { Ink } from './ink';

export class Minimap {
  readonly picture = document.createElement('canvas');

  /** Draws some cells again, or all of them. */
  draw(puzzle: Puzzle, cells: Uint8Array, ink: Ink, changed?: Iterable<number>): void {
    const { width, height } = puzzle;
    if (this.picture.width !== width || this.picture.height !== height) {
      Object.assign(this.picture, { width, height });
      changed = undefined;
    }
    const ctx = this.picture.getContext('2d')!;
    if (!changed) {
      ctx.fillStyle = ink.paper;
      ctx.fillRect(0, 0, width, height);
    }
    for (const cell of changed ?? cells.keys()) {
      const color = cells[cell];
      if (!changed && !isFilled(color)) continue;
      ctx.fillStyle = !isFilled(color)
        ? ink.paper
        : isColored(puzzle)
          ? puzzle.palette[color].rgb
          : ink.fill;
      ctx.fillRect(cell % width, Math.floor(cell / width), 1, 1);
    }
  }
}
