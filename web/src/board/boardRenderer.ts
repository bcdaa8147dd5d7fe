// Paints the board on its two canvases: the sheet where it changed, the overlay always.

import { redrawn } from '../model/cluesFromCells';
import type { Puzzle } from '../model/puzzle';
import { BoardPainter } from './boardPainter';
import { TrianglePen } from './triddlerOverlay';
import { TriddlerPainter } from './triddlerPainter';
import { fitCanvas } from './canvas';
import type { Sheet } from './canvasPainter';
import type { Layout, Size } from './layout';
import { Minimap } from './minimap';
import { type Overlay, paintOverlay, Pen } from './overlay';
import type { StrokePreview } from './strokePreview.svelte';
import type { ThemeColors } from './themeColors';

interface Frame {
  readonly room: Size;
  readonly layout: Layout;
  readonly theme: ThemeColors;
  readonly puzzle: Puzzle;
  /** The clues follow the cells, the stroke in progress included. */
  readonly editing: boolean;
  readonly sheet: Omit<Sheet, 'puzzle' | 'cells'>;
  readonly overlay: Omit<Overlay, 'puzzle' | 'counter' | 'map'>;
}

export class BoardRenderer {
  private readonly minimap = new Minimap();
  private request = 0;

  constructor(
    private readonly sheetCanvas: HTMLCanvasElement,
    private readonly overlayCanvas: HTMLCanvasElement,
    private readonly preview: StrokePreview,
    /** What to paint; undefined if the board has no size yet. */
    private readonly frame: () => Frame | undefined,
  ) {}

  /** Paints with the next animation frame. */
  schedule(): void {
    this.request ||= requestAnimationFrame(() => {
      this.request = 0;
      const frame = this.frame();
      if (frame) this.paint(frame);
    });
  }

  /** Paints what is scheduled now, before the browser shows a page whose board has another size. */
  now(): void {
    if (!this.request) return;
    cancelAnimationFrame(this.request);
    this.request = 0;
    const frame = this.frame();
    if (frame) this.paint(frame);
  }

  stop(): void {
    cancelAnimationFrame(this.request);
  }

  private paint({ room, layout, theme, puzzle, editing, sheet, overlay }: Frame): void {
    const { preview, minimap } = this;
    const { stroke, shown: cells } = preview;
    const dpr = devicePixelRatio || 1;
    const { ctx, cleared } = fitCanvas(this.sheetCanvas, room, dpr);
    if (cleared) preview.everything = true;
    if (preview.everything || preview.dirty.size > 0) {
      const drawn = editing && stroke ? redrawn(puzzle, cells) : puzzle;
      const Painter = puzzle.shape ? TriddlerPainter : BoardPainter;
      const painter = new Painter(ctx, theme, layout, { ...sheet, puzzle: drawn, cells }, dpr);
      if (preview.everything) painter.all();
      else painter.some(preview.dirty);
      if (layout.map) minimap.draw(puzzle, cells, theme);
      preview.painted();
    }
    const over = fitCanvas(this.overlayCanvas, room, dpr).ctx;
    const marks = {
      ...overlay,
      puzzle,
      counter:
        stroke && stroke.length > 1
          ? { at: stroke.tip, text: stroke.label ?? String(stroke.length) }
          : undefined,
      map: minimap.picture,
    };
    paintOverlay(over, theme, layout, marks, puzzle.shape ? TrianglePen : Pen);
  }
}
