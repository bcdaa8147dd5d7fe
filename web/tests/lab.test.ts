// Statistics, plans, charts and the other arithmetic of the lab.

import { describe, expect, it } from 'vitest';
import { linearScale, logScale, MARKERS, spread } from '../src/ui/chart';
import { clueNumbers, text } from '../src/lab/clueTables';
import {
  baseName,
  byFamily,
  DEFAULT_SEED,
  type Method,
  practicalSide,
  warning,
} from '../src/lab/methods';
import { METHOD_DOCS } from '../src/lab/methodDocs';
import {
  type BenchRun,
  boardsOf,
  cellsOf,
  csvOf,
  givesUp,
  parseSides,
  type Plan,
  sidesOf,
} from '../src/lab/benchmarkPlan';
import { readLink, writeLink } from '../src/lab/labLink';
import { PRESETS } from '../src/lab/presets';
import { countText, type Measured, measuredText, summarize, timeText } from '../src/lab/stats';
import { fromPicture } from './puzzles';
import { buildTree, type Tree } from '../src/lab/tree';
import { Replay } from '../src/lab/replay';
import { treeSVG } from '../src/lab/treeDrawing';
import { nodeNear, shapeOf } from '../src/lab/treePainter';
import type { ThemeColors } from '../src/board/themeColors';
import { decodePuzzle } from '../src/model/share';

const exact = (...values: number[]): Measured[] =>
  values.map((value) => ({ value, atLeast: false }));
const bound = (value: number): Measured => ({ value, atLeast: true });

describe('statistics', () => {
  it('are the usual ones where every run has ended', () => {
    expect(summarize(exact(4, 1, 3, 2))).toEqual({
      mean: { value: 2.5, atLeast: false },
      median: { value: 2.5, atLeast: false },
      min: { value: 1, atLeast: false },
      max: { value: 4, atLeast: false },
    });
    expect(summarize([])).toBeUndefined();
  });

  it('are lower bounds as far as they depend on runs that were cut off', () => {
    expect(summarize([...exact(1, 2), bound(10)])).toEqual({
      mean: { value: 13 / 3, atLeast: true },
      median: { value: 2, atLeast: false },
      min: { value: 1, atLeast: false },
      max: { value: 10, atLeast: true },
    });
    // A bound may be below everything and still stand for more.
    expect(summarize([...exact(5), bound(1), bound(2)])!.median).toEqual(bound(2));
    expect(summarize([bound(3), bound(4)])!.min).toEqual(bound(3));
  });

  it('leave out runs that were skipped, and mark what these could have made larger', () => {
    const s = summarize(exact(1, 2), 3)!;
    expect(s.mean).toEqual({ value: 1.5, atLeast: true });
    expect(s.median.atLeast).toBe(true);
    expect(s.min).toEqual({ value: 1, atLeast: false });
    expect(s.max.atLeast).toBe(true);
  });

  it('are written for people', () => {
    expect([0, 950, 12_400, 3_200_000, 7.8e10].map(countText)).toEqual([
      '0',
      '950',
      '12,400',
      '3.2 million',
      '78 billion',
    ]);
    expect([0, 0.00608, 0.9996, 1.234, 999.6, 61_000].map(timeText)).toEqual([
      '0 µs',
      '6.08 µs',
      '1 ms',
      '1.23 ms',
      '1 s',
      '61 s',
    ]);
    expect(measuredText(bound(2000), timeText)).toBe('> 2 s');
  });
});

const method = (name: string, size: string, family = 'f'): Method => ({
  number: 1,
  name,
  family,
  source: '',
  description: '',
  complete: true,
  size,
});

describe('methods', () => {
  it('warn beforehand where they are hopeless', () => {
    const m = method('bruteforce', '5×5');
    expect(practicalSide(m)).toBe(5);
    expect(warning(m, 'bruteforce', 5, 5)).toBeUndefined();
    expect(warning(m, 'bruteforce', 12, 2)).toBeUndefined();
    expect(warning(m, 'bruteforce', 6, 5)).toMatch(/up to 5×5.*6×5/);
    expect(warning(method('engine', 'any'), 'engine', 100, 100)).toBeUndefined();
    // The option takes away what makes the method go that far.
    expect(warning(method('table_dfs', '15×15'), 'table_dfs:none', 10, 10)).toMatch(/7×7/);
  });

  it('are grouped in their order', () => {
    const list = [method('a', '1', 'x'), method('b', '1', 'y'), method('c', '1', 'x')];
    expect(byFamily(list).map((g) => [g.family, ...g.methods.map((m) => m.name)])).toEqual([
      ['x', 'a', 'c'],
      ['y', 'b'],
    ]);
  });

  it('of the presets are all explained', () => {
    for (const preset of PRESETS) {
      for (const label of preset.methods) expect(METHOD_DOCS[baseName(label)]).toBeDefined();
    }
  });
});

const run = (method: string, side: number, over: Partial<BenchRun> = {}): BenchRun => ({
  method,
  side,
  size: `${side}×${side}`,
  board: 1,
  outcome: 'solved',
  status: 'solved',
  reason: '',
  ms: 1,
  repeats: 1,
  nodes: 10,
  looks: 20,
  guesses: 0,
  conflicts: 0,
  checks: 0,
  fault: '',
  ...over,
});

describe('a benchmark', () => {
  const plan: Plan = {
    methods: ['a', 'b'],
    sides: [5, 7],
    boards: 3,
    first: 50,
    last: 35,
    seed: '1',
    limit: 1,
    seconds: 1,
  };
  const cut = { outcome: 'timed out', ms: 1000 } as const;

  it('gives up on a method that was cut off on more than half of the boards', () => {
    expect(givesUp([run('a', 5, cut)], 3)).toBe(false);
    expect(givesUp([run('a', 5, cut), run('a', 5), run('a', 5, cut)], 3)).toBe(true);
    expect(givesUp([run('a', 5, cut), run('a', 5, { ...cut, outcome: 'out of budget' })], 3)).toBe(
      true,
    );
  });

  it('is summed up method by method, size by size', () => {
    const cells = cellsOf(plan, [
      run('b', 5, { ms: 3 }),
      run('a', 5, { ms: 2, nodes: 4 }),
      run('a', 5, { ms: 4, nodes: 8 }),
      run('a', 5, { outcome: 'wrong', ms: 99 }),
      run('a', 7, cut),
      run('a', 7, { outcome: 'skipped' }),
    ]);
    expect(cells.map((c) => [c.side, c.method])).toEqual([
      [5, 'a'],
      [5, 'b'],
      [7, 'a'],
    ]);
    expect(cells[0]).toMatchObject({ runs: 3, solved: 2, bad: 1, cut: 0 });
    expect(cells[0].time!.median).toEqual({ value: 3, atLeast: false });
    expect(cells[0].nodes!.mean).toEqual({ value: 6, atLeast: false });
    expect(cells[2]).toMatchObject({ runs: 2, cut: 1, skipped: 1 });
    expect(cells[2].time!.median.atLeast).toBe(true);
  });

  it('groups opened puzzles by their longer side', () => {
    const puzzles = [fromPicture('#.#', '.#.'), fromPicture('#.', '.#', '##'), fromPicture('#')];
    const own = { ...plan, puzzles, sides: sidesOf(puzzles) };
    expect(own.sides).toEqual([1, 3]);
    expect(own.sides.map((side) => boardsOf(own, side))).toEqual([1, 2]);
    expect(boardsOf(plan, 5)).toBe(3);
    const cells = cellsOf(own, [run('a', 3, { size: '3×2' }), run('a', 3, { size: '2×3' })]);
    expect(cells.map((c) => c.sizes)).toEqual(['3×2, 2×3']);
    expect(csvOf([run('a', 3, { size: '3×2' })], '')).toContain('a,3×2,1,solved');
  });

  it('reads sizes as people type them', () => {
    expect(parseSides('10, 5;7 5 0 99')).toEqual([5, 7, 10]);
    expect(parseSides('none')).toEqual([]);
  });

  it('is written as CSV', () => {
    const text = csvOf(
      [run('a', 5, { ms: 1.5 }), run('b', 7, { outcome: 'skipped', fault: 'a "b", c' })],
      'Browser 1, (x)',
    );
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^method,set,puzzle,outcome,status,stopped,time_s,/);
    expect(lines[1]).toBe(
      'a,5×5,1,solved,solved,,0.0015,1,10,20,0,0,0,,wall time,"Browser 1, (x)"',
    );
    expect(lines[2]).toContain(',skipped,solved,,,1,10,20,0,0,0,"a ""b"", c",');
    expect(lines).toHaveLength(4);
  });
});

describe('a link to a step', () => {
  const puzzle = fromPicture('#.', '##');

  it('carries board, methods, step, goal and seed', () => {
    const asked = {
      methods: ['table_dfs:none', 'force:max_iter=inf'],
      goal: '2',
      seed: 7,
      step: 40,
    } as const;
    const { code, ...read } = readLink(writeLink(puzzle, asked))!;
    expect(read).toEqual(asked);
    expect(decodePuzzle(code).rows).toEqual(puzzle.rows);
  });

  it('is read whatever it contains', () => {
    expect(readLink('watch')).toBeUndefined();
    expect(readLink('p=')).toBeUndefined();
    const many = Array.from({ length: 99 }, (_, i) => 'm' + i).join(',');
    const read = readLink(`p=x&m=a,,a,${many}&step=-1&seed=1e9&goal=3`)!;
    expect(read.methods).toEqual(['a', 'm0', 'm1', 'm2', 'm3', 'm4']);
    expect(read).toMatchObject({ code: 'x', step: 0, seed: DEFAULT_SEED, goal: '1' });
  });
});

describe('a saved tree', () => {
  it('has the marks of the canvas', () => {
    const theme = new Proxy({}, { get: (_, name) => String(name) }) as ThemeColors;
    const events = [
      { kind: 'place', node: 1, row: 1, cells: '#.' },
      { kind: 'check', node: 1, column: 1, failed: true },
      { kind: 'place', node: 2, row: 1, cells: '.#' },
      { kind: 'solution', node: 2 },
    ] as const;
    const replay = new Replay(fromPicture('#.', '##'), { events, seen: events.length });
    const paths = (step: number) =>
      treeSVG(replay, step, theme)
        .match(/<path [^>]*>/g)!
        .map((p) => p.replace(/d="[^"]*"/, ''));
    const whole = treeSVG(replay, events.length, theme);
    expect(whole).toMatch(/^<svg [^]*<\/svg>\n$/);
    expect(whole).not.toMatch(/NaN|undefined|\[object/);
    expect(paths(4).some((p) => p.includes('fill="accent"'))).toBe(true); // the solution
    expect(paths(3).some((p) => p.includes('fill="accent"'))).toBe(false); // not before it
  });
});

describe('a chart', () => {
  it('has powers of ten around all values', () => {
    const scale = logScale([0.02, 3, 700]);
    expect([scale.low, scale.high]).toEqual([0.01, 1000]);
    expect(scale.ticks.map((t) => Number(t.toPrecision(3)))).toEqual([0.01, 0.1, 1, 10, 100, 1000]);
    expect(scale.at(0.01)).toBeCloseTo(0);
    expect(scale.at(1000)).toBeCloseTo(1);
    expect(scale.at(Math.sqrt(0.01 * 1000))).toBeCloseTo(0.5);
    expect(scale.at(0)).toBe(0);
  });

  it('has an axis for one value, and for none', () => {
    expect(logScale([10]).ticks).toEqual([10, 100]);
    expect(logScale([0]).ticks).toEqual([1, 10]);
    expect(logScale([1e-3, 1e15]).ticks.length).toBeLessThanOrEqual(7);
    expect(linearScale([5]).at(5)).toBeCloseTo(0.5);
  });

  it('keeps labels apart, in their order and within bounds', () => {
    const placed = spread([50, 50, 52, 99], 10, 0, 100);
    const sorted = [...placed].sort((a, b) => a - b);
    for (let i = 1; i < sorted.length; i++)
      expect(sorted[i] - sorted[i - 1]).toBeGreaterThanOrEqual(10);
    expect(sorted[3]).toBeLessThanOrEqual(100);
    expect(placed[2]).toBeGreaterThan(placed[1]);
    expect(spread([20, 60], 10, 0, 100)).toEqual([20, 60]);
  });

  it('has as many marks as colors', () => expect(new Set(MARKERS).size).toBe(8));
});

describe('the drawing of a tree', () => {
  const wide = (nodes: number): Tree =>
    buildTree({
      events: Array.from({ length: nodes }, (_, i) => ({ kind: 'place' as const, node: i + 1 })),
      seen: nodes,
    });

  it('keeps everything in its place', () => {
    for (const nodes of [1, 5, 3000]) {
      const shape = shapeOf(wide(nodes), 400, 240);
      for (let node = 0; node <= nodes; node++) {
        expect(shape.x[node]).toBeGreaterThanOrEqual(0);
        expect(shape.x[node]).toBeLessThanOrEqual(400);
        expect(shape.y[node]).toBeLessThanOrEqual(240);
        expect(shape.bar[node]).toBeLessThan(shape.bars);
      }
    }
  });

  it('gives nodes their own mark where there is room, and bars where there is none', () => {
    expect([...shapeOf(wide(20), 400, 240).bar].every((bar) => bar === -1)).toBe(true);
    const { bar } = shapeOf(wide(3000), 400, 240);
    expect(bar[0]).toBe(-1);
    // A bounded number of bars, whatever the number of nodes.
    expect(new Set(bar.slice(1)).size).toBeLessThanOrEqual(400 / 3 + 1);
  });

  it('draws a long stem short, and what branches in full height', () => {
    const chain = (length: number, ...more: { node: number; parent: number }[]) =>
      buildTree({
        events: [...Array.from({ length }, (_, i) => ({ node: i + 1, parent: i })), ...more].map(
          (e) => ({ kind: 'place' as const, ...e }),
        ),
        seen: 0,
      });
    // A hundred levels, of which only the last two branch.
    const deep = shapeOf(
      chain(100, { node: 101, parent: 98 }, { node: 102, parent: 101 }),
      400,
      240,
    );
    expect(deep.y[98]).toBeCloseTo(10 + 36);
    expect(deep.y[100] - deep.y[98]).toBeCloseTo(2 * 36);
    expect(deep.y[101]).toBe(deep.y[99]);
    // Without a stem every level counts, however late the branch comes.
    const forked = shapeOf(chain(100, { node: 101, parent: 0 }), 400, 240);
    expect(forked.y[50]).toBeCloseTo(10 + 110);
    // A chain is all there is to see, and so is a stem that fits.
    const straight = shapeOf(chain(50), 400, 240);
    expect(straight.y[50]).toBeCloseTo(230);
    const small = shapeOf(chain(8, { node: 9, parent: 7 }), 400, 240);
    expect(small.y[7]).toBeCloseTo(10 + (7 * 220) / 8);
  });

  it('finds the node under a point, among those that are there', () => {
    const shape = shapeOf(wide(4), 400, 240);
    expect(nodeNear(shape, 4, shape.x[3] + 2, shape.y[3] - 2)).toBe(3);
    expect(nodeNear(shape, 2, shape.x[3] + 2, shape.y[3] - 2)).not.toBe(3);
    expect(nodeNear(shape, 4, 5, 235)).toBeUndefined();
  });
});

describe('listings', () => {
  it('read clues as people type them', () => {
    expect(clueNumbers('')).toEqual([]);
    expect(clueNumbers(' 2, 4 1 ')).toEqual([2, 4, 1]);
    expect(clueNumbers('2,x')).toBeUndefined();
    expect(clueNumbers('-1')).toBeUndefined();
  });

  it('say how many lines there are', () => {
    const listed = ['01', '10'];
    expect(text({ length: 2, lines: 4, clues: 3, listed })).toBe(
      '4 × 2, with 3 clues; the first 2:',
    );
    expect(text({ length: 2, lines: 2, listed })).toBe('2 × 2:');
  });
});
