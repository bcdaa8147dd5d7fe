// A canvas with one pixel per cell. The overlay draws it in the corner if only a part of
// the board is in view. Drawing compares every cell and sets one pixel for each changed
// cell.

import { isFilled } from '../model/grid';
import { isColored, type Puzzle, UNKNOWN } from '../model/puzzle';
import { plainColor } from '../model/triangles';
import type { ThemeColors } from './themeColors';

export class Minimap {
  readonly picture = document.createElement('canvas');
  private shown = new Uint8Array(0);
  private theme: ThemeColors | undefined;
  private palette: Puzzle['palette'] | undefined;

  /** Draws the changed cells. */
  draw(puzzle: Puzzle, cells: Uint8Array, theme: ThemeColors): void {
    const { width, height, palette } = puzzle;
    const ctx = this.picture.getContext('2d')!;
    const sized = this.picture.width === width && this.picture.height === height;
    if (!sized || theme !== this.theme || palette !== this.palette) {
      Object.assign(this.picture, { width, height });
      Object.assign(this, { theme, palette, shown: new Uint8Array(cells.length).fill(UNKNOWN) });
      ctx.fillStyle = theme.paper;
      ctx.fillRect(0, 0, width, height);
    }
    cells.forEach((color, cell) => {
      if (color === this.shown[cell]) return;
      this.shown[cell] = color;
      const rgb = isColored(puzzle) ? plainColor(palette[color]?.rgb ?? '') : theme.fill;
      ctx.fillStyle = isFilled(color) ? rgb : theme.paper;
      ctx.fillRect(cell % width, Math.floor(cell / width), 1, 1);
    });
  }
}
