// From steps to tree and board: by hand, and on real runs of the command, whose
// counters and solutions must come out again.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METHOD_DOCS } from '../src/lab/methodDocs';
import { Replay } from '../src/lab/replay';
import { sentence, type Trace, type TraceEvent } from '../src/lab/trace';
import { buildTree, End, endAt, levels, pathOf, sizeAt } from '../src/lab/tree';
import { gridRows } from '../src/model/grid';
import { fromJSON } from '../src/model/json';
import type { Puzzle } from '../src/model/puzzle';
import { COMMAND } from './command';
import { cells, fromPicture } from './puzzles';

const trace = (...events: TraceEvent[]): Trace => ({ events, seen: events.length });

/** Two rows; the first way to lay the first is cut off, the second has a broken leaf and a solution. */
const SMALL = trace(
  { kind: 'list', row: 1, count: 2 },
  { kind: 'place', node: 1, depth: 1, row: 1, cells: '#.' },
  { kind: 'check', node: 1, depth: 1, column: 1, failed: true },
  { kind: 'prune', node: 1, depth: 1 },
  { kind: 'place', node: 2, depth: 1, row: 1, cells: '.#' },
  { kind: 'check', node: 2, depth: 1, column: 1 },
  { kind: 'place', node: 3, parent: 2, depth: 2, row: 2, cells: '.#' },
  { kind: 'check', node: 3, depth: 2, column: 2, failed: true },
  { kind: 'backtrack', node: 3, depth: 2 },
  { kind: 'place', node: 4, parent: 2, depth: 2, row: 2, cells: '#.' },
  { kind: 'solution', node: 4, depth: 2, cells: '.##.' },
);
const PUZZLE = fromPicture('.#', '#.');

describe('the tree', () => {
  const tree = buildTree(SMALL);

  it('has a node for every one that was opened, below the blank board', () => {
    expect(tree.size).toBe(5);
    expect([...tree.parent]).toEqual([0, 0, 0, 2, 2]);
    expect([...tree.depth]).toEqual([0, 1, 1, 2, 2]);
    expect(tree.maxDepth).toBe(2);
    expect(pathOf(tree, 4)).toEqual([4, 2, 0]);
  });

  it('stands in the order of the steps, each above its leaves', () => {
    expect([...tree.leaves]).toEqual([3, 1, 2, 1, 1]);
    expect([...tree.first]).toEqual([0, 0, 1, 1, 2]);
  });

  it('grows and is cut step by step', () => {
    const at = (step: number) => [1, 2, 3, 4].map((node) => endAt(tree, node, step));
    const { Unborn, Open, Failed, Pruned, Solution } = End;
    expect(at(1)).toEqual([Unborn, Unborn, Unborn, Unborn]);
    expect(at(2)).toEqual([Open, Unborn, Unborn, Unborn]);
    expect(at(3)).toEqual([Failed, Unborn, Unborn, Unborn]);
    expect(at(4)).toEqual([Pruned, Unborn, Unborn, Unborn]);
    expect(at(8)).toEqual([Pruned, Open, Failed, Unborn]);
    expect(at(11)).toEqual([Pruned, Open, Failed, Solution]);
    expect([0, 1, 2, 5, 10].map((step) => sizeAt(tree, step))).toEqual([1, 1, 2, 3, 5]);
  });

  it('tells its levels in numbers', () => {
    expect(levels(tree)).toEqual([
      { depth: 1, nodes: 2, pruned: 1, failed: 0, solutions: 0 },
      { depth: 2, nodes: 2, pruned: 0, failed: 1, solutions: 1 },
    ]);
    expect(levels(tree, 3)[0]).toMatchObject({ nodes: 1, pruned: 0, failed: 1 });
  });

  it('of a run without a choice is the blank board', () => {
    const none = buildTree(trace({ kind: 'fix', row: 1, column: 1, cells: '#' }));
    expect([none.size, none.maxDepth, none.leaves[0]]).toEqual([1, 0, 1]);
    expect(levels(none)).toEqual([]);
  });

  it('takes a level of a hundred thousand nodes, and a chain as deep', () => {
    const places = (parent: (i: number) => number): TraceEvent[] =>
      Array.from({ length: 100_000 }, (_, i) => ({
        kind: 'place',
        node: i + 1,
        parent: parent(i),
      }));
    const wide = buildTree(trace(...places(() => 0)));
    expect([wide.leaves[0], wide.maxDepth]).toEqual([100_000, 1]);
    const deep = buildTree(trace(...places((i) => i)));
    expect([deep.leaves[0], deep.maxDepth]).toEqual([1, 100_000]);
  });
});

describe('a replay', () => {
  const replay = new Replay(PUZZLE, SMALL);

  it('shows the board of every step, forwards and back', () => {
    expect(replay.boardAt(0)).toEqual(cells('????'));
    expect(replay.boardAt(2)).toEqual(cells('#.??'));
    expect(replay.boardAt(8)).toEqual(cells('.#.#'));
    expect(replay.boardAt(11)).toEqual(cells('.##.'));
    expect(replay.boardAt(5)).toEqual(cells('.#??'));
  });

  it('counts up to a step', () => {
    expect(replay.count('nodes', 4)).toBe(1);
    expect(replay.count('nodes', 11)).toBe(4);
    expect(replay.count('checks', 11)).toBe(3);
    expect(replay.count('pruned', 11)).toBe(1);
    expect(replay.counters).toEqual(['nodes', 'checks', 'pruned']);
  });

  it('points at the line or the cell of a step, and at what breaks a clue', () => {
    expect(replay.highlight(0)).toBeUndefined();
    expect(replay.highlight(1)).toEqual({ lines: [{ axis: 'row', line: 0 }], cells: [] });
    expect(replay.highlight(8)).toEqual({ lines: [{ axis: 'column', line: 1 }], cells: [] });
    expect(replay.wrong(8, replay.boardAt(8))).toEqual([1, 3]);
    expect(replay.wrong(6, replay.boardAt(6))).toEqual([]);
  });

  it('keeps what was deduced at a node with that node', () => {
    const guessed = new Replay(
      PUZZLE,
      trace(
        { kind: 'guess', node: 1, depth: 1, row: 1, column: 1, cells: '#' },
        { kind: 'fix', node: 1, depth: 1, row: 2, column: 2, cells: '#' },
        { kind: 'prune', node: 1, depth: 1 },
        { kind: 'fix', row: 1, column: 1, cells: '.' },
      ),
    );
    expect(guessed.boardAt(2)).toEqual(cells('#??#'));
    expect(guessed.boardAt(4)).toEqual(cells('.???'));
    expect(guessed.highlight(1)).toEqual({ lines: [], cells: [0] });
  });

  it('takes a failed guess for the other color', () => {
    const guess: TraceEvent = {
      kind: 'guess',
      node: 1,
      row: 1,
      column: 2,
      cells: '#',
      failed: true,
    };
    expect(new Replay(PUZZLE, trace(guess)).boardAt(1)).toEqual(cells('?.??'));
    expect(sentence(guess)).toBe('Suppose that row 1, column 2 is not filled');
  });

  it('says every step in words', () => {
    expect(SMALL.events.map(sentence)).toEqual([
      'Row 1 has 2 possibilities',
      'Lay row 1',
      'Column 1 breaks its clue',
      'Cut this branch off',
      'Lay row 1',
      'Column 1 agrees with its clue',
      'Lay row 2',
      'Column 2 breaks its clue',
      'Go back, all below has been seen',
      'Lay row 2',
      'A solution',
    ]);
    expect(sentence({ kind: 'prune', row: 3, count: 1 })).toBe('Row 3 loses 1 possibility');
    expect(sentence({ kind: 'sweep', count: 1200 })).toContain('1,200 possibilities');
    expect(replay.text(0)).toBe('The blank board');
  });
});

describe('real runs', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lab-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => execFileSync(COMMAND, args, { encoding: 'utf8' });

  /** A random board, and a method's steps and counters on it. */
  function record(method: string, size: string, seed: string) {
    const board = join(folder, `${size}-${seed}.non`);
    const steps = join(folder, 'steps.jsonl');
    run('generate', 'random', '--size', size, '--density', '0.5', '--seed', seed, '--out', board);
    run('solve', '--method', method, '--limit', '1', '--trace', steps, board);
    const lines = readFileSync(steps, 'utf8')
      .trim()
      .split('\n')
      .map((l) => JSON.parse(l));
    const puzzle: Puzzle = fromJSON(JSON.parse(run('convert', '--to', 'json', board, '-')));
    const events = lines.slice(1, -1) as TraceEvent[];
    return { puzzle, events, stats: lines[lines.length - 1].stats };
  }

  it.each([
    ['bruteforce_rulecut', '5'],
    ['liao:dfs', '5x4'],
    ['dfs_rulecut_wiki', '7'],
    ['dfs_possiblecut', '7'],
    ['recursive_intersect', '12'],
    ['recursive_intersect_greedy', '12x10'],
    ['table_bfs', '6'],
    ['table_dfs:none', '5'],
    ['shift_bfs', '5'],
    ['row_dfs_cutoff', '6'],
  ])('of %s on %s come out as they went in', (method, size) => {
    for (const seed of ['7', '8', '9']) {
      const { puzzle, events, stats } = record(method, size, seed);
      const replay = new Replay(puzzle, { events, seen: events.length });
      expect(replay.tree.size - 1).toBe(stats.nodes ?? 0);
      expect(replay.count('checks', replay.length)).toBe(stats.checks ?? 0);
      const last = events[events.length - 1];
      expect(last.kind).toBe('solution');
      // What was laid and deduced is the solution before that is told, too.
      const before = new Replay(puzzle, { events: events.slice(0, -1), seen: 0 });
      expect(gridRows(puzzle, replay.boardAt(replay.length)).join('')).toBe(last.cells);
      expect(gridRows(puzzle, before.boardAt(before.length)).join('')).toBe(last.cells);
    }
  });

  it('are of methods that are all explained', () => {
    const names = run('methods', '--json')
      .trim()
      .split('\n')
      .map((l) => JSON.parse(l).name);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !METHOD_DOCS[name])).toEqual([]);
  });
});
