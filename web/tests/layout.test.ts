import { describe, expect, it } from 'vitest';
import {
  cellAt,
  clueAt,
  dimensions,
  fitCell,
  isTooLarge,
  layOut,
  MIN_COMFORT,
  nearestCell,
  openingView,
  pictureView,
  reveal,
  zoomAt,
} from '../src/board/layout';
import { packPuzzle, PACK } from '../src/pack/pack';
import { fromPicture } from './puzzles';

const DESKTOP = { width: 1000, height: 680 };
const PHONE = { width: 374, height: 600 };
const small = dimensions(fromPicture('.#.#.', '#####', '#####', '.###.', '..#..'));

describe('layout', () => {
  it('shows every puzzle of the pack whole, if that is comfortable', async () => {
    for (const { number } of PACK) {
      const d = dimensions((await packPuzzle(number))!);
      for (const room of [DESKTOP, PHONE]) {
        const l = layOut(d, room, openingView(d, room));
        expect(l.cell).toBeGreaterThanOrEqual(MIN_COMFORT);
        if (isTooLarge(d, room)) continue;
        expect(l.gutterX + l.viewX).toBeLessThanOrEqual(room.width);
        expect(l.gutterY + l.viewY).toBeLessThanOrEqual(room.height);
        expect(l.viewX).toBe(d.width * l.cell + 1);
      }
    }
  });

  it('has room for the longest clue', () => {
    const l = layOut(small, DESKTOP, openingView(small, DESKTOP));
    expect(l.gutterX).toBeGreaterThanOrEqual(small.rowBlocks * l.stepX);
    expect(l.gutterY).toBeGreaterThanOrEqual(small.columnBlocks * l.stepY);
  });

  it('leaves room for cells, however long the clues', () => {
    const d = { ...small, width: 100, height: 100, rowBlocks: 50, columnBlocks: 50, digits: 2 };
    for (const cell of [6, 14, 40]) {
      const l = layOut(d, PHONE, { cell, x: 0, y: 0 });
      expect(l.viewX).toBeGreaterThanOrEqual(0.4 * PHONE.width);
      expect(l.viewY).toBeGreaterThanOrEqual(0.4 * PHONE.height);
    }
  });

  it('shows a finished picture whole, however large', () => {
    for (const side of [5, 40, 100]) {
      const d = { ...small, width: side, height: side, clues: 0 };
      for (const room of [DESKTOP, PHONE]) {
        const l = layOut(d, room, pictureView(d, room));
        expect([l.gutterX, l.gutterY, l.x, l.y]).toEqual([0, 0, 0, 0]);
        expect(l.viewX).toBe(side * l.cell + 1);
        expect(l.viewY).toBe(side * l.cell + 1);
        expect(Math.max(l.viewX - room.width, l.viewY - room.height)).toBeLessThanOrEqual(0);
      }
    }
  });

  it('keeps numbers apart in cells too small to be drawn in', () => {
    const d = { ...small, width: 100, height: 100, digits: 2 };
    const l = layOut(d, DESKTOP, { cell: 8, x: 0, y: 0 });
    expect(2 * 0.6 * l.font).toBeLessThanOrEqual(8);
  });

  it('has room for letters beside the numbers', () => {
    const plain = { ...small, chips: true, digits: 2 };
    const lettered = { ...plain, letters: true };
    const [a, b] = [plain, lettered].map((d) => layOut(d, DESKTOP, { cell: 20, x: 0, y: 0 }));
    expect(b.stepX / b.font).toBeGreaterThan(a.stepX / a.font);
    expect(b.font).toBeLessThan(a.font);
  });

  it('finds cells and clues under a point', () => {
    const l = layOut(small, DESKTOP, openingView(small, DESKTOP));
    const x = l.left + l.gutterX + 2.5 * l.cell;
    const y = l.top + l.gutterY + 1.5 * l.cell;
    expect(cellAt(small, l, x, y)).toEqual({ row: 1, column: 2 });
    expect(cellAt(small, l, l.left + 2, y)).toBeUndefined();
    expect(clueAt(small, l, l.left + 2, y)).toEqual({ axis: 'row', line: 1 });
    expect(clueAt(small, l, x, l.top + 2)).toEqual({ axis: 'column', line: 2 });
    expect(clueAt(small, l, l.left + 2, l.top + 2)).toBeUndefined();
    expect(nearestCell(small, l, -500, 9000)).toEqual({ row: 4, column: 0 });
  });

  it('zooms around a point, and never past the edges', () => {
    const d = { ...small, width: 100, height: 100 };
    let l = layOut(d, DESKTOP, { cell: 20, x: 300, y: 200 });
    const [x, y] = [l.left + l.gutterX + 205, l.top + l.gutterY + 105];
    const before = cellAt(d, l, x, y);
    for (const factor of [1.1, 1.3, 0.9]) l = zoomAt(d, DESKTOP, l, factor, x, y);
    expect(cellAt(d, l, x, y)).toEqual(before);
    l = zoomAt(d, DESKTOP, l, 1e-6, x, y);
    expect([l.x, l.y]).toEqual([0, 0]);
    l = layOut(d, DESKTOP, { cell: 20, x: 1e9, y: 1e9 });
    expect(l.x + l.viewX).toBe(100 * 20 + 1);
  });

  it('scrolls to a cell that is out of view', () => {
    const d = { ...small, width: 100, height: 100 };
    const l = layOut(d, DESKTOP, { cell: 20, x: 0, y: 0 });
    const there = reveal(d, DESKTOP, l, { row: 99, column: 99 });
    const at = { x: 99.5 * 20 - there.x, y: 99.5 * 20 - there.y };
    expect(
      cellAt(d, there, there.left + there.gutterX + at.x, there.top + there.gutterY + at.y),
    ).toEqual({
      row: 99,
      column: 99,
    });
    expect(reveal(d, DESKTOP, l, { row: 1, column: 1 })).toEqual(l);
  });

  it('says when a puzzle is too large', () => {
    expect(isTooLarge(small, PHONE)).toBe(false);
    expect(isTooLarge({ ...small, width: 100, height: 100 }, PHONE)).toBe(true);
    expect(fitCell(small, DESKTOP)).toBeGreaterThan(MIN_COMFORT);
  });
});
