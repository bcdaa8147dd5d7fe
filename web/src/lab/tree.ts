// The search tree of a run, built from its steps: when each node was opened, how and when
// it ended, and its position. The data is in flat arrays in the order of opening, so the
// tree at any step is a prefix of them.
//
//   parent  0 0 1 1 0     node 0 is the blank board
//   born    0 1 4 7 9     steps count from 1
//   first   0 0 0 1 2     leaves to the left of it, of the finished tree
//   leaves  3 2 1 1 1     and below it
//
// A parent is opened before its children, so one pass forwards and one backwards compute
// the layout in linear time without recursion; brute force is as deep as the board has cells.

import { drops, opens, type Trace } from './trace';

/** The state of a node, in drawing order: later ones are on top. */
export enum End {
  /** Not opened yet. */
  Unborn,
  /** All nodes below it have been visited. */
  Left,
  /** Its board breaks a clue. */
  Failed,
  /** Cut off. */
  Pruned,
  /** Open. */
  Open,
  /** Its board is a solution. */
  Solution,
}

export const ENDS = 6;

/** A step after all others. */
export const NEVER = 0x7fffffff;

export interface Tree {
  /** The number of nodes, including the root. */
  readonly size: number;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  readonly born: Int32Array;
  readonly failedAt: Int32Array;
  readonly prunedAt: Int32Array;
  readonly leftAt: Int32Array;
  readonly solvedAt: Int32Array;
  readonly first: Int32Array;
  readonly leaves: Int32Array;
  readonly maxDepth: number;
  /** The node of every step; steps count from 1. */
  readonly at: Int32Array;
}

export function buildTree({ events }: Trace): Tree {
  const size = 1 + events.reduce((n, e) => n + (opens(e) ? 1 : 0), 0);
  const ints = (value: number) => new Int32Array(size).fill(value);
  const tree = {
    size,
    parent: ints(0),
    depth: ints(0),
    born: ints(0),
    failedAt: ints(NEVER),
    prunedAt: ints(NEVER),
    leftAt: ints(NEVER),
    solvedAt: ints(NEVER),
    first: ints(0),
    leaves: ints(0),
    maxDepth: 0,
    at: new Int32Array(events.length + 1),
  };
  readSteps(tree, events);
  layOut(tree);
  return tree;
}

function readSteps(t: { -readonly [K in keyof Tree]: Tree[K] }, events: Trace['events']): void {
  // Nodes are numbered in the order of opening, but this does not rely on it.
  const known = new Map<number, number>([[0, 0]]);
  const at = (node: number | undefined) => known.get(node ?? 0) ?? 0;
  let next = 1;
  events.forEach((e, i) => {
    const step = i + 1;
    if (opens(e)) {
      const node = next++;
      t.parent[node] = at(e.parent);
      t.depth[node] = t.depth[t.parent[node]] + 1;
      t.maxDepth = Math.max(t.maxDepth, t.depth[node]);
      t.born[node] = step;
      known.set(e.node ?? node, node);
      t.at[step] = node;
      return;
    }
    const node = (t.at[step] = at(e.node));
    if (drops(e)) t.prunedAt[node] = Math.min(t.prunedAt[node], step);
    else if (e.kind === 'backtrack') t.leftAt[node] = Math.min(t.leftAt[node], step);
    else if (e.kind === 'solution') t.solvedAt[node] = Math.min(t.solvedAt[node], step);
    else if (e.kind === 'check' && e.failed) t.failedAt[node] = Math.min(t.failedAt[node], step);
  });
}

function layOut(t: Tree): void {
  for (let node = t.size - 1; node > 0; node--) {
    t.leaves[node] = Math.max(1, t.leaves[node]);
    t.leaves[t.parent[node]] += t.leaves[node];
  }
  t.leaves[0] = Math.max(1, t.leaves[0]);
  const taken = new Int32Array(t.size);
  for (let node = 1; node < t.size; node++) {
    const parent = t.parent[node];
    t.first[node] = t.first[parent] + taken[parent];
    taken[parent] += t.leaves[node];
  }
}

/** The state of a node at a step. */
export function endAt(t: Tree, node: number, step: number): End {
  if (t.born[node] > step) return End.Unborn;
  if (t.solvedAt[node] <= step) return End.Solution;
  if (t.prunedAt[node] <= step) return End.Pruned;
  if (t.failedAt[node] <= step) return End.Failed;
  return t.leftAt[node] <= step ? End.Left : End.Open;
}

/** The number of nodes opened up to a step. */
export function sizeAt(t: Tree, step: number): number {
  let low = 0;
  let high = t.size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t.born[middle] <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The path from a node to the root. */
export function pathOf(t: Tree, node: number): number[] {
  const path = [node];
  while (node > 0) path.push((node = t.parent[node]));
  return path;
}

export interface Level {
  readonly depth: number;
  readonly nodes: number;
  readonly pruned: number;
  readonly failed: number;
  readonly solutions: number;
}

/** The levels of the tree without the root, for the table. */
export function levels(t: Tree, step = NEVER - 1): Level[] {
  const table = Array.from({ length: t.maxDepth }, (_, i) => ({
    depth: i + 1,
    nodes: 0,
    pruned: 0,
    failed: 0,
    solutions: 0,
  }));
  const end = sizeAt(t, step);
  for (let node = 1; node < end; node++) {
    const level = table[t.depth[node] - 1];
    level.nodes++;
    const state = endAt(t, node, step);
    if (state === End.Pruned) level.pruned++;
    else if (state === End.Failed) level.failed++;
    else if (state === End.Solution) level.solutions++;
  }
  return table;
}
