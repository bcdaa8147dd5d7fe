// Draws clues in the gutters: plain numbers, or chips in the color of their block.
// Crossed off is paler and struck through; what cannot be met is in the warning tone
// with a bar at its end.

import { inkLetters, textOn } from '../model/colors';
import { type Axis, clueOf, isColored } from '../model/puzzle';
import { Brush } from './brush';
import { LETTER } from './layout';
import { strokePattern } from './patterns';

export class CluePainter extends Brush {
  /** Draws the clues of some lines again. */
  lines(axis: Axis, lines: Iterable<number>): void {
    const { l } = this;
    const [x, y, w, h] =
      axis === 'row'
        ? [l.left, this.gridY, l.gutterX - 1, l.viewY]
        : [this.gridX, l.top, l.viewX, l.gutterY - 1];
    this.clipped(x, y, w, h, () => {
      for (const line of lines) this.clue(axis, line);
    });
  }

  private clue(axis: Axis, line: number): void {
    const { ctx, ink, l, sheet } = this;
    const across = axis === 'row';
    const at = across ? this.atY(line) : this.atX(line);
    const size = (across ? this.atY(line + 1) : this.atX(line + 1)) - at;
    if (across) ctx.clearRect(l.left, at, l.gutterX - 1, size);
    else ctx.clearRect(at, l.top, size, l.gutterY - 1);
    if (sheet.finish >= 1) return;
    ctx.globalAlpha = 1 - sheet.finish;
    const look = sheet.clue(axis, line);
    if (look.impossible) this.impossible(across, at, size);
    const clue = clueOf(sheet.puzzle, axis, line);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    clue.forEach((block, i) => {
      const back = clue.length - 1 - i + 0.5;
      const x = across ? this.gridX - 4 - back * l.stepX : at + size / 2;
      const y = across ? at + size / 2 : this.gridY - 3 - back * l.stepY;
      const widest = across ? l.stepX - 2 : Math.min(l.stepX - 2, size - 1);
      this.number({ x, y, widest }, block.length ? String(block.length) : '?', block.color, {
        off: look.off[i],
        impossible: look.impossible,
      });
    });
    if (clue.length === 0) {
      const x = across ? this.gridX - 4 - 0.5 * l.stepX : at + size / 2;
      const y = across ? at + size / 2 : this.gridY - 3 - 0.5 * l.stepY;
      ctx.fillStyle = ink.faint;
      this.setFont(400, l.font);
      ctx.fillText('0', x, y + l.font * 0.06);
    }
    ctx.globalAlpha = 1;
  }

  private number(
    at: { x: number; y: number; widest: number },
    text: string,
    color: number,
    { off, impossible }: { off: boolean; impossible: boolean },
  ): void {
    const { ctx, ink, l, sheet } = this;
    const { y } = at;
    let { x } = at;
    const chip = isColored(sheet.puzzle);
    this.setFont(off ? 400 : 550, l.font);
    if (chip) {
      const rgb = sheet.puzzle.palette[color].rgb;
      const w = Math.max(l.font * 1.1, at.widest);
      const h = l.font * 1.25;
      ctx.globalAlpha = (1 - sheet.finish) * (off ? 0.35 : 1);
      ctx.fillStyle = rgb;
      ctx.beginPath();
      ctx.roundRect(x - w / 2, y - h / 2, w, h, 2);
      ctx.fill();
      this.chipSign(color, x - w / 2, y - h / 2, w, h);
      ctx.fillStyle = textOn(rgb);
    } else {
      ctx.fillStyle = off ? ink.faint : impossible ? ink.warn : ink.text;
    }
    // Its letter stands behind it.
    if (chip && sheet.marks === 'letters') x -= (LETTER / 2) * l.font;
    ctx.fillText(text, x, y + l.font * 0.06);
    if (off) this.strike(x, y, text, chip ? textOn(sheet.puzzle.palette[color].rgb) : ink.faint);
    ctx.globalAlpha = 1 - sheet.finish;
  }

  /** In clues a letter stands behind the number; a pattern is drawn under the number. */
  private chipSign(color: number, x: number, y: number, w: number, h: number): void {
    const { ctx, l, sheet } = this;
    if (sheet.marks === 'none') return;
    const swatch = sheet.puzzle.palette[color];
    ctx.save();
    ctx.beginPath();
    ctx.rect(x, y, w, h);
    ctx.clip();
    ctx.strokeStyle = ctx.fillStyle = textOn(swatch.rgb);
    if (sheet.marks === 'letters') {
      this.setFont(600, l.font * 0.7);
      ctx.fillText(
        inkLetters(sheet.puzzle.palette)[color],
        x + w - l.font * 0.36,
        y + h - l.font * 0.46,
      );
    } else {
      // In tiles of half its height: a line through its middle would cross the number off.
      ctx.globalAlpha *= 0.4;
      ctx.lineWidth = 1;
      for (let left = 0; left < w; left += h / 2) {
        strokePattern(ctx, color, x + left, y, h / 2);
        strokePattern(ctx, color, x + left, y + h / 2, h / 2);
      }
    }
    ctx.restore();
    this.font = '';
    this.setFont(550, l.font);
  }

  /** Crossed off is told by a line too, not by paleness alone. */
  private strike(x: number, y: number, text: string, color: string): void {
    const { ctx, l } = this;
    const w = (text.length * 0.6 + 0.2) * l.font;
    ctx.strokeStyle = color;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(x - w / 2, y);
    ctx.lineTo(x + w / 2, y);
    ctx.stroke();
  }

  /** A clue that cannot be met: a bar at its end beside the warning tone. */
  private impossible(across: boolean, at: number, size: number): void {
    const { ctx, ink, l } = this;
    ctx.fillStyle = ink.warnWash;
    if (across) ctx.fillRect(l.left, at + 1, l.gutterX - 1, size - 1);
    else ctx.fillRect(at + 1, l.top, size - 1, l.gutterY - 1);
    ctx.fillStyle = ink.warn;
    if (across) ctx.fillRect(l.left + l.gutterX - 4, at + 1, 3, size - 1);
    else ctx.fillRect(at + 1, l.top + l.gutterY - 4, size - 1, 3);
  }
}
