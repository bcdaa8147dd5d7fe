// Where a key moves the focus.

import type { Position } from '../model/puzzle';
import type { Size } from './layout';

const ARROWS: Record<string, readonly [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const PAGE = 5;

/** The cell that a key leads to, undefined for keys that do not move. The edge stops. */
export function steps(event: KeyboardEvent, from: Position, size: Size): Position | undefined {
  if (event.altKey || event.metaKey) return undefined;
  const inside = (row: number, column: number): Position => ({
    row: Math.max(0, Math.min(size.height - 1, row)),
    column: Math.max(0, Math.min(size.width - 1, column)),
  });
  const { row, column } = from;
  const arrow = ARROWS[event.key];
  if (arrow) {
    const far = event.ctrlKey ? PAGE : 1;
    return inside(row + arrow[0] * far, column + arrow[1] * far);
  }
  switch (event.key) {
    case 'Home':
      return inside(event.ctrlKey ? 0 : row, 0);
    case 'End':
      return inside(event.ctrlKey ? size.height - 1 : row, size.width - 1);
    case 'PageUp':
      return inside(row - PAGE, column);
    case 'PageDown':
      return inside(row + PAGE, column);
    default:
      return undefined;
  }
}
