// The part of the board that is in view: zoom and scroll position, and the layout that
// follows from them. The view follows the size of the board's place until the player moves it.

import type { Position } from '../model/puzzle';
import {
  type Bars,
  besideNumbers,
  comfortOf,
  type Dimensions,
  layOut,
  nearestCell,
  openingView,
  pictureView,
  settle,
  type Size,
  type View,
  wholeView,
} from './layout';
import { carry, reveal, zoomAt } from './moving';
import type { Highlight } from './overlay';

/** Properties of the board on which the layout depends. */
interface Conditions {
  readonly dims: Dimensions;
  /** How many times larger than usual the browser shows text. */
  readonly text?: number;
  readonly coarse: boolean;
  readonly numbers: boolean;
  readonly reserve?: { readonly right?: number; readonly bottom?: number };
  readonly bars?: Bars;
}

/** How the board is shown: only looked at, or solved and reduced to the picture. */
interface Mode {
  readonly readonly: boolean;
  readonly finished: boolean;
}

export class Viewport {
  /** The size of the board's element. */
  room = $state.raw<Size>({ width: 0, height: 0 });
  private view = $state.raw<View>();
  private follows: 'opening' | 'whole' | undefined = 'opening';

  constructor(
    private readonly conditions: () => Conditions,
    private readonly mode: () => Mode,
  ) {}

  readonly setting = $derived.by(() => {
    const { room } = this;
    if (room.width === 0) return undefined;
    const { dims, text, coarse, numbers, reserve, bars } = this.conditions();
    const place = numbers ? besideNumbers(room) : room;
    return settle({ ...dims, text }, { ...place, ...comfortOf(room, coarse), ...reserve }, bars);
  });

  readonly layout = $derived.by(() => this.setting && this.view && layOut(this.setting, this.view));

  /** The view that the board has by itself. */
  private followed(): View | undefined {
    const { setting } = this;
    if (!setting) return undefined;
    const { finished, readonly } = this.mode();
    if (finished) return pictureView(setting);
    return readonly || this.follows === 'whole' ? wholeView(setting) : openingView(setting);
  }

  /** Adapts the view to a new setting, unless the player has moved it. */
  adapt(): void {
    if (!this.view || this.follows) this.view = this.followed();
  }

  /** Shows a new puzzle as it opens, or a solved one as a picture. */
  reset(): void {
    this.follows = 'opening';
    this.view = this.followed();
  }

  /** Moves to another view on behalf of the player. */
  move(to: View): void {
    this.follows = undefined;
    this.view = to;
  }

  zoom(factor: number, x = this.room.width / 2, y = this.room.height / 2): void {
    if (this.setting && this.layout) this.move(zoomAt(this.setting, this.layout, factor, x, y));
  }

  /** Shows the whole board. */
  fit(): void {
    this.follows = 'whole';
    this.view = this.followed();
  }

  /** Shows the whole board, or the surroundings of a cell if the whole board is shown. */
  toggleWhole(active: Position): void {
    const { setting, layout, room } = this;
    if (!setting || !layout) return;
    if (layout.cell > setting.whole) this.fit();
    else {
      const cell = Math.max(setting.open, setting.stage.comfort);
      this.move(carry(setting, layout, active, cell, room.width / 2, room.height / 2));
    }
  }

  /** Scrolls until a cell is in view, and not under a sheet if one is open. */
  reveal(place: Position, sheet: boolean): void {
    const { setting, layout } = this;
    if (!setting || !layout) return;
    const next = reveal(setting, layout, place, sheet);
    if (next.x !== layout.x || next.y !== layout.y) this.move(next);
  }

  /** Scrolls until the lines and the first cell of a hint are in view. */
  revealHint(hint: Highlight, columns: number): void {
    const { setting, layout, room } = this;
    if (!setting || !layout) return;
    const middle = nearestCell(setting, layout, room.width / 2, room.height / 2);
    // A triddler has no lines that are in view as a whole.
    for (const { axis, line } of setting.d.slants ? [] : hint.lines) {
      this.reveal(axis === 'row' ? { ...middle, row: line } : { ...middle, column: line }, true);
    }
    const [first] = hint.cells;
    if (first === undefined) return;
    this.reveal({ row: Math.floor(first / columns), column: first % columns }, true);
  }
}
