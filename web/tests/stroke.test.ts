import { describe, expect, it } from 'vitest';
import { outcome, Stroke, type Tool } from '../src/model/stroke';
import { MAYBE, UNKNOWN } from '../src/model/puzzle';
import { cells } from './puzzles';

const FILL: Tool = { kind: 'fill', color: 1 };
const CROSS: Tool = { kind: 'cross' };

/** A stroke on a board of five columns, from a cell through others. */
function draw(board: string, tool: Tool, ...path: [row: number, column: number][]) {
  const [first, ...rest] = path.map(([row, column]) => ({ row, column }));
  const stroke = new Stroke(5, cells(board), undefined, first, tool);
  rest.forEach((place) => stroke.extend(place));
  return stroke;
}

const BLANK = '????? ????? ????? ????? ?????';
const touched = (s: Stroke) => s.changes().map((c) => c.cell);

describe('what a tool makes of a cell', () => {
  it.each([
    [FILL, UNKNOWN, 1],
    [FILL, 1, UNKNOWN],
    [FILL, 0, 1],
    [FILL, 2, 1],
    [CROSS, UNKNOWN, 0],
    [CROSS, 0, UNKNOWN],
    [CROSS, 1, 0],
    [{ kind: 'maybe' } as Tool, UNKNOWN, MAYBE],
    [{ kind: 'maybe' } as Tool, MAYBE, UNKNOWN],
    [FILL, MAYBE, 1],
    [{ kind: 'clear' } as Tool, 1, UNKNOWN],
  ])('%j on %i gives %i', (tool, cell, result) => expect(outcome(tool, cell)).toBe(result));
});

describe('a stroke', () => {
  it('covers everything between two points, however far they are apart', () => {
    expect(touched(draw(BLANK, FILL, [0, 0], [0, 4]))).toEqual([0, 1, 2, 3, 4]);
    expect(touched(draw(BLANK, FILL, [4, 2], [0, 2]))).toEqual([22, 17, 12, 7, 2]);
  });

  it('keeps to the line that it took first', () => {
    expect(touched(draw(BLANK, FILL, [1, 1], [1, 2], [4, 3]))).toEqual([6, 7, 8]);
    expect(touched(draw(BLANK, FILL, [1, 1], [2, 1], [2, 4]))).toEqual([6, 11]);
    expect(touched(draw(BLANK, FILL, [1, 1], [1, 1], [3, 2]))).toEqual([6, 11, 16]);
    expect(touched(draw(BLANK, FILL, [1, 1], [2, 2], [4, 2]))).toEqual([6, 7]); // a diagonal is a row
  });

  it('gets shorter when the pointer comes back, and turns around', () => {
    expect(touched(draw(BLANK, FILL, [0, 1], [0, 4], [0, 2]))).toEqual([1, 2]);
    expect(touched(draw(BLANK, FILL, [0, 1], [0, 4], [0, 0]))).toEqual([1, 0]);
  });

  it('touches only cells like its first', () => {
    const board = '?.#?? ????? ????? ????? ?????';
    expect(touched(draw(board, FILL, [0, 0], [0, 4]))).toEqual([0, 3, 4]);
    expect(touched(draw(board, FILL, [0, 1], [0, 4]))).toEqual([1]); // crosses only
    expect(touched(draw(board, FILL, [0, 2], [0, 4]))).toEqual([2]); // takes away
  });

  it('decides cells with a small mark as it does blank ones, and marks only blank ones', () => {
    const board = '?!.!? ????? ????? ????? ?????';
    const MAYBE_TOOL: Tool = { kind: 'maybe' };
    for (const tool of [FILL, CROSS]) {
      expect(touched(draw(board, tool, [0, 0], [0, 4]))).toEqual([0, 1, 3, 4]);
      expect(touched(draw(board, tool, [0, 1], [0, 4]))).toEqual([1, 3, 4]);
    }
    expect(draw(board, FILL, [0, 0], [0, 1]).changes()[1].from).toBe(MAYBE);
    expect(touched(draw(board, MAYBE_TOOL, [0, 0], [0, 4]))).toEqual([0, 4]);
    expect(draw(board, MAYBE_TOOL, [0, 1], [0, 4]).changes()).toEqual([
      { cell: 1, from: MAYBE, to: UNKNOWN },
      { cell: 3, from: MAYBE, to: UNKNOWN },
    ]);
  });

  it('leaves given cells alone', () => {
    const given = cells('?#??? ????? ????? ????? ?????');
    const stroke = new Stroke(
      5,
      cells('##??? ????? ????? ????? ?????'),
      given,
      { row: 0, column: 0 },
      FILL,
    );
    stroke.extend({ row: 0, column: 1 });
    expect(touched(stroke)).toEqual([0]);
  });

  it('counts its length, with the cells it passes over', () => {
    expect(draw('?.#?? ????? ????? ????? ?????', FILL, [0, 0], [0, 3]).length).toBe(4);
  });
});
