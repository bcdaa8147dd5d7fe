// Distinguishes gestures on the board. One finger or the left button draws; the right
// button or a long press crosses; the middle button, or a drag that begins outside of the
// cells, moves the board; two fingers move and zoom, and cancel a stroke that the first
// of them began. A drag is reported relative to its start, so no distance is lost at the
// edges.

/** The handler of gestures. Points are relative to the board. */
export interface GestureTarget {
  /** Begins a stroke; returns false if there is no cell to draw on. */
  paintStart(x: number, y: number, cross: boolean): boolean;
  paintMove(x: number, y: number): void;
  paintEnd(): void;
  paintCancel(): void;
  /** Begins a drag at a point. It moves the cells if `cells` is set. */
  grab(x: number, y: number, cells: boolean): void;
  /** The current position of the drag, and the spread of two fingers relative to the start. */
  drag(x: number, y: number, spread: number): void;
  /** The pointer was released without moving. */
  tap(x: number, y: number): void;
  /** The wheel scrolls. */
  pan(dx: number, dy: number): void;
  zoom(factor: number, x: number, y: number): void;
  /** The pointer is over the board without pressing, or has left it. */
  hover(x: number, y: number): void;
  leave(): void;
}

/** The duration of a long press. */
const LONG_PRESS_MS = 400;
/** The distance that a finger may move during a long press. */
const SLOP = 8;
/** One notch of a wheel is about 100; this makes it a factor of 1.2. */
const WHEEL_ZOOM = 0.0018;
/** Fingers closer than this give no useful spread. */
const MIN_SPREAD = 10;

interface Point {
  x: number;
  y: number;
}

type Mode = 'none' | 'paint' | 'hold' | 'pinch' | 'ignore';

export class Gestures {
  private readonly pointers = new Map<number, Point>();
  private mode: Mode = 'none';
  private pressed: Point | undefined;
  /** The distance of two fingers when they touched. */
  private spread = 1;
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
    // Keeps the browser from taking the focus after paintStart.
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
    this.pressed = point;
    if (event.button === 1) {
      event.preventDefault(); // no autoscroll
      this.hold(point, true);
      return;
    }
    if (event.button !== 0 && event.button !== 2) {
      this.mode = 'ignore';
      return;
    }
    if (!this.target.paintStart(point.x, point.y, event.button === 2)) {
      this.hold(point, false);
      return;
    }
    this.mode = 'paint';
    if (event.pointerType !== 'mouse' && event.button === 0) {
      this.timer = window.setTimeout(() => this.longPress(), LONG_PRESS_MS);
    }
  }

  private hold(point: Point, cells: boolean): void {
    this.mode = 'hold';
    this.target.grab(point.x, point.y, cells);
  }

  /** A long press repeats the stroke as a cross. */
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
    this.pressed = undefined;
    const fingers = this.fingers();
    if (!fingers) return;
    this.spread = fingers.spread;
    this.target.grab(fingers.x, fingers.y, true);
  }

  /** The middle of two fingers and their distance; undefined for other numbers of fingers. */
  private fingers(): (Point & { spread: number }) | undefined {
    if (this.pointers.size !== 2) return undefined;
    const [a, b] = [...this.pointers.values()];
    const spread = Math.max(MIN_SPREAD, Math.hypot(a.x - b.x, a.y - b.y));
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread };
  }

  private move(event: PointerEvent): void {
    const point = this.at(event);
    if (!this.pointers.has(event.pointerId)) {
      if (event.pointerType === 'mouse') this.target.hover(point.x, point.y);
      return;
    }
    this.pointers.set(event.pointerId, point);
    if (this.mode === 'pinch') {
      const fingers = this.fingers();
      if (fingers) this.target.drag(fingers.x, fingers.y, fingers.spread / this.spread);
    } else if (this.mode === 'hold') {
      if (this.wandered(point)) this.pressed = undefined;
      if (!this.pressed) this.target.drag(point.x, point.y, 1);
    } else if (this.mode === 'paint') {
      if (this.wandered(point)) clearTimeout(this.timer);
      this.target.paintMove(point.x, point.y);
    }
  }

  private wandered({ x, y }: Point): boolean {
    return this.pressed !== undefined && Math.hypot(x - this.pressed.x, y - this.pressed.y) > SLOP;
  }

  private up(event: PointerEvent): void {
    clearTimeout(this.timer);
    this.pointers.delete(event.pointerId);
    if (this.mode === 'paint') this.target.paintEnd();
    if (this.mode === 'hold' && this.pressed && event.button === 0) {
      this.target.tap(this.pressed.x, this.pressed.y);
    }
    // A pinch ends when all fingers are up.
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
