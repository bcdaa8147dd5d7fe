// Draws a search tree on a canvas, with depth downwards. Every node is above the middle of
// its leaves in the finished tree, so that nothing moves while the tree grows.
//
// A tree may have more leaves than the canvas has pixels. Nodes with enough room are drawn
// one by one with a line from their parent; the others share bars, whose color and height
// show the most frequent state. So a frame draws a bounded number of shapes:
//
//   ●           alone      a node with a span of MIN_SPAN pixels or more
//   ├──●──×     cut off    marked by a cross, not by its tone alone
//   ▌▌▌▘▘▖▖     bars       full: seen or open, half: cut off, low: a clue is broken
//
// A saved drawing (treeDrawing.ts) has the same shapes.
//
// Cost: one visit of each open node, then at most one shape per MIN_SPAN pixels and level.

import type { ThemeColors } from '../board/themeColors';
import { End, endAt, ENDS, pathOf, sizeAt, type Tree } from './tree';

/** Nodes with less room are drawn in a shared bar. */
const MIN_SPAN = 3;
/** The smallest height of a level; deeper trees combine levels. */
const MIN_ROW = 4;
const MAX_ROW = 36;
/** The largest distance of leaves. */
const MAX_UNIT = 28;
const PAD = 10;
const ALONE = -1;

/** A tree laid out for a canvas. */
export interface Shape {
  readonly tree: Tree;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** The pixels per leaf and per level. */
  readonly unit: number;
  readonly row: number;
  /** The bar of a node; ALONE if it is drawn by itself. */
  readonly bar: Int32Array;
  /** The number of bars per row, and in all. */
  readonly columns: number;
  readonly bars: number;
}

/** If levels are lower than TIGHT_ROW, a stem longer than LONG_STEM is drawn as one level. */
const TIGHT_ROW = 12;
const LONG_STEM = 4;

/** The number of levels at the top without a branch. */
function stemOf(tree: Tree): number {
  let stem = 0;
  while (stem + 1 < tree.size && tree.parent[stem + 1] === stem) stem++;
  // Nodes are numbered in the order of opening, so the stem consists of the first nodes. A
  // second child ends it.
  for (let node = stem + 1; node < tree.size; node++) stem = Math.min(stem, tree.parent[node]);
  return stem > LONG_STEM && stem < tree.maxDepth ? stem : 0;
}

/** The height with which no level is squeezed. */
export const heightOf = (tree: Tree): number => 2 * PAD + tree.maxDepth * MAX_ROW;

export function shapeOf(tree: Tree, width: number, height: number): Shape {
  const tight = (height - 2 * PAD) / tree.maxDepth < TIGHT_ROW;
  const stem = tight ? stemOf(tree) : 0;
  const levelOf = (depth: number) => (depth <= stem ? depth / stem : depth - stem + 1);
  const levels = stem > 0 ? levelOf(tree.maxDepth) : tree.maxDepth;
  const unit = Math.min(MAX_UNIT, (width - 2 * PAD) / tree.leaves[0]);
  const row = Math.min(MAX_ROW, (height - 2 * PAD) / Math.max(1, levels));
  const left = (width - unit * tree.leaves[0]) / 2;
  const columns = Math.max(1, Math.ceil(width / MIN_SPAN));
  const barRow = Math.max(MIN_ROW, row);
  const x = new Float32Array(tree.size);
  const y = new Float32Array(tree.size);
  const bar = new Int32Array(tree.size).fill(ALONE);
  for (let node = 0; node < tree.size; node++) {
    const span = tree.leaves[node] * unit;
    x[node] = left + tree.first[node] * unit + span / 2;
    const depth = stem > 0 ? levelOf(tree.depth[node]) : tree.depth[node];
    y[node] = PAD + depth * row;
    if (span >= MIN_SPAN && row >= MIN_ROW) continue;
    const level = Math.floor((depth * row) / barRow + 1e-6);
    bar[node] = level * columns + Math.min(columns - 1, Math.floor(x[node] / MIN_SPAN));
  }
  const bars = (Math.ceil((height - 2 * PAD) / barRow) + 1) * columns;
  return { tree, x, y, unit, row: barRow, bar, columns, bars };
}

/** The node nearest to a point, for clicks. */
export function nodeNear(s: Shape, step: number, x: number, y: number): number | undefined {
  const end = sizeAt(s.tree, step);
  let best: number | undefined;
  let least = 12 ** 2;
  for (let node = 0; node < end; node++) {
    const distance = (s.x[node] - x) ** 2 + (s.y[node] - y) ** 2;
    if (distance < least) [best, least] = [node, distance];
  }
  return best;
}

/** What the painter needs of a canvas. */
export type TreeContext = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineJoin'
  | 'globalAlpha'
  | 'clearRect'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'stroke'
  | 'fillRect'
> & { fill: () => void; readonly canvas: { readonly width: number; readonly height: number } };

export function paintTree(
  ctx: TreeContext,
  theme: ThemeColors,
  s: Shape,
  step: number,
  current: number,
): void {
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  new Pen(ctx, theme, s, step).draw(current);
}

class Pen {
  private readonly alone: number[][] = Array.from({ length: ENDS }, () => []);
  /** One node of every bar. */
  private readonly oneOf = new Map<number, number>();

  constructor(
    private readonly ctx: TreeContext,
    private readonly theme: ThemeColors,
    private readonly s: Shape,
    private readonly step: number,
  ) {}

  draw(current: number): void {
    const ends = this.sort();
    this.fans(ends);
    this.bars(ends);
    this.edges(End.Left, this.theme.line, 1);
    this.edges(End.Failed, this.theme.line, 1);
    this.edges(End.Pruned, this.theme.warn, 1);
    this.edges(End.Open, this.theme.quiet, 1);
    this.edges(End.Solution, this.theme.accent, 2);
    this.path(current);
    this.marks();
    this.here(current);
  }

  /** Groups nodes by state, and returns the state of each bar. */
  private sort(): Uint8Array {
    const { tree, bar, bars } = this.s;
    const counts = new Uint16Array(bars * ENDS);
    const end = sizeAt(tree, this.step);
    for (let node = 0; node < end; node++) {
      const state = endAt(tree, node, this.step);
      if (bar[node] === ALONE) this.alone[state].push(node);
      else {
        counts[bar[node] * ENDS + state]++;
        if (!this.oneOf.has(bar[node])) this.oneOf.set(bar[node], node);
      }
    }
    const ends = new Uint8Array(bars);
    for (const bar of this.oneOf.keys()) ends[bar] = mostOf(counts, bar * ENDS);
    return ends;
  }

  /** A thin line from each bar to the parent of one of its nodes. */
  private fans(ends: Uint8Array): void {
    const { ctx, theme, s } = this;
    for (const cut of [false, true]) {
      ctx.beginPath();
      for (const [bar, node] of this.oneOf) {
        const parent = s.tree.parent[node];
        if (s.bar[parent] !== ALONE || (ends[bar] === End.Pruned) !== cut) continue;
        ctx.moveTo(s.x[parent], s.y[parent]);
        ctx.lineTo(s.x[node], s.y[node]);
      }
      ctx.strokeStyle = cut ? theme.warn : theme.line;
      ctx.globalAlpha = cut ? 0.35 : 1;
      ctx.lineWidth = 1;
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
  }

  private bars(ends: Uint8Array): void {
    const { ctx, theme, s } = this;
    // The color and the vertical extent of a bar by state.
    const looks: [End, string, number, number][] = [
      [End.Left, theme.line, 0, 1],
      [End.Failed, theme.faint, 0.7, 1],
      [End.Pruned, theme.warn, 0, 0.5],
      [End.Open, theme.quiet, 0, 1],
      [End.Solution, theme.accent, 0, 1],
    ];
    const height = Math.max(1, s.row - (s.row > 6 ? 2 : 1));
    for (const [state, tone, from, to] of looks) {
      ctx.fillStyle = tone;
      for (const bar of this.oneOf.keys()) {
        if (ends[bar] !== state) continue;
        const x = (bar % s.columns) * MIN_SPAN;
        const top = PAD + Math.floor(bar / s.columns) * s.row - height;
        ctx.fillRect(x, top + height * from, MIN_SPAN - 1, Math.max(1, height * (to - from)));
      }
    }
  }

  /** Lines from the parents to the nodes in a state. */
  private edges(state: End, tone: string, width: number): void {
    const { ctx, s } = this;
    ctx.beginPath();
    for (const node of this.alone[state]) {
      if (node === 0) continue;
      const parent = s.tree.parent[node];
      ctx.moveTo(s.x[parent], s.y[parent]);
      ctx.lineTo(s.x[node], s.y[node]);
    }
    ctx.strokeStyle = tone;
    ctx.lineWidth = width;
    ctx.stroke();
  }

  /** The path from the root to the current node. */
  private path(current: number): void {
    const { ctx, s } = this;
    ctx.beginPath();
    pathOf(s.tree, current).forEach((node) => ctx.lineTo(s.x[node], s.y[node]));
    ctx.strokeStyle = this.theme.accent;
    ctx.lineWidth = 2.5;
    ctx.lineJoin = 'round';
    ctx.stroke();
  }

  private radius(node: number): number {
    const room = Math.min(this.s.tree.leaves[node] * this.s.unit, this.s.row);
    return Math.min(4, Math.max(1.25, room * 0.22));
  }

  private marks(): void {
    const { ctx, theme } = this;
    this.dots(End.Left, theme.faint, 0.7);
    this.dots(End.Open, theme.text, 1);
    ctx.strokeStyle = theme.quiet;
    this.rings();
    ctx.strokeStyle = theme.warn;
    this.crosses();
    ctx.fillStyle = theme.accent;
    for (const node of this.alone[End.Solution]) {
      const r = Math.max(4, this.radius(node) * 1.3);
      ctx.fillRect(this.s.x[node] - r, this.s.y[node] - r, 2 * r, 2 * r);
    }
  }

  private dots(state: End, tone: string, scale: number): void {
    const { ctx, s } = this;
    ctx.beginPath();
    for (const node of this.alone[state]) {
      const r = this.radius(node) * scale;
      ctx.moveTo(s.x[node] + r, s.y[node]);
      ctx.arc(s.x[node], s.y[node], r, 0, 2 * Math.PI);
    }
    ctx.fillStyle = tone;
    ctx.fill();
  }

  /** Nodes with a broken clue: hollow. */
  private rings(): void {
    const { ctx, s } = this;
    ctx.beginPath();
    for (const node of this.alone[End.Failed]) {
      const r = this.radius(node);
      ctx.moveTo(s.x[node] + r, s.y[node]);
      ctx.arc(s.x[node], s.y[node], r, 0, 2 * Math.PI);
    }
    ctx.fillStyle = this.theme.page;
    ctx.fill();
    ctx.lineWidth = 1.25;
    ctx.stroke();
  }

  /** Nodes that were cut off: crossed. */
  private crosses(): void {
    const { ctx, s } = this;
    ctx.beginPath();
    for (const node of this.alone[End.Pruned]) {
      const r = this.radius(node);
      ctx.moveTo(s.x[node] - r, s.y[node] - r);
      ctx.lineTo(s.x[node] + r, s.y[node] + r);
      ctx.moveTo(s.x[node] - r, s.y[node] + r);
      ctx.lineTo(s.x[node] + r, s.y[node] - r);
    }
    ctx.lineWidth = 1.5;
    ctx.stroke();
  }

  private here(current: number): void {
    const { ctx, s, theme } = this;
    ctx.beginPath();
    ctx.arc(s.x[current], s.y[current], 5.5, 0, 2 * Math.PI);
    ctx.lineWidth = 2.5;
    ctx.strokeStyle = theme.page;
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(s.x[current], s.y[current], 6, 0, 2 * Math.PI);
    ctx.lineWidth = 2;
    ctx.strokeStyle = theme.accent;
    ctx.stroke();
  }
}

/** The most frequent state in a bar. A solution always wins. */
function mostOf(counts: Uint16Array, at: number): End {
  if (counts[at + End.Solution] > 0) return End.Solution;
  let best = End.Unborn;
  let most = 0;
  for (let end = End.Left; end <= End.Open; end++) {
    if (counts[at + end] > most) [best, most] = [end, counts[at + end]];
  }
  return best;
}
