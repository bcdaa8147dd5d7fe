// The keys of the board.

import type { Position } from '../model/puzzle';
import type { Tool } from '../model/stroke';
import { nearestOn } from '../model/triddler';
import type { Dimensions } from './layout';

const ARROWS: Record<string, readonly [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const PAGE = 5;

/** The part of a keyboard event that the board needs. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

type Board = Pick<Dimensions, 'width' | 'height' | 'slants'>;

/** Reports whether a key is a digit of a number, of which some digits are there, or the period that
 * begins it. The first digit needs a period where digits have another meaning. */
export const isCount = (event: Press, digits: string, period: boolean): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  (digits ? /^\d$/ : period ? /^\.$/ : /^[1-9.]$/).test(event.key);

/** The cell that a key moves to, or undefined for other keys. Movement stops at the edge. */
export function cellAfterKey(
  event: Press,
  from: Position,
  size: Board,
  times = 0,
): Position | undefined {
  if (event.altKey || event.metaKey) return undefined;
  const arrow = ARROWS[event.key];
  const far = times || (event.ctrlKey ? PAGE : 1);
  if (arrow) return cellBeside(from, arrow[0] * far, arrow[1] * far, size);
  const rows = event.ctrlKey ? size.height : 0;
  switch (event.key) {
    case 'Home':
      return cellBeside(from, -rows, -size.width, size);
    case 'End':
      return cellBeside(from, rows, size.width, size);
    case 'PageUp':
      return cellBeside(from, -PAGE, 0, size);
    case 'PageDown':
      return cellBeside(from, PAGE, 0, size);
    default:
      return undefined;
  }
}

/** The cell some rows down and columns across, or the nearest one at the edge. */
export const cellBeside = (
  { row, column }: Position,
  down: number,
  across: number,
  { width, height, slants }: Board,
): Position => {
  const place = { row: row + down, column: column + across };
  if (slants) return nearestOn(slants.shape, place);
  return {
    row: Math.max(0, Math.min(height - 1, place.row)),
    column: Math.max(0, Math.min(width - 1, place.column)),
  };
};

/** The tool that a key applies at the cursor, or undefined for other keys. */
export function toolOfKey(event: Press, tool: Tool): Tool | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const tools: Record<string, Tool> = {
    ' ': tool.kind === 'fill' ? tool : { kind: 'fill', color: 1 },
    Enter: tool,
    x: { kind: 'cross' },
    Backspace: { kind: 'clear' },
    Delete: { kind: 'clear' },
  };
  return tools[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}
