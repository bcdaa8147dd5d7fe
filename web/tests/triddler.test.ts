// Triddlers: the model, JSON and links, strokes, games, and the places on the board.

import { describe, expect, it, vi } from 'vitest';
import { lineText, placeText, steppedText } from '../src/board/ariaText';
import { cellAfterKey } from '../src/board/keyboard';
import { dimensions, layOut, nearestCell, openingView, settle, zoneAt } from '../src/board/layout';
import { numberAt, numbersOf, outlineOf, seams } from '../src/board/triddlerGeometry';
import { Game } from '../src/games/game.svelte';
import { commonLines, gridRows, linesAt } from '../src/model/grid';
import { fromJSON, rectangular, toJSON } from '../src/model/json';
import { EMPTY, type Position, UNKNOWN } from '../src/model/puzzle';
import { decodePuzzle, encodePuzzle, puzzleKey } from '../src/model/share';
import type { BoardStroke } from '../src/model/stroke';
import { cellsOf, isUp, middleOf, nearestOn, triddler, corners } from '../src/model/triddler';
import { TriddlerStroke } from '../src/model/triddlerStroke';
import { cells as cellsIn, onTriddler } from './puzzles';

vi.mock('../src/engine', () => ({ call: vi.fn() }));
const { parseLine } = await import('../src/engine/operations');

const ROWS = ['..###.', '###.##', '#.###.'];
const DIAMOND = onTriddler([2, 1, 2, 2, 1, 2], ...ROWS);
const PICTURE = cellsIn(ROWS.join(''));
const shape = DIAMOND.shape!;
const cell = (row: number, column: number) => row * DIAMOND.width + column;

describe('the shape of a triddler', () => {
  it('is that of the library', () => {
    // The lines of a hexagon with unequal sides, as the library lists them.
    expect(shape.sides).toEqual([2, 1, 2, 2, 1, 2]);
    expect([shape.width, shape.height, shape.rising]).toEqual([6, 3, 3]);
    expect(shape.lines.map((line) => line.length)).toEqual([5, 6, 5, 5, 6, 5, 3, 5, 5, 3]);
  });

  it.each([
    [[9, 8, 9, 9, 8, 9]],
    [[3, 0, 3, 0, 3, 0]],
    [[1, 0, 1, 0, 1, 0]],
    [[0, 4, 5, 4, 0, 9]],
    [[16, 15, 14, 13, 18, 11]],
  ])('puts every cell on a line of each direction: %s', (sides) => {
    const s = triddler(sides)!;
    for (const [i, line] of s.lines.entries()) for (const at of line) expect(s.of[at]).toContain(i);
    const on = s.of.filter((lines) => lines !== undefined);
    expect(on.every((lines) => lines.length === 3)).toBe(true);
    expect(s.lines.flat().length).toBe(3 * on.length);
  });

  it('refuses sides that do not close', () => {
    for (const sides of [
      [],
      [1, 1, 1, 1, 1],
      [1, 2, 3, 4, 5, 6],
      [0, 0, 0, 0, 0, 0],
      [1, -1, 1, 1, -1, 1],
      [1.5, 1, 1, 1.5, 1, 1],
    ])
      expect(triddler(sides), String(sides)).toBeUndefined();
  });
});

describe('a triddler in JSON and links', () => {
  it('comes back', () => {
    expect(fromJSON(JSON.parse(JSON.stringify(toJSON(DIAMOND))))).toEqual(DIAMOND);
    const again = decodePuzzle(encodePuzzle(DIAMOND));
    expect(toJSON(again)).toEqual(toJSON(DIAMOND));
    expect(puzzleKey(again)).toBe(puzzleKey(DIAMOND));
    // As the program writes it.
    expect(encodePuzzle(DIAMOND)).toBe('RptOBIjkSRJuLOLNyUAZXi6p');
    const given = new Game(DIAMOND).cells;
    given[shape.lines[1][2]] = 1;
    expect(decodePuzzle(encodePuzzle({ ...DIAMOND, given })).given).toEqual(given);
    expect(decodePuzzle(encodePuzzle({ ...DIAMOND, given: new Game(DIAMOND).cells })).given).toBe(
      undefined,
    );
  });

  it('is refused if its clues are not those of its lines', () => {
    const json = toJSON(DIAMOND);
    expect(() => fromJSON({ ...json, rising: json.rising!.slice(1) })).toThrow('each of its lines');
    expect(() => fromJSON({ ...json, triddler: [1, 2] })).toThrow('six sides');
    expect(() => fromJSON({ ...json, triddler: [1e9, 0, 1e9, 0, 1e9, 0] })).toThrow('six sides');
    expect(() => rectangular(DIAMOND)).toThrow('rectangles');
  });

  it('has lines in three directions', () => {
    expect(parseLine(DIAMOND, 'row 3')).toEqual({ axis: 'row', line: 2 });
    expect(parseLine(DIAMOND, 'rising line 2')).toEqual({ axis: 'column', line: 1 });
    expect(parseLine(DIAMOND, 'falling line 2')).toEqual({ axis: 'column', line: 4 });
    for (const at of cellsOf(shape, 'column', 4))
      expect(linesAt(DIAMOND, at)).toContainEqual({ axis: 'column', line: 4 });
  });
});

/** Draws a stroke over places and returns its cells. */
function drawn(start: Position, ...places: Position[]): number[] {
  const cells = new Game(DIAMOND).cells;
  const stroke: BoardStroke = new TriddlerStroke(DIAMOND, shape, cells, start, {
    kind: 'fill',
    color: 1,
  });
  for (const place of places) stroke.extend(place);
  return stroke.changes().map((change) => change.cell);
}

const at = (index: number): Position => ({
  row: Math.floor(index / shape.width),
  column: index % shape.width,
});

describe('a stroke on a triddler', () => {
  it('covers a line of any direction without gaps', () => {
    for (const line of shape.lines) {
      const [first, last] = [line[0], line[line.length - 1]];
      expect(drawn(at(first), at(last))).toEqual(line);
      expect(drawn(at(last), at(first))).toEqual([...line].reverse());
    }
  });

  it('keeps to the line of its third cell, and shrinks', () => {
    const line = cellsOf(shape, 'column', 1);
    const other = nearestOn(shape, { row: 1, column: 7 });
    const covered = drawn(at(line[0]), at(line[3]), other);
    expect(covered.every((c) => line.includes(c))).toBe(true);
    expect(drawn(at(line[0]), at(line[3]), at(line[0]))).toEqual([line[0]]);
  });

  it('changes its line while it has two cells', () => {
    const start = shape.lines[1][2];
    const beside = shape.lines[1][3];
    const shared = commonLines(DIAMOND, [start, beside]);
    expect(shared.length).toBe(2);
    for (const { axis, line } of shared) {
      const cells = cellsOf(shape, axis, line);
      const from = cells.indexOf(start);
      const ahead = cells[from + 2 * (cells.indexOf(beside) - from)];
      expect(drawn(at(start), at(beside), at(ahead))).toEqual([start, beside, ahead]);
    }
  });

  it('follows the arrow keys', () => {
    const [start] = cellsOf(shape, 'column', 1);
    const stroke = new TriddlerStroke(DIAMOND, shape, new Game(DIAMOND).cells, at(start), {
      kind: 'cross',
    });
    for (const [down, across] of [
      [0, -1],
      [1, 0],
      [0, -1],
    ])
      stroke.extend(stroke.beside(down, across));
    expect(stroke.changes().map((c) => c.cell)).toEqual(cellsOf(shape, 'column', 1).slice(0, 4));
    stroke.extend(stroke.beside(0, 1));
    expect(stroke.length).toBe(3);
  });
});

describe('a game of a triddler', () => {
  it('is won by its picture, and crosses finished lines of all directions', () => {
    const game = new Game(DIAMOND);
    expect(game.cells.filter((c) => c === UNKNOWN).length).toBe(shape.of.filter(Boolean).length);
    expect(game.isBlank).toBe(true);
    const filled = [...PICTURE.entries()].filter(([, c]) => c === 1).map(([c]) => c);
    for (const index of filled.slice(0, -1))
      game.draw([{ cell: index, from: game.cells[index], to: 1 }], 'finished');
    expect(game.solved).toBe(false);
    expect(game.share).toBeLessThan(1);
    const last = filled.at(-1)!;
    game.draw([{ cell: last, from: game.cells[last], to: 1 }]);
    expect(game.solved).toBe(true);
    for (const line of shape.lines) for (const c of line) expect(game.cells[c]).not.toBe(UNKNOWN);
  });

  it('crosses the rest of every line that a stroke finishes', () => {
    const game = new Game(DIAMOND);
    const line = cellsOf(shape, 'column', 5);
    const changes = line
      .filter((c) => PICTURE[c] === 1)
      .map((c) => ({ cell: c, from: UNKNOWN, to: 1 }));
    game.draw(changes, 'finished');
    expect(game.isFinished('column', 5)).toBe(true);
    for (const c of line) expect(game.cells[c]).toBe(PICTURE[c] === 1 ? 1 : EMPTY);
    game.undo();
    expect(game.isBlank).toBe(true);
  });

  it('says places and lines', () => {
    const [start, beside] = shape.lines[0];
    expect(placeText(DIAMOND, start)).toBe('row 1, cell 1, pointing up');
    expect(placeText(DIAMOND, beside)).toBe('row 1, cell 2, pointing down');
    const game = new Game(DIAMOND);
    expect(lineText(DIAMOND, game.cells, 'column', 3)).toBe(
      'falling line 1: 2. 3 cells, all blank',
    );
    const line = cellsOf(shape, 'column', 4).map((c) => ({ cell: c }));
    expect(steppedText(DIAMOND, game.cells, 'undone', line)).toBe(
      'undone, falling line 2, 5 cells: blank',
    );
    expect(gridRows(DIAMOND, game.cells)[0]).toMatch(/^\.*\?+\.*$/);
  });
});

describe('the board of a triddler', () => {
  const d = dimensions(DIAMOND);
  const s = settle(d, { width: 360, height: 500, comfort: 24, least: 14 });
  const l = layOut(s, openingView(s));
  const onCanvas = (x: number, y: number) => ({ x: x * l.cell - l.x, y: y * l.cell - l.y });

  it('has every cell under its middle and near its corners', () => {
    for (const index of shape.lines.flat()) {
      const place = at(index);
      const middle = middleOf(shape, place);
      for (const [cx, cy] of corners(shape, place)) {
        const near = onCanvas(middle.x + (cx - middle.x) * 0.9, middle.y + (cy - middle.y) * 0.9);
        expect(zoneAt(s, l, near.x, near.y)).toBe('cells');
        expect(nearestCell(s, l, near.x, near.y)).toEqual(place);
      }
    }
  });

  it('shows all cells and numbers, and none over another', () => {
    const { x, y, cell, font } = l;
    const view = { cell, font, x: -x, y: -y };
    const places = shape.lines.flatMap((_, i) => {
      const line =
        i < 3 ? { axis: 'row' as const, line: i } : { axis: 'column' as const, line: i - 3 };
      return numbersOf(d.slants!, line, view).map((number, block) => ({
        ...number,
        ...line,
        block,
      }));
    });
    expect(font).toBeGreaterThanOrEqual(11);
    for (const { x, y, axis, line, block } of places) {
      expect(x > 0 && x < 360 && y > 0 && y < 500).toBe(true);
      expect(zoneAt(s, l, x, y)).toBe('rows');
      expect(numberAt(d.slants!, view, x, y)).toMatchObject({ axis, line, block });
    }
    for (const [i, a] of places.entries())
      for (const b of places.slice(i + 1))
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(0.9 * font);
  });

  it('has a place for the 0 of an empty line, which is not tapped', () => {
    const half = onTriddler([2, 1, 2, 2, 1, 2], '..###.', '......', '......');
    const slants = dimensions(half).slants!;
    const view = { cell: 40, font: 14, x: 0, y: 0 };
    const [at, ...more] = numbersOf(slants, { axis: 'row', line: 1 }, view);
    expect(more).toEqual([]);
    expect(at.x).toBeLessThan(0);
    expect(numberAt(slants, view, at.x, at.y)).toBeUndefined();
    const [filled] = numbersOf(slants, { axis: 'row', line: 0 }, view);
    expect(numberAt(slants, view, filled.x, filled.y)).toMatchObject({ axis: 'row', line: 0 });
  });

  it('has six corners, and lines between its lanes', () => {
    expect(outlineOf(shape).length).toBe(6);
    expect([...seams(shape)].length).toBe(shape.lines.length - 3);
    for (const { from, to } of seams(shape))
      expect(Math.hypot(to[0] - from[0], to[1] - from[1])).toBeGreaterThan(1);
  });

  it('moves by keys and stays on the board', () => {
    const key = (name: string, from: Position) =>
      cellAfterKey(
        { key: name, ctrlKey: false, altKey: false, metaKey: false } as KeyboardEvent,
        from,
        d,
      )!;
    for (const index of shape.lines.flat()) {
      for (const name of [
        'ArrowUp',
        'ArrowDown',
        'ArrowLeft',
        'ArrowRight',
        'Home',
        'End',
        'PageDown',
      ]) {
        const next = key(name, at(index));
        expect(shape.of[cell(next.row, next.column)], `${name} from ${index}`).toBeDefined();
      }
      // Below a triangle that points up is its neighbor.
      const place = at(index);
      const below = cell(place.row + 1, place.column);
      if (isUp(shape, place) && shape.of[below])
        expect(cell(key('ArrowDown', place).row, place.column)).toBe(below);
    }
  });
});
