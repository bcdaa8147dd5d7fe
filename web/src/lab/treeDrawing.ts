// A search tree as an SVG file. The painter of the canvas draws on a context that writes the
// same shapes as paths.

import type { ThemeColors } from '../board/themeColors';
import type { Replay } from './replay';
import { heightOf, paintTree, shapeOf, type TreeContext } from './treePainter';

const WIDTH = 960;
const MAX_HEIGHT = 540;

const number = (n: number) => String(Math.round(n * 100) / 100);

class SVGContext implements TreeContext {
  readonly shapes: string[] = [];
  fillStyle: TreeContext['fillStyle'] = '';
  strokeStyle: TreeContext['strokeStyle'] = '';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  globalAlpha = 1;
  private path = '';

  constructor(readonly canvas: { width: number; height: number }) {}

  clearRect(): void {
    this.shapes.length = 0;
  }

  beginPath(): void {
    this.path = '';
  }

  moveTo(x: number, y: number): void {
    this.path += `M${number(x)} ${number(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.path += `${this.path === '' ? 'M' : 'L'}${number(x)} ${number(y)}`;
  }

  /** Whole circles, which is all that trees have. */
  arc(x: number, y: number, radius: number): void {
    const [r, d] = [number(radius), number(2 * radius)];
    this.path += `M${number(x + radius)} ${number(y)}a${r} ${r} 0 1 0 -${d} 0a${r} ${r} 0 1 0 ${d} 0`;
  }

  fill(): void {
    this.add(`fill="${String(this.fillStyle)}"`);
  }

  stroke(): void {
    this.add(
      `fill="none" stroke="${String(this.strokeStyle)}" stroke-width="${this.lineWidth}" stroke-linejoin="${this.lineJoin}"`,
    );
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.path = `M${number(x)} ${number(y)}h${number(width)}v${number(height)}h-${number(width)}z`;
    this.fill();
    this.path = '';
  }

  private add(look: string): void {
    if (this.path === '') return;
    const alpha = this.globalAlpha < 1 ? ` opacity="${this.globalAlpha}"` : '';
    this.shapes.push(`<path d="${this.path}" ${look}${alpha}/>`);
  }
}

/** Draws the tree of a run at a step. */
export function treeSVG(replay: Replay, step: number, theme: ThemeColors): string {
  const size = { width: WIDTH, height: Math.min(MAX_HEIGHT, heightOf(replay.tree)) };
  const context = new SVGContext(size);
  const { width, height } = size;
  paintTree(context, theme, shapeOf(replay.tree, width, height), step, replay.nodeAt(step));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="${width}" height="${height}" fill="${theme.page}"/>`,
    ...context.shapes,
    '</svg>\n',
  ].join('\n');
}
