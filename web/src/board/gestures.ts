// Pointers on the board, told apart: painting, panning, pinching. One finger or the
// left button paints; the right button, or a finger that rests, crosses; the middle
// button, or a drag that begins on the clues, pans; two fingers pan and zoom, and
// whatever the first of them had begun to paint is taken back. A gesture, once it is
// a pan or a pinch, never paints.

/** What the board does about it. Points are relative to the board. */
export interface GestureTarget {
  /** A stroke begins; false where there is nothing to paint on. */
  paintStart(x: number, y: number, cross: boolean): boolean;
  paintMove(x: number, y: number): void;
  paintEnd(): void;
  paintCancel(): void;
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  /** The pointer is above the board without doing anything, or has left it. */
  hover(x: number, y: number): void;
  leave(): void;
}

/** How long a finger rests before it crosses. */
const LONG_PRESS_MS = 400;
/** How far a resting finger may wander. */
const SLOP = 8;
/** One notch of a wheel is about 100; this makes it a factor of 1.2. */
const WHEEL_ZOOM = 0.0018;

interface Point {
  x: number;
  y: number;
}

type Mode = 'none' | 'paint' | 'pan' | 'pinch' | 'ignore';

export class Gestures {
  private readonly pointers = new Map<number, Point>();
  private mode: Mode = 'none';
  private pressed: Point | undefined;
  private timer = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly target: GestureTarget,
  ) {}

  /** Listens until the returned function is called. */
  listen(): () => void {
    const stop = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      handle: (event: HTMLElementEventMap[K]) => void,
    ) => this.element.addEventListener(type, handle, { signal: stop.signal, passive: false });
    on('pointerdown', (e) => this.down(e));
    on('pointermove', (e) => this.move(e));
    on('pointerup', (e) => this.up(e));
    on('pointercancel', (e) => this.cancel(e));
    on('pointerleave', () => this.target.leave());
    on('contextmenu', (e) => e.preventDefault());
    // Otherwise the browser would take the focus from the board after paintStart.
    on('mousedown', (e) => e.preventDefault());
    on('wheel', (e) => this.wheel(e));
    return () => {
      clearTimeout(this.timer);
      stop.abort();
    };
  }

  private at(event: MouseEvent): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private down(event: PointerEvent): void {
    const point = this.at(event);
    this.pointers.set(event.pointerId, point);
    this.element.setPointerCapture(event.pointerId);
    if (this.pointers.size > 1) {
      this.startPinch();
      return;
    }
    if (event.button === 1) {
      event.preventDefault(); // no scrolling by the middle button
      this.mode = 'pan';
      return;
    }
    if (event.button !== 0 && event.button !== 2) {
      this.mode = 'ignore';
      return;
    }
    this.pressed = point;
    this.mode = this.target.paintStart(point.x, point.y, event.button === 2) ? 'paint' : 'pan';
    if (this.mode === 'paint' && event.pointerType !== 'mouse' && event.button === 0) {
      this.timer = window.setTimeout(() => this.longPress(), LONG_PRESS_MS);
    }
  }

  /** The finger has rested: the same stroke again, as a cross. */
  private longPress(): void {
    if (this.mode !== 'paint' || !this.pressed) return;
    this.target.paintCancel();
    this.target.paintStart(this.pressed.x, this.pressed.y, true);
    navigator.vibrate?.(12);
  }

  private startPinch(): void {
    clearTimeout(this.timer);
    if (this.mode === 'paint') this.target.paintCancel();
    this.mode = 'pinch';
  }

  private move(event: PointerEvent): void {
    const point = this.at(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') this.target.hover(point.x, point.y);
      return;
    }
    if (this.mode === 'pinch') this.pinch(event.pointerId, before, point);
    else if (this.mode === 'pan') this.target.pan(point.x - before.x, point.y - before.y);
    else if (this.mode === 'paint') this.paint(point);
    this.pointers.set(event.pointerId, point);
  }

  private paint(point: Point): void {
    if (this.pressed && Math.hypot(point.x - this.pressed.x, point.y - this.pressed.y) > SLOP) {
      clearTimeout(this.timer);
    }
    this.target.paintMove(point.x, point.y);
  }

  /** Moves by how the middle of two fingers moved, and zooms by how they spread. */
  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!other || this.pointers.size !== 2) return;
    this.target.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    const spread = (p: Point) => Math.max(10, Math.hypot(p.x - other.x, p.y - other.y));
    this.target.zoom(spread(now) / spread(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  private up(event: PointerEvent): void {
    clearTimeout(this.timer);
    this.pointers.delete(event.pointerId);
    if (this.mode === 'paint') this.target.paintEnd();
    // After a pinch nothing happens until all fingers are up.
    if (this.pointers.size === 0) this.mode = 'none';
    else this.mode = this.mode === 'pinch' ? 'pinch' : 'ignore';
    if (event.pointerType !== 'mouse') this.target.leave();
  }

  private cancel(event: PointerEvent): void {
    clearTimeout(this.timer);
    if (this.mode === 'paint') this.target.paintCancel();
    this.pointers.delete(event.pointerId);
    this.mode = this.pointers.size === 0 ? 'none' : 'ignore';
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    if (this.mode === 'paint') return;
    const { x, y } = this.at(event);
    // Browsers report a pinch on a trackpad as a wheel with the control key.
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    if (sideways && !event.ctrlKey) {
      const along = event.deltaX || event.deltaY;
      this.target.pan(-along * unit, event.deltaX ? -event.deltaY * unit : 0);
    } else {
      const strength = event.ctrlKey ? 4 : 1;
      this.target.zoom(Math.exp(-event.deltaY * unit * WHEEL_ZOOM * strength), x, y);
    }
  }
}
