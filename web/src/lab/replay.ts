// Replays a recorded run: board, node and counters at any step. The board of a node is
// built along the path from the root, so no copies are kept and seeking costs the same in
// both directions.

import { EMPTY, type Puzzle, UNKNOWN } from '../model/puzzle';
import { blankGrid, isFilled } from '../model/grid';
import { msg } from '../i18n/languages';
import { t } from '../i18n/i18n.svelte';
import type { Highlight } from '../board/overlay';
import { drops, opens, sentence, type Trace, type TraceEvent } from './trace';
import { buildTree, pathOf, type Tree } from './tree';

/** The counters of a replay. */
export const COUNTERS = ['nodes', 'checks', 'pruned', 'dropped', 'fixed'] as const;
export type Counter = (typeof COUNTERS)[number];

export const COUNTER_NAMES: Record<Counter, string> = {
  nodes: msg('Nodes'),
  checks: msg('Checks'),
  pruned: msg('Branches cut'),
  dropped: msg('Possibilities dropped'),
  fixed: msg('Cells deduced'),
};

/** How much a step adds to a counter. */
const ADDS: Record<Counter, (e: TraceEvent) => number> = {
  nodes: (e) => (opens(e) ? 1 : 0),
  checks: (e) => (e.kind === 'check' ? 1 : 0),
  pruned: (e) => (drops(e) ? 1 : 0),
  dropped: (e) => (e.kind === 'prune' && !drops(e) ? (e.count ?? 0) : 0),
  fixed: (e) => (e.kind === 'fix' ? 1 : 0),
};

export class Replay {
  readonly tree: Tree;
  /** The number of steps. */
  readonly length: number;
  /** For every node, the steps that change its board. */
  private readonly writes: number[][];
  private readonly sums: Record<Counter, Float64Array>;
  private readonly bySymbol: Map<string, number>;

  constructor(
    private readonly puzzle: Puzzle,
    readonly trace: Trace,
  ) {
    const { events } = trace;
    this.tree = buildTree(trace);
    this.length = events.length;
    this.bySymbol = new Map(puzzle.palette.map((s, color) => [s.symbol, color]));
    this.writes = Array.from({ length: this.tree.size }, () => []);
    this.sums = Object.fromEntries(
      COUNTERS.map((c) => [c, new Float64Array(events.length + 1)]),
    ) as Record<Counter, Float64Array>;
    this.read();
  }

  private read(): void {
    this.trace.events.forEach((e, i) => {
      const step = i + 1;
      const writes = opens(e) || e.kind === 'fix' || e.kind === 'solution';
      if (writes) this.writes[this.tree.at[step]].push(step);
      for (const c of COUNTERS) this.sums[c][step] = this.sums[c][i] + ADDS[c](e);
    });
  }

  event(step: number): TraceEvent | undefined {
    return this.trace.events[step - 1];
  }

  /** The node of a step. */
  nodeAt(step: number): number {
    return this.tree.at[Math.min(step, this.length)];
  }

  count(counter: Counter, step: number): number {
    return this.sums[counter][Math.min(step, this.length)];
  }

  /** The counters that this run uses. */
  get counters(): Counter[] {
    return COUNTERS.filter((c) => this.sums[c][this.length] > 0);
  }

  /** The step as text. */
  text(step: number): string {
    const e = this.event(step);
    return e ? sentence(e) : t('The blank board');
  }

  boardAt(step: number): Uint8Array {
    const grid = blankGrid(this.puzzle);
    const path = pathOf(this.tree, this.nodeAt(step)).reverse();
    for (const node of path) {
      for (const write of this.writes[node]) {
        if (write > step) break;
        this.write(grid, this.trace.events[write - 1]);
      }
    }
    return grid;
  }

  private write(grid: Uint8Array, e: TraceEvent): void {
    const { width, height } = this.puzzle;
    let at = 0;
    const rows = e.row ? [e.row - 1, e.row] : [0, height];
    const columns = e.column ? [e.column - 1, e.column] : [0, width];
    for (let y = rows[0]; y < rows[1]; y++) {
      for (let x = columns[0]; x < columns[1]; x++) {
        const color = this.bySymbol.get(e.cells?.[at++] ?? '');
        if (color !== undefined) grid[y * width + x] = e.failed ? this.other(color) : color;
      }
    }
  }

  /** The color of a cell that does not have a given color; known only with two colors. */
  private other(color: number): number {
    if (this.puzzle.palette.length > 2) return UNKNOWN;
    return color === EMPTY ? 1 : EMPTY;
  }

  /** The line or cell of a step. */
  highlight(step: number): Highlight | undefined {
    const e = this.event(step);
    if (!e || (!e.row && !e.column)) return undefined;
    const { width } = this.puzzle;
    if (e.row && e.column) return { lines: [], cells: [(e.row - 1) * width + e.column - 1] };
    const line = e.row
      ? ({ axis: 'row', line: e.row - 1 } as const)
      : ({ axis: 'column', line: e.column! - 1 } as const);
    return { lines: [line], cells: [] };
  }

  /** The filled cells of a line that has just broken its clue. */
  wrong(step: number, board: Uint8Array): number[] {
    const e = this.event(step);
    if (e?.kind !== 'check' || !e.failed) return [];
    const { width, height } = this.puzzle;
    const line = e.row
      ? Array.from({ length: width }, (_, x) => (e.row! - 1) * width + x)
      : Array.from({ length: height }, (_, y) => y * width + e.column! - 1);
    return line.filter((cell) => isFilled(board[cell]));
  }
}
