// Draws clues: plain numbers, or chips in the color of their block. Crossed-off numbers are
// paler, and struck through in the theme with strong contrast; clues that cannot be met have the warning color and a bar.

import { inkLetters, textOn } from '../model/colors';
import { type Axis, clueOf, EMPTY, isColored, UNKNOWN } from '../model/puzzle';
import { fillPaint, halves } from '../model/triangles';
import { CanvasPainter } from './canvasPainter';
import { cluePlaces, LETTER, numberText } from './clueLayout';
import { strokePattern } from './patterns';

/** The size of the arrow at a clue that is cut off. */
const ARROW = 5;

export class CluePainter extends CanvasPainter {
  /** Redraws the clues of some lines. */
  lines(axis: Axis, lines: Iterable<number>): void {
    const { l } = this;
    const [x, y, w, h] =
      axis === 'row'
        ? [0, l.gridY, l.gridX - 1, this.shownY]
        : [l.gridX, 0, this.shownX, l.gridY - 1];
    this.clipped(x, y, w, h, () => {
      for (const line of lines) this.clue(axis, line);
    });
  }

  private clue(axis: Axis, line: number): void {
    const { ctx, theme, l, sheet } = this;
    const across = axis === 'row';
    const at = across ? this.atY(line) : this.atX(line);
    const size = (across ? this.atY(line + 1) : this.atX(line + 1)) - at;
    if (across) ctx.clearRect(0, at, l.gridX - 1, size);
    else ctx.clearRect(at, 0, size, l.gridY - 1);
    if (sheet.finish >= 1 || l.font === 0) return;
    ctx.globalAlpha = 1 - sheet.finish;
    const look = sheet.clue(axis, line);
    if (look.impossible) this.impossible(across, at, size);
    const clue = clueOf(sheet.puzzle, axis, line);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const { numbers, length, font, lines } = cluePlaces(this.look, l, clue, axis);
    const [bar, scrolled] = across ? [l.gridX, l.clueX] : [l.gridY, l.clueY];
    // A clue that is cut off has an arrow, and shows no partial number.
    const least = length - scrolled > bar ? 2 * ARROW : 0;
    const most = scrolled > 0 ? bar - 2 * ARROW : bar;
    clue.forEach((block, i) => {
      const { away, beside, width } = numbers[i];
      const along = bar + scrolled - away;
      const half = (across ? width : font) / 2;
      if (along - half < (beside > 0 ? 0 : least) || along + half > most) return;
      const chip =
        lines > 1
          ? { wide: width - 1, high: size / 2 - 1 }
          : { wide: Math.max(font * 1.1, width - 2), high: font * 1.25 };
      const inRow = { x: along, y: at + size / 2 + beside, widest: width - 2, font, ...chip };
      const widest = Math.min(width - 2, size - 1);
      const inColumn = { x: at + size / 2, y: along, widest, font, ...chip };
      this.number(across ? inRow : inColumn, numberText(block), block.color, {
        off: look.off[i],
        impossible: look.impossible,
      });
    });
    // A drawing that is not begun has no zeros around it.
    if (clue.length === 0 && this.sheet.puzzle.rows.some((row) => row.length > 0)) {
      const x = across ? l.gridX - 0.8 * l.font : at + size / 2;
      const y = across ? at + size / 2 : l.gridY - 0.9 * l.font;
      this.zero(x, y, l.font);
    }
    if (across && line > 0 && (lines > 1 || this.isWrapped(line - 1))) {
      // The two lines of a clue stay apart from its neighbors.
      ctx.fillStyle = theme.line;
      ctx.fillRect(l.left, at, l.gridX - l.left - 1, 1);
    }
    const side = Math.min(ARROW, size / 3 / lines);
    const upper = at + size / 2 - (lines > 1 ? size / 4 : 0);
    if (least > 0) this.arrow(across, upper, side + 2, -side);
    if (most < bar && length > bar - most) this.arrow(across, at + size / 2, bar - side - 3, side);
    ctx.globalAlpha = 1;
  }

  private isWrapped(row: number): boolean {
    const clue = clueOf(this.sheet.puzzle, 'row', row);
    return cluePlaces(this.look, this.l, clue, 'row').lines > 1;
  }

  private get look() {
    const chips = isColored(this.sheet.puzzle);
    return { chips, letters: chips && this.sheet.marks === 'letters' };
  }

  /** An arrow at an end of a bar, where the clue continues. */
  private arrow(across: boolean, middle: number, from: number, side: number): void {
    const { ctx, theme } = this;
    const put = (along: number, beside: number): [number, number] =>
      across ? [along, middle + beside] : [middle + beside, along];
    ctx.fillStyle = theme.accent;
    ctx.beginPath();
    ctx.moveTo(...put(from, -side));
    ctx.lineTo(...put(from + side, 0));
    ctx.lineTo(...put(from, side));
    ctx.fill();
  }

  /** Draws the number of an empty line. */
  zero(x: number, y: number, font: number): void {
    this.ctx.fillStyle = this.theme.faint;
    this.setFont(400, font);
    this.ctx.fillText('0', x, y + font * 0.06);
  }

  /** Draws a number, in its color if there are several. */
  number(
    at: { x: number; y: number; widest: number; font: number; wide: number; high: number },
    text: string,
    color: number,
    { off, impossible }: { off: boolean; impossible: boolean },
  ): void {
    const { ctx, theme, sheet } = this;
    const { y, font } = at;
    let { x } = at;
    const chip = isColored(sheet.puzzle) && color !== UNKNOWN;
    this.setFont(off ? 400 : 550, font);
    if (chip) {
      const rgb = sheet.puzzle.palette[color].rgb;
      const { wide: w, high: h } = at;
      ctx.globalAlpha = (1 - sheet.finish) * (off ? 0.35 : 1);
      if (halves(rgb)) {
        fillPaint(ctx, rgb, x - w / 2, y - h / 2, w, h);
        // A plate on which the number can be read.
        ctx.fillStyle = sheet.puzzle.palette[EMPTY].rgb;
        const edge = Math.max(2, font * 0.2);
        ctx.fillRect(x - w / 2 + edge, y - h / 2 + edge, w - 2 * edge, h - 2 * edge);
      } else {
        ctx.fillStyle = rgb;
        ctx.beginPath();
        ctx.roundRect(x - w / 2, y - h / 2, w, h, 2);
        ctx.fill();
      }
      this.chipSign(color, font, x - w / 2, y - h / 2, w, h);
      ctx.fillStyle = this.onChip(rgb);
    } else {
      ctx.fillStyle = off ? theme.faint : impossible ? theme.warn : theme.text;
    }
    // The letter follows the number.
    if (chip && sheet.marks === 'letters') x -= (LETTER / 2) * font;
    // A number wider than its cell is condensed.
    const letter = chip && sheet.marks === 'letters' ? LETTER * font : 0;
    ctx.fillText(text, x, y + font * 0.06, at.widest - letter);
    if (off && theme.strike)
      this.strike(
        x,
        y,
        font,
        text,
        chip ? this.onChip(sheet.puzzle.palette[color].rgb) : theme.faint,
      );
    ctx.globalAlpha = 1 - sheet.finish;
  }

  /** The color of text on a chip, or on the plate of paper on its triangles. */
  private onChip(rgb: string): string {
    return textOn(halves(rgb) ? this.sheet.puzzle.palette[EMPTY].rgb : rgb);
  }

  /** The letter after a number, or the pattern under it. */
  private chipSign(color: number, font: number, x: number, y: number, w: number, h: number): void {
    const { ctx, sheet } = this;
    if (sheet.marks === 'none') return;
    const swatch = sheet.puzzle.palette[color];
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
    ctx.strokeStyle = ctx.fillStyle = this.onChip(swatch.rgb);
    if (sheet.marks === 'letters') {
      this.setFont(600, font * 0.7);
      ctx.fillText(
        inkLetters(sheet.puzzle.palette)[color],
        x + w - font * 0.36,
        y + h - font * 0.46,
      );
    } else {
      // Tiles have half the chip's height; a line through the middle would look crossed
      // off.
      ctx.globalAlpha *= 0.4;
      ctx.lineWidth = 1;
      for (let left = 0; left < w; left += h / 2) {
        strokePattern(ctx, color, x + left, y, h / 2);
        strokePattern(ctx, color, x + left, y + h / 2, h / 2);
      }
    }
    ctx.restore();
    this.font = '';
    this.setFont(550, font);
  }

  /** A line strikes the number through, so that crossing off is visible without color. */
  private strike(x: number, y: number, font: number, text: string, color: string): void {
    const { ctx } = this;
    const w = (text.length * 0.6 + 0.2) * font;
    ctx.strokeStyle = color;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(x - w / 2, y);
    ctx.lineTo(x + w / 2, y);
    ctx.stroke();
  }

  /** A clue that cannot be met: the warning color and a bar at its end. */
  private impossible(across: boolean, at: number, size: number): void {
    const { ctx, theme, l } = this;
    ctx.fillStyle = theme.warnWash;
    if (across) ctx.fillRect(l.left, at + 1, l.gridX - l.left - 1, size - 1);
    else ctx.fillRect(at + 1, l.top, size - 1, l.gridY - l.top - 1);
    ctx.fillStyle = theme.warn;
    if (across) ctx.fillRect(l.gridX - 4, at + 1, 3, size - 1);
    else ctx.fillRect(at + 1, l.gridY - 4, size - 1, 3);
  }
}
