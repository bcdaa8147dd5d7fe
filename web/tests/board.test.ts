// The parts of the board that need no page: keys, the stroke in progress, the view and the
// pointer.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BoardPointer } from '../src/board/boardPointer';
import { cellAfterKey, toolOfKey } from '../src/board/keyboard';
import { dimensions } from '../src/board/layout';
import { StrokePreview } from '../src/board/strokePreview.svelte';
import { Viewport } from '../src/board/viewport.svelte';
import { blankGrid } from '../src/model/grid';
import { type Position, UNKNOWN } from '../src/model/puzzle';
import type { Tool } from '../src/model/stroke';
import { fromPicture } from './puzzles';

const FILL: Tool = { kind: 'fill', color: 1 };
const key = (name: string, more: Partial<KeyboardEvent> = {}) =>
  ({ key: name, ...more }) as KeyboardEvent;

describe('keys', () => {
  const size = { width: 10, height: 8 };
  const from = { row: 3, column: 4 };

  it('move by one cell, by five and to the ends, and stop at the edge', () => {
    expect(cellAfterKey(key('ArrowUp'), from, size)).toEqual({ row: 2, column: 4 });
    expect(cellAfterKey(key('ArrowRight', { ctrlKey: true }), from, size)).toEqual({
      row: 3,
      column: 9,
    });
    expect(cellAfterKey(key('Home'), from, size)).toEqual({ row: 3, column: 0 });
    expect(cellAfterKey(key('End', { ctrlKey: true }), from, size)).toEqual({ row: 7, column: 9 });
    expect(cellAfterKey(key('PageUp'), from, size)).toEqual({ row: 0, column: 4 });
    expect(cellAfterKey(key('a'), from, size)).toBeUndefined();
  });

  it('select tools, unless a modifier is held', () => {
    expect(toolOfKey(key(' '), { kind: 'cross' })).toEqual(FILL);
    expect(toolOfKey(key('X'), FILL)).toEqual({ kind: 'cross' });
    expect(toolOfKey(key('Delete'), FILL)).toEqual({ kind: 'clear' });
    expect(toolOfKey(key('x', { ctrlKey: true }), FILL)).toBeUndefined();
    expect(toolOfKey(key('q'), FILL)).toBeUndefined();
  });
});

const puzzle = fromPicture('#####', '#...#', '#####');

describe('the stroke in progress', () => {
  it('is shown until it is finished, and marks its cells as dirty', () => {
    const preview = new StrokePreview();
    preview.sync(blankGrid(puzzle));
    preview.painted();
    preview.begin(puzzle, { row: 0, column: 0 }, FILL);
    preview.extend({ row: 0, column: 2 });
    expect([...preview.shown.slice(0, 4)]).toEqual([1, 1, 1, UNKNOWN]);
    preview.extend({ row: 0, column: 1 });
    expect([...preview.dirty].sort()).toEqual([0, 1, 2]);
    expect(preview.finish().map((c) => c.cell)).toEqual([0, 1]);
    expect(preview.stroke).toBeUndefined();
    expect(preview.shown.every((c) => c === UNKNOWN)).toBe(true);
  });
});

describe('the pointer', () => {
  const viewport = new Viewport(
    () => ({ dims: dimensions(puzzle), coarse: false, numbers: false }),
    () => ({ readonly: false, finished: false }),
  );
  const preview = new StrokePreview();
  const actions = {
    begin: vi.fn((place: Position) => preview.begin(puzzle, place, FILL)),
    extend: vi.fn((place: Position) => preview.extend(place)),
    commit: vi.fn(),
    setActive: vi.fn(),
    setHover: vi.fn(),
    setBars: vi.fn(),
    showClue: vi.fn(),
    clickClue: vi.fn(),
  };
  let cursor = false;
  const pointer = new BoardPointer(
    viewport,
    preview,
    () => ({ puzzle, readonly: false, finished: false, cursor, bars: undefined }),
    actions,
  );
  /** The middle of a cell on the screen. */
  const middle = (row: number, column: number): [number, number] => {
    const l = viewport.layout!;
    return [l.gridX + (column + 0.5) * l.cell, l.gridY + (row + 0.5) * l.cell];
  };

  beforeEach(() => {
    vi.clearAllMocks();
    vi.stubGlobal('requestAnimationFrame', () => 1);
    cursor = false;
    viewport.room = { width: 600, height: 400 };
    viewport.reset();
    preview.sync(blankGrid(puzzle));
  });

  it('draws a stroke from cell to cell', () => {
    expect(pointer.paintStart(...middle(0, 1), false)).toBe(true);
    pointer.paintMove(...middle(0, 3));
    expect(preview.stroke!.tip).toEqual({ row: 0, column: 3 });
    pointer.paintEnd();
    expect(actions.commit).toHaveBeenCalledOnce();
  });

  it('moves the cursor instead of drawing in cursor mode', () => {
    cursor = true;
    expect(pointer.paintStart(...middle(1, 1), false)).toBe(false);
    pointer.grab(...middle(1, 1), false);
    pointer.tap(...middle(1, 1));
    expect(actions.setActive).toHaveBeenCalledWith({ row: 1, column: 1 });
  });

  it('tells which number of a clue is tapped', () => {
    const l = viewport.layout!;
    const [, y] = middle(1, 0);
    pointer.grab(l.gridX - l.font * 0.6, y, false);
    pointer.tap(l.gridX - l.font * 0.6, y);
    expect(actions.clickClue).toHaveBeenCalledWith('row', 1, 1);
  });

  it('zooms and scrolls within the board', () => {
    const { cell } = viewport.layout!;
    pointer.zoom(2, ...middle(1, 2));
    expect(viewport.layout!.cell).toBeGreaterThan(cell);
    pointer.pan(-10_000, -10_000);
    const { x, viewX, cell: large } = viewport.layout!;
    expect(x + viewX).toBeLessThanOrEqual(5 * large + 1);
    viewport.fit();
    expect(viewport.layout!.cell).toBe(cell);
  });
});
