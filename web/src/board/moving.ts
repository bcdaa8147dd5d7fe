// Moving the view: zoom, scroll, the minimap and the grip of the clue bars.

import type { Position, Shape } from '../model/puzzle';
import { middleOf } from '../model/triddler';
import {
  type Bars,
  clamp,
  layOut,
  type Layout,
  MAX_SHARE,
  MIN_SHARE,
  type Setting,
  type View,
} from './layout';

/** The distance from the edge at which a stroke scrolls. */
const EDGE = 28;

/** A point of the board, in cells. */
export interface Spot {
  readonly column: number;
  readonly row: number;
}

export const spotAt = (l: Layout, x: number, y: number): Spot => ({
  column: (x - l.gridX + l.x) / l.cell,
  row: (y - l.gridY + l.y) / l.cell,
});

/** The view in which a spot is at a point at a given zoom, as far as possible. */
export function carry(s: Setting, view: View, spot: Spot, cell: number, x: number, y: number) {
  const next = layOut(s, { ...view, cell });
  return layOut(s, {
    ...view,
    cell: next.cell,
    x: spot.column * next.cell - (x - next.gridX),
    y: spot.row * next.cell - (y - next.gridY),
  });
}

/** Zooms so that the cell under a point stays there, as far as possible. */
export const zoomAt = (s: Setting, l: Layout, factor: number, x: number, y: number): Layout =>
  carry(s, l, spotAt(l, x, y), l.cell * factor, x, y);

/** Scrolls until a cell is in view, and not under a sheet if one is open. */
export function reveal(s: Setting, l: Layout, place: Position, sheet = false): Layout {
  const { right = 0, bottom = 0, width, height } = s.stage;
  const into = (offset: number, size: number, at: number) =>
    Math.min(at * l.cell, Math.max(offset, (at + 1) * l.cell + 1 - Math.max(l.cell, size)));
  const shownX = Math.min(l.viewX, sheet ? width - right - l.gridX : Infinity);
  const shownY = Math.min(l.viewY, sheet ? height - bottom - l.gridY : Infinity);
  const { slants } = s.d;
  const [column, row] = slants ? boxAt(slants.shape, place) : [place.column, place.row];
  return layOut(s, {
    ...l,
    x: into(l.x, shownX, column),
    y: into(l.y, shownY, row),
  });
}

/** The corner of a square around a triangle. */
function boxAt(shape: Shape, place: Position): readonly [column: number, row: number] {
  const { x } = middleOf(shape, place);
  return [x - 0.5, place.row];
}

/** The view centered at a point of the minimap. */
export function viewFromMap(s: Setting, l: Layout, x: number, y: number): View {
  if (!l.map) return l;
  const column = ((x - l.map.x) / l.map.width) * s.d.width;
  const row = ((y - l.map.y) / l.map.height) * s.d.height;
  return { ...l, x: column * l.cell - l.viewX / 2, y: row * l.cell - l.viewY / 2 };
}

/** The scrolling speed at a point near the edges: -1 to 1 in each direction. */
export function edgePull(l: Layout, x: number, y: number): { x: number; y: number } {
  const pull = (at: number, size: number) => {
    const edge = Math.min(EDGE, size / 4);
    if (at < edge) return Math.max(-1, (at - edge) / edge);
    return Math.min(1, Math.max(0, (at - size + edge) / edge));
  };
  return { x: pull(x - l.gridX, l.viewX), y: pull(y - l.gridY, l.viewY) };
}

/** The sizes of the bars after dragging their grip. */
export function barsAfter(s: Setting, l: Layout, dx: number, dy: number): Bars {
  const { width, height } = s.stage;
  const share = (size: number, room: number) => clamp(size / room, MIN_SHARE, MAX_SHARE);
  return { x: share(l.gridX - l.left + dx, width), y: share(l.gridY - l.top + dy, height) };
}
