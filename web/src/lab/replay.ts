// A run played back from its steps: the board, the node and the counters at any of
// them. The board of a node is that of its parent with what the node itself lays and
// what was deduced at it, so it is put together along the path from the blank board:
// no copies are kept, and going back costs what going forward does.

import { EMPTY, type Puzzle, UNKNOWN } from '../model/puzzle';
import { blankGrid, isFilled } from '../model/grid';
import { msg } from '../i18n/languages';
import { t } from '../i18n/i18n.svelte';
import type { Highlight } from '../board/overlay';
import { drops, opens, sentence, type Trace, type TraceEvent } from './trace';
import { buildTree, pathOf, type Tree } from './tree';

/** What is counted while a run is played. */
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
  /** For every node, the steps that wrote on its board, in their order. */
  private readonly writes: number[][];
  private readonly sums: Record<Counter, Float64Array>;
  private readonly bySymbol: Map<string, number>;

  constructor(
    private readonly puzzle: Puzzle,
    private readonly trace: Trace,
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

  /** The node that a step is at. */
  nodeAt(step: number): number {
    return this.tree.at[Math.min(step, this.length)];
  }

  count(counter: Counter, step: number): number {
    return this.sums[counter][Math.min(step, this.length)];
  }

  /** Counters that this run moves at all. */
  get counters(): Counter[] {
    return COUNTERS.filter((c) => this.sums[c][this.length] > 0);
  }

  /** What the step says, for people. */
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

  /** What a cell has if it does not have a color; that is known with two colors only. */
  private other(color: number): number {
    if (this.puzzle.palette.length > 2) return UNKNOWN;
    return color === EMPTY ? 1 : EMPTY;
  }

  /** The line or the cell that a step looks at. */
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

  /** Cells to mark as wrong: what stands in a line that has just broken its clue. */
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
