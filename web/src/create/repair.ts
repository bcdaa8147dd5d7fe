// Repairs a picture with the engine.

import { ask, cellIndex } from '../engine/operations';
import type { Area, GenerateRequest } from '../model/schema';
import type { Progress } from '../engine';
import { drawingIn } from '../games/drafts';
import { type Drawing, goalRows } from '../games/drawing';
import { isMirrored, type Mirror } from './strokes';

export type Aim = 'unique' | 'lines';

export interface RepairWish {
  readonly aim: Aim;
  /** The largest number of changed cells. */
  readonly most: number;
  readonly mirror: Mirror;
  /** How little each cell matters to the picture. */
  readonly doubt?: readonly number[];
  /** Cells that stay as they are. */
  readonly kept: ReadonlySet<number>;
}

/** Some cells as areas of the engine: a run of a row each. */
export function areasOf(cells: ReadonlySet<number>, width: number): Area[] {
  const areas: Area[] = [];
  for (const cell of [...cells].sort((a, b) => a - b)) {
    const [row, column] = [Math.floor(cell / width) + 1, (cell % width) + 1];
    const last = areas.at(-1);
    if (last?.row === row && last.column + last.width === column) last.width++;
    else areas.push({ row, column, width: 1, height: 1 });
  }
  return areas;
}

/** The cells of the rectangle between two corners. */
export function cellsBetween(a: number, b: number, width: number): number[] {
  const [left, right] = [a % width, b % width].sort((x, y) => x - y);
  const [top, bottom] = [Math.floor(a / width), Math.floor(b / width)].sort((x, y) => x - y);
  const cells: number[] = [];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) cells.push(y * width + x);
  }
  return cells;
}

export interface Repaired {
  readonly drawing: Drawing;
  readonly reached: boolean;
  readonly changed: readonly number[];
  /** The number of cells that single lines leave open, before and after. */
  readonly openBefore: number;
  readonly openAfter: number;
}

/** The levels that need only single lines. */
const LINE_LEVELS: GenerateRequest['levels'] = ['trivial', 'easy', 'medium'];
/** The names of the engine's symmetries. It has none for top and bottom alone. */
const SYMMETRIES: Partial<Record<Mirror, GenerateRequest['symmetry']>> = {
  x: 'mirror',
  both: 'mirrors',
};

export async function askRepair(
  d: Drawing,
  wish: RepairWish,
  options: { signal: AbortSignal; onProgress: (p: Progress) => void },
): Promise<Repaired> {
  const symmetry = isMirrored(d, wish.mirror) ? SYMMETRIES[wish.mirror] : undefined;
  const request = {
    kind: 'repair',
    puzzle: {
      palette: d.palette.map((s) => ({ name: s.name, symbol: s.symbol, color: s.rgb })),
      ...(d.shape && { triddler: [...d.shape.sides] }),
      goal: goalRows(d),
    },
    max_changes: wish.most,
    ...(wish.aim === 'lines' ? { levels: LINE_LEVELS } : {}),
    ...(symmetry ? { symmetry } : {}),
    ...(wish.kept.size > 0 ? { keep: areasOf(wish.kept, d.width) } : {}),
    ...(wish.doubt ? { doubt: [...wish.doubt] } : {}),
  };
  const { puzzles, repair } = await ask('generate', request, options);
  const { reached, changes, before, after } = repair!;
  const drawing = drawingIn(puzzles[0]) ?? d;
  return {
    // Keep the colors of the drawing and their names.
    drawing: { ...d, cells: drawing.cells },
    reached,
    changed: changes.map((c) => cellIndex(d, c)),
    openBefore: before.open,
    openAfter: after.open,
  };
}
