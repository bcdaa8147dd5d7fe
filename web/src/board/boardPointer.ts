// What pointers do on the board: draw strokes, drag the view, the clues and the bars, tap
// clues, hover. A stroke that is held at an edge scrolls the view in its direction.

import { type Axis, clueOf, type Position, type Puzzle } from '../model/puzzle';
import type { GestureTarget } from './gestures';
import { blockAt, isCrowded } from './clueLayout';
import {
  type Bars,
  cellAt,
  clueAt,
  layOut,
  type Layout,
  nearestCell,
  type Zone,
  zoneAt,
} from './layout';
import { barsAfter, carry, edgePull, type Spot, spotAt, viewFromMap } from './moving';
import type { StrokePreview } from './strokePreview.svelte';
import { numberAt } from './triddlerGeometry';
import type { Viewport } from './viewport.svelte';

/** The board's state as the pointer needs it. */
interface State {
  readonly puzzle: Puzzle;
  readonly readonly: boolean;
  readonly finished: boolean;
  /** Pointers move the cursor instead of drawing. */
  readonly cursor: boolean;
  readonly bars: Bars | undefined;
}

/** The actions of the board. */
interface Actions {
  begin(place: Position, cross: boolean): void;
  extend(place: Position): void;
  commit(): void;
  setActive(place: Position): void;
  setHover(place: Position | undefined): void;
  setBars(bars: Bars | undefined): void;
  clickClue(axis: Axis, line: number, block: number): void;
  /** Shows a clue that is cut off in its bar. */
  showClue(axis: Axis, line: number): void;
}

/** How long a stroke rests in a cell at an edge before it scrolls: a lifted finger rests less. */
const REST_MS = 300;
/** The highest speed of scrolling at an edge, in cells per second. */
const EDGE_SPEED = 16;
/** The longest time that counts between two frames, in milliseconds. */
const MAX_FRAME_MS = 50;

export class BoardPointer implements GestureTarget {
  /** What the pointer holds, where, and the layout at that time. */
  private held: { zone: Zone; x: number; y: number; from: Layout; spot: Spot } | undefined;
  private pointer = { x: 0, y: 0 };
  private frame = 0;
  private scrolledAt = 0;
  /** Runs while the stroke rests at an edge. */
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly viewport: Viewport,
    private readonly preview: StrokePreview,
    private readonly state: () => State,
    private readonly actions: Actions,
  ) {}

  stop(): void {
    if (this.frame) cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
    this.frame = this.scrolledAt = 0;
    this.rest = undefined;
  }

  /** The layout and its setting, once the board has a size. */
  private get placed() {
    const { setting: s, layout: l } = this.viewport;
    return s && l && { s, l };
  }

  paintStart(x: number, y: number, cross: boolean): boolean {
    const { cursor, readonly, finished } = this.state();
    const placed = this.placed;
    const place = placed && cellAt(placed.s, placed.l, x, y);
    if (!place || cursor || readonly || finished) return false;
    this.stop();
    this.actions.begin(place, cross);
    return true;
  }

  paintMove(x: number, y: number): void {
    const placed = this.placed;
    const { stroke } = this.preview;
    if (!placed || !stroke) return;
    const { row, column } = stroke.tip;
    this.actions.extend(nearestCell(placed.s, placed.l, x, y));
    this.pointer = { x, y };
    if (this.frame) return; // it scrolls
    const moved = stroke.tip.row !== row || stroke.tip.column !== column;
    if (!moved && this.rest) return;
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.rest = undefined;
      this.frame = requestAnimationFrame((now) => this.scroll(now));
    }, REST_MS);
  }

  paintEnd(): void {
    this.stop();
    this.actions.commit();
  }

  paintCancel(): void {
    this.stop();
    this.preview.abandon();
  }

  grab(x: number, y: number, cells: boolean): void {
    const placed = this.placed;
    if (!placed) return;
    const { s, l } = placed;
    const zone = cells ? 'cells' : zoneAt(s, l, x, y);
    this.held = { zone, x, y, from: l, spot: spotAt(l, x, y) };
  }

  drag(x: number, y: number, spread: number): void {
    const { held, placed, viewport } = this;
    if (!held || !placed) return;
    const { s, l } = placed;
    const { zone, from, spot } = held;
    const [dx, dy] = [x - held.x, y - held.y];
    if (zone === 'corner') {
      if (from.grip) this.actions.setBars(barsAfter(s, from, dx, dy));
    } else if (zone === 'map') viewport.move(viewFromMap(s, l, x, y));
    else if (zone === 'rows' && from.moreX > 0)
      viewport.move({ ...from, y: from.y - dy, clueX: from.clueX + dx });
    else if (zone === 'columns' && from.moreY > 0)
      viewport.move({ ...from, x: from.x - dx, clueY: from.clueY + dy });
    else viewport.move(carry(s, from, spot, from.cell * spread, x, y));
  }

  tap(x: number, y: number): void {
    const { held, placed } = this;
    if (!held || !placed) return;
    const { s, l } = placed;
    const { cursor, readonly, bars } = this.state();
    if (held.zone === 'map') this.viewport.move(viewFromMap(s, l, x, y));
    else if (held.zone === 'corner' && held.from.grip && l.grip)
      this.actions.setBars(bars ? undefined : { x: 1, y: 1 });
    else if (held.zone === 'rows' || held.zone === 'columns') this.tapClue(x, y);
    else if (cursor && !readonly) {
      const place = cellAt(s, l, x, y);
      if (place) this.actions.setActive(place);
    }
  }

  private tapClue(x: number, y: number): void {
    const { placed } = this;
    const { puzzle, readonly, finished } = this.state();
    if (placed?.s.d.slants && !readonly && !finished) {
      const { cell, font, x: left, y: top } = placed.l;
      const view = { cell, font, x: -left, y: -top };
      const number = numberAt(placed.s.d.slants, view, x, y);
      if (number) this.actions.clickClue(number.axis, number.line, number.block);
      return;
    }
    const at = placed && clueAt(placed.s, placed.l, x, y);
    if (!at || readonly || finished) return;
    const clue = clueOf(puzzle, at.axis, at.line);
    if (isCrowded(placed.s.d, placed.l, clue, at.axis)) {
      this.actions.showClue(at.axis, at.line);
      return;
    }
    const block = blockAt(placed.s.d, placed.l, clue, at.axis, x, y);
    if (block !== undefined) this.actions.clickClue(at.axis, at.line, block);
  }

  pan(dx: number, dy: number): void {
    const { layout: l } = this.viewport;
    if (l) this.viewport.move({ ...l, x: l.x - dx, y: l.y - dy });
  }

  zoom(factor: number, x: number, y: number): void {
    this.viewport.zoom(factor, x, y);
  }

  /** Over a clue only its line is known; the other coordinate is -1. */
  hover(x: number, y: number): void {
    const { placed } = this;
    if (!placed) return;
    const line = clueAt(placed.s, placed.l, x, y);
    const ofClue =
      line?.axis === 'row'
        ? { row: line.line, column: -1 }
        : line && { row: -1, column: line.line };
    this.actions.setHover(cellAt(placed.s, placed.l, x, y) ?? ofClue);
  }

  leave(): void {
    this.actions.setHover(undefined);
  }

  /** Scrolls one frame towards the edge at which the stroke is held. */
  private scroll(now: number): void {
    this.frame = 0;
    const { placed, pointer } = this;
    const { stroke, start, byKeys } = this.preview;
    if (!placed || !stroke || byKeys) {
      this.scrolledAt = 0;
      return;
    }
    const { s, l } = placed;
    const towards = (pulled: number, tip: number, from: number) =>
      Math.sign(tip - from) === Math.sign(pulled) ? pulled : 0;
    const edge = edgePull(l, pointer.x, pointer.y);
    const x = towards(edge.x, stroke.tip.column, start.column);
    const y = towards(edge.y, stroke.tip.row, start.row);
    // The first frame only sets the time.
    const ms = this.scrolledAt ? Math.min(now - this.scrolledAt, MAX_FRAME_MS) : 0;
    const far = (ms / 1000) * EDGE_SPEED * l.cell;
    const next = layOut(s, { ...l, x: l.x + x * far, y: l.y + y * far });
    const ended = (x === 0 && y === 0) || (far > 0 && next.x === l.x && next.y === l.y);
    this.scrolledAt = ended ? 0 : now;
    if (ended) return;
    if (far > 0) {
      this.viewport.move(next);
      this.actions.extend(nearestCell(s, next, pointer.x, pointer.y));
    }
    this.frame = requestAnimationFrame((later) => this.scroll(later));
  }
}
