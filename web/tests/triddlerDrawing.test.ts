// Triddlers that are drawn: boards, pens, drafts, and the room for clues.

import { describe, expect, it } from 'vitest';
import { extentOf, withRoom } from '../src/board/triddlerGeometry';
import { pensFor, startStroke } from '../src/create/strokes';
import { Drafts, drawingIn } from '../src/games/drafts';
import { blankDrawing, type Drawing, goalRows, PAPER, puzzleOf } from '../src/games/drawing';
import { boardNameOf, onUsualBoard, withSideMoved } from '../src/games/triddlerBoards';
import { toJSON } from '../src/model/json';
import type { Position } from '../src/model/puzzle';
import { cellsOf, corners, isUp, triddler } from '../src/model/triddler';
import { Store } from '../src/storage/store';
import { Memory } from './memory';
import { onTriddler } from './puzzles';

const ROWS = ['..###.', '###.##', '#.###.'];
const DIAMOND = onTriddler([2, 1, 2, 2, 1, 2], ...ROWS);
const DRAWN = drawingIn({ ...toJSON(DIAMOND), goal: ROWS })!;
const HEXAGON = onUsualBoard(blankDrawing(5, 5), 'hexagon', 3);
const shape = HEXAGON.shape!;

const placeOf = (d: Drawing, cell: number): Position => ({
  row: Math.floor(cell / d.width),
  column: cell % d.width,
});

/** The drawn triangles by their corners, from one of them. */
function figure(d: Drawing): string {
  const drawn = [...d.cells.keys()].filter((cell) => d.cells[cell] !== PAPER);
  const points = drawn.map((cell) => corners(d.shape!, placeOf(d, cell)));
  const [[x, y]] = points[0];
  const from = points.map((all) =>
    all.map(([px, py]) => [px - x, py - y].map((n) => n.toFixed(3))),
  );
  return JSON.stringify(from);
}

describe('the drawing of a triddler', () => {
  it('has the clues of its picture, and comes back from a file', () => {
    const { rows, columns } = puzzleOf(DRAWN);
    expect([rows, columns]).toEqual([DIAMOND.rows, DIAMOND.columns]);
    expect(goalRows(DRAWN)).toEqual(ROWS);
    expect(toJSON(puzzleOf(DRAWN)).triddler).toEqual([2, 1, 2, 2, 1, 2]);
  });

  it('is kept as a draft, and passed over if it is damaged', () => {
    const memory = new Memory();
    const drafts = new Drafts(new Store(memory));
    const draft = drafts.fresh(DRAWN);
    drafts.save(draft);
    expect(drafts.load(draft.id)!.drawing).toEqual(DRAWN);
    const key = [...memory.map.keys()].find((name) => name.includes('draft/'))!;
    const stored = memory.getItem(key)!;
    const { value } = JSON.parse(stored);
    for (const sides of [[2, 1, 2, 2, 1, 3], [1, 1, 1, 1, 1, 1], [1e9, 0, 1e9, 0, 1e9, 0], 'x']) {
      memory.setItem(key, JSON.stringify({ version: 1, value: { ...value, triddler: sides } }));
      expect(drafts.load(draft.id)).toBeUndefined();
    }
  });
});

describe('the board of a drawing', () => {
  it.each([
    ['hexagon', 24],
    ['triangle', 4],
    ['parallelogram', 8],
  ] as const)('is a %s of %i triangles with two lines at a side', (name, triangles) => {
    const made = onUsualBoard(HEXAGON, name, 2).shape!;
    expect(made.of.filter(Boolean)).toHaveLength(triangles);
    expect(boardNameOf(made)).toBe(name);
  });

  it('keeps the picture when it grows as a whole', () => {
    const small = { ...HEXAGON, cells: HEXAGON.cells.slice() };
    for (const cell of [...cellsOf(shape, 'row', 0), ...cellsOf(shape, 'column', 2)])
      small.cells[cell] = 1;
    for (const side of [4, 5, 6]) {
      const large = onUsualBoard(small, 'hexagon', side);
      expect(figure(large)).toBe(figure(small));
      expect(goalRows(onUsualBoard(large, 'hexagon', 3))).toEqual(goalRows(small));
    }
  });

  it.each([0, 1, 2, 3, 4, 5])('keeps the picture when side %i moves', (side) => {
    const out = withSideMoved(DRAWN, side, 1)!;
    expect(out.shape!.of.filter(Boolean).length).toBeGreaterThan(
      DRAWN.shape!.of.filter(Boolean).length,
    );
    expect(figure(out)).toBe(figure(DRAWN));
    expect(withSideMoved(out, side, -1)).toEqual(DRAWN);
  });

  it('does not move a side that there is not', () => {
    const triangle = onUsualBoard(HEXAGON, 'triangle', 3);
    expect(boardNameOf(triangle.shape!)).toBe('triangle');
    expect(withSideMoved(triangle, 5, 1)).toBeUndefined();
    expect(withSideMoved(triangle, 5, -1)!.shape!.sides).toEqual([2, 0, 3, 0, 2, 1]);
    expect(boardNameOf(triddler([2, 0, 3, 0, 2, 1])!)).toBeUndefined();
  });
});

describe('a pen on a triddler', () => {
  const drawn = (pen: 'pencil' | 'line' | 'bucket', d: Drawing, from: number, ...to: number[]) => {
    const stroke = startStroke(pen, d, placeOf(d, from), 1, 'none');
    for (const cell of to) stroke.extend(placeOf(d, cell));
    return stroke
      .changes()
      .map((change) => change.cell)
      .sort((a, b) => a - b);
  };
  const sorted = (cells: readonly number[]) => [...cells].sort((a, b) => a - b);

  it('draws all triangles of a line in three directions', () => {
    for (const line of shape.lines) {
      const [first, last] = [line[0], line[line.length - 1]];
      expect(drawn('pencil', HEXAGON, first, last)).toEqual(sorted(line));
      expect(drawn('line', HEXAGON, last, first)).toEqual(sorted(line));
    }
  });

  it('stays on the board', () => {
    const all = shape.lines.slice(0, shape.height).flat();
    for (const from of all)
      for (const to of all) {
        const cells = drawn('line', HEXAGON, from, to);
        expect(cells).toEqual(expect.arrayContaining([from, to]));
        expect(cells.every((cell) => shape.of[cell])).toBe(true);
      }
  });

  it('fills what shares sides', () => {
    const walled = { ...HEXAGON, cells: HEXAGON.cells.slice() };
    const wall = cellsOf(shape, 'column', 3);
    for (const cell of wall) walled.cells[cell] = 1;
    const left = [0, 1, 2].flatMap((line) => cellsOf(shape, 'column', line));
    expect(drawn('bucket', walled, left[0])).toEqual(sorted(left));
    const up = shape.lines[1].find((cell) => isUp(shape, placeOf(HEXAGON, cell)))!;
    const beside = [up - 1, up + 1, up + shape.width];
    for (const cell of beside) walled.cells[cell] = 1;
    expect(walled.cells[up]).toBe(PAPER);
    expect(drawn('bucket', walled, up)).toEqual([up]);
  });

  it('is one of those for triangles', () => {
    expect(pensFor(HEXAGON)).toEqual(['pencil', 'line', 'bucket']);
    expect(pensFor(blankDrawing(5, 5))).toContain('box');
  });
});

it('the clues of a drawn triddler have room, so that its cells stay', () => {
  const extent = (d: Drawing) => {
    const puzzle = puzzleOf(d);
    const slants = { puzzle, shape: d.shape!, chips: false, letters: false };
    return extentOf(withRoom(slants), 40, 20);
  };
  const some = { ...HEXAGON, cells: HEXAGON.cells.slice() };
  const [first, , third] = cellsOf(shape, 'row', 2);
  some.cells[first] = some.cells[third] = 1;
  expect(extent(some)).toEqual(extent(HEXAGON));
  // Every second triangle: more numbers than there is room for.
  const most = { ...HEXAGON, cells: HEXAGON.cells.map((_, cell) => (cell % 2 ? 1 : PAPER)) };
  expect(extent(most).left).toBeLessThan(extent(HEXAGON).left);
});
