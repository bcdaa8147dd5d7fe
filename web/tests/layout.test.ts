// The layout of a board: clues, bars, the view, and what a point or a movement means in it.

import { describe, expect, it } from 'vitest';
import { blockAt, cluePlaces, isCrowded } from '../src/board/clueLayout';
import {
  cellAt,
  clueAt,
  comfortOf,
  dimensions,
  type Dimensions,
  isTooLarge,
  layOut,
  MOUSE,
  nearestCell,
  openingView,
  pictureView,
  reserveFor,
  settle,
  type Size,
  wholeView,
  zoneAt,
} from '../src/board/layout';
import {
  barsAfter,
  carry,
  edgePull,
  reveal,
  spotAt,
  viewFromMap,
  zoomAt,
} from '../src/board/moving';
import { packPuzzle, PACK } from '../src/pack/pack';
import { fromPicture } from './puzzles';

const LAPTOP = { width: 1248, height: 600 };
const SCREEN = { width: 2528, height: 1300 };
const PORTRAIT = { width: 360, height: 625 };
const SIDEWAYS = { width: 500, height: 360 };
const heart = fromPicture('.#.#.', '#####', '#####', '.###.', '..#..');
const small = dimensions(heart);
const large: Dimensions = { ...small, width: 100, height: 100 };

const byMouse = (d: Dimensions, room: Size) => settle(d, { ...room, comfort: MOUSE });
const byFinger = (d: Dimensions, room: Size) =>
  settle(d, { ...room, ...comfortOf(room, true), bottom: 176 });
const opened = (s: ReturnType<typeof settle>) => layOut(s, openingView(s));
/** The last cell is in view, and nothing is scrolled. */
const isWhole = (d: Dimensions, l: ReturnType<typeof layOut>) =>
  l.viewX === d.width * l.cell + 1 && l.viewY === d.height * l.cell + 1;

describe('every puzzle of the pack', () => {
  it('opens whole, or with comfortable cells of which none is cut', async () => {
    for (const { number } of PACK) {
      const d = dimensions((await packPuzzle(number))!);
      for (const s of [byMouse(d, LAPTOP), byFinger(d, PORTRAIT), byFinger(d, SIDEWAYS)]) {
        const l = opened(s);
        expect(l.cell).toBeGreaterThanOrEqual(s.stage.least ?? s.stage.comfort);
        expect(isWhole(d, l)).toBe(!isTooLarge(s));
        expect(l.gridX + l.viewX).toBeLessThanOrEqual(s.stage.width);
        expect(l.gridY + l.viewY).toBeLessThanOrEqual(s.stage.height);
        if (!isTooLarge(s)) continue;
        expect(l.cell).toBe(s.stage.comfort);
        expect((l.viewX - 1) % l.cell).toBe(0);
        expect((l.viewY - 1) % l.cell).toBe(0);
      }
    }
  });

  it.each([
    [15, 360, 16, 19],
    [15, 390, 18, 21],
    [15, 412, 18, 22],
    [15, 430, 19, 22],
    [20, 390, 14, 16],
    [20, 412, 15, 17],
  ])(
    'with sides of %i is whole on a phone of %i pixels, in cells of %f, mostly of %f',
    async (side, width, cell, usual) => {
      const cells: number[] = [];
      const all = PACK.filter((p) => p.width === side && p.height === side);
      expect(all.length).toBeGreaterThan(20);
      for (const { number } of all) {
        const d = dimensions((await packPuzzle(number))!);
        const l = opened(byFinger(d, { width, height: 600 }));
        expect(isWhole(d, l)).toBe(true);
        expect(l.cell).toBeGreaterThanOrEqual(cell);
        cells.push(l.cell);
        if (side > 15) continue;
        expect([l.moreX, l.moreY]).toEqual([0, 0]); // no clue is cut
        expect(isWhole(d, opened(byFinger(d, SIDEWAYS)))).toBe(true);
      }
      const [median] = cells.sort((a, b) => a - b).slice(Math.floor(cells.length / 2));
      expect(median).toBeGreaterThanOrEqual(usual);
    },
  );

  it('fits when it is to fit', async () => {
    for (const { number } of PACK) {
      const d = dimensions((await packPuzzle(number))!);
      for (const room of [LAPTOP, PORTRAIT, SIDEWAYS]) {
        const s = byFinger(d, room);
        expect(isWhole(d, layOut(s, wholeView(s)))).toBe(true);
      }
    }
  });
});

describe('bars', () => {
  it('have room for the longest clue', () => {
    const s = byMouse(small, LAPTOP);
    const l = opened(s);
    expect([l.moreX, l.moreY, l.grip, l.map]).toEqual([0, 0, false, undefined]);
    for (const clue of heart.rows) {
      expect(cluePlaces(small, l, clue, 'row').length).toBeLessThanOrEqual(l.gridX - l.left);
    }
  });

  it('take a share of the place where the board does not fit, and scroll', () => {
    const d = { ...large, rowEms: 50, wrappedEms: 25, columnBlocks: 50 };
    const s = byFinger(d, PORTRAIT);
    const l = layOut(s, { ...openingView(s), clueX: 1e9, clueY: 20 });
    // With the pixels of columns and rows that would be cut.
    expect(l.gridX).toBe(Math.floor(0.22 * PORTRAIT.width) + 16);
    expect(l.gridY).toBe(Math.floor(0.25 * PORTRAIT.height) + 12);
    expect(l.clueX).toBe(l.moreX);
    expect(l.clueX).toBeGreaterThan(250);
    expect(l.clueY).toBe(20);
    expect(l.grip).toBe(true);
  });

  it('are what the player makes of them', () => {
    const d = { ...large, rowEms: 50, wrappedEms: 25, columnBlocks: 50 };
    const s = byFinger(d, PORTRAIT);
    const bars = barsAfter(s, opened(s), 40, -60);
    const after = opened(settle(d, s.stage, bars));
    expect(after.gridX - opened(s).gridX).toBeCloseTo(40, -0.5);
    expect(after.gridY - opened(s).gridY).toBeCloseTo(-60, -0.5);
    // No more than the clues need, and never so much that no cells are left.
    expect(opened(settle(d, s.stage, { x: 1, y: 1 })).viewX).toBeGreaterThan(140);
    // A board that fits takes no notice.
    expect(opened(settle(small, { ...LAPTOP, comfort: MOUSE }, bars))).toEqual(
      opened(byMouse(small, LAPTOP)),
    );
  });

  it('keep their type while the cells are zoomed, until the cells are smaller than it', () => {
    const s = byFinger(large, PORTRAIT);
    const at = (cell: number) => layOut(s, { cell, x: 0, y: 0 });
    expect([24, 40, 90].map((cell) => at(cell).font)).toEqual([12, 12, 12]);
    expect([24, 40, 90].map((cell) => at(cell).gridX)).toEqual(Array(3).fill(at(24).gridX));
    expect(at(10).font).toBe(9);
    expect(at(4).font).toBe(0); // nothing to be read is nothing to be drawn
  });

  it('press a long clue together before it is cut', () => {
    const clue = Array.from({ length: 8 }, () => ({ length: 1, color: 1 }));
    const place = (gridX: number, cell = 14) =>
      cluePlaces(small, { font: 12, gridX, gridY: 0, cell }, clue, 'row');
    expect(place(200).length).toBeCloseTo(96.16);
    expect(place(90).length).toBeLessThanOrEqual(90);
    expect(place(60).length).toBeGreaterThan(60);
    const aways = place(90).numbers.map(({ away }) => away);
    expect(aways).toEqual([...aways].sort((a, b) => b - a));
  });

  it('have a long clue on two lines before it is cut, where cells are high enough', () => {
    const clue = [1, 2, 1, 10, 1].map((length) => ({ length, color: 1 }));
    const bars = (gridX: number, cell = 18) => ({ font: 11, gridX, gridY: 0, cell });
    const place = (gridX: number, cell?: number) =>
      cluePlaces(small, bars(gridX, cell), clue, 'row');
    expect(place(60).lines).toBe(1);
    const { lines, length, font, numbers } = place(30);
    expect(lines).toBe(2);
    expect(length).toBeLessThanOrEqual(30);
    expect(font).toBeGreaterThanOrEqual(8);
    // The numbers before the break are on the upper line, and both lines are inside the row.
    const sides = numbers.map(({ beside }) => Math.sign(beside));
    expect(sides).toEqual([-1, -1, -1, 1, 1]);
    for (const { beside } of numbers) expect(Math.abs(beside) + font / 2).toBeLessThanOrEqual(9);
    expect(place(30, 15).lines).toBe(1);
    // Only the upper line is cut off.
    const cut = place(20);
    expect(cut.length).toBeGreaterThan(20);
    const lower = cut.numbers.filter(({ beside }) => beside > 0);
    expect(lower).toHaveLength(1);
    expect(lower[0].away + lower[0].width / 2).toBeLessThanOrEqual(20);
    expect(isCrowded(small, bars(60), clue, 'row')).toBe(false);
    expect(isCrowded(small, bars(30), clue, 'row')).toBe(true);
    expect(isCrowded(small, bars(15), clue, 'row')).toBe(true);
  });

  it('have room for letters beside the numbers', () => {
    const colored = fromPicture('ab', 'ba');
    expect(dimensions(colored, true).rowEms).toBeGreaterThan(dimensions(colored).rowEms);
  });

  it('leave the cells alone while clues grow on a drawing', () => {
    const blank = { ...small, width: 15, height: 15, rowEms: 1, wrappedEms: 1, columnBlocks: 1 };
    const reserve = reserveFor(blank);
    for (const room of [LAPTOP, PORTRAIT, SIDEWAYS]) {
      const grown = [1, 3, 8].map((blocks) => {
        const d = {
          ...blank,
          rowEms: 1.05 * blocks,
          wrappedEms: blocks,
          columnBlocks: blocks,
          reserve,
        };
        const { gridX, gridY, cell } = opened(byFinger(d, room));
        return { gridX, gridY, cell };
      });
      expect(grown).toEqual(Array(3).fill(grown[0]));
    }
  });
});

describe('the place', () => {
  it('is used, however large', () => {
    const d = { ...small, width: 15, height: 15 };
    expect(opened(byMouse(d, SCREEN)).cell).toBeGreaterThan(75);
    expect(opened(byMouse({ ...small, width: 10, height: 10 }, SCREEN)).cell).toBe(96);
  });

  it('is kept clear of what a sheet will cover', () => {
    const d = { ...small, width: 40, height: 15 };
    const side = opened(settle(d, { ...LAPTOP, comfort: MOUSE, right: 320 }));
    expect(side.gridX + side.viewX).toBeLessThanOrEqual(LAPTOP.width - 320);
    const low = opened(byFinger({ ...small, width: 10, height: 10 }, PORTRAIT));
    expect(low.gridY + low.viewY).toBeLessThanOrEqual(PORTRAIT.height - 176);
    // What does not fit can be scrolled out from under it.
    const s = byFinger(large, PORTRAIT);
    const end = layOut(s, { cell: 24, x: 1e9, y: 1e9 });
    expect(end.x + end.viewX).toBe(100 * 24 + 1);
    expect(end.gridY - end.y + 100 * 24 + 1).toBe(PORTRAIT.height - 176);
  });

  it('shows a finished picture whole, however large', () => {
    for (const side of [5, 40, 100, 400]) {
      const d = { ...small, width: side, height: side, bare: true };
      for (const room of [LAPTOP, PORTRAIT]) {
        const s = byMouse(d, room);
        const l = layOut(s, pictureView(s));
        expect([l.x, l.y, l.gridX - l.left, l.gridY - l.top]).toEqual([0, 0, 0, 0]);
        expect(isWhole(d, l)).toBe(true);
      }
    }
  });
});

describe('a point', () => {
  const s = byMouse(small, LAPTOP);
  const l = opened(s);
  const [x, y] = [l.gridX + 2.5 * l.cell, l.gridY + 1.5 * l.cell];

  it('is on a cell, a clue or the corner', () => {
    expect(cellAt(s, l, x, y)).toEqual({ row: 1, column: 2 });
    expect(cellAt(s, l, l.left + 2, y)).toBeUndefined();
    expect(clueAt(s, l, l.left + 2, y)).toEqual({ axis: 'row', line: 1 });
    expect(clueAt(s, l, x, l.top + 2)).toEqual({ axis: 'column', line: 2 });
    expect(clueAt(s, l, l.left + 2, l.top + 2)).toBeUndefined();
    expect(zoneAt(s, l, l.left + 2, l.top + 2)).toBe('corner');
    expect(zoneAt(s, l, l.gridX + l.viewX, y)).toBe('outside');
    expect(nearestCell(s, l, -500, 9000)).toEqual({ row: 4, column: 0 });
  });

  it('is on a number', () => {
    const clue = heart.rows[0]; // 1 1
    const { numbers } = cluePlaces(small, l, clue, 'row');
    const at = (i: number) =>
      blockAt(s.d, l, clue, 'row', l.gridX - numbers[i].away, l.gridY + l.cell / 2);
    expect([at(0), at(1)]).toEqual([0, 1]);
    expect(blockAt(s.d, l, [], 'row', l.gridX - 5, l.gridY)).toBeUndefined();
  });

  it('near the edge pulls', () => {
    const [left, right] = [l.gridX, l.gridX + l.viewX];
    const middle = l.gridY + l.viewY / 2;
    expect(edgePull(l, (left + right) / 2, middle)).toEqual({ x: 0, y: 0 });
    expect(edgePull(l, right - 7, middle)).toEqual({ x: 0.75, y: 0 });
    expect(edgePull(l, left - 99, l.gridY + 14)).toEqual({ x: -1, y: -0.5 });
  });
});

describe('moving', () => {
  const s = byMouse(large, LAPTOP);

  it('zooms around a point, and never past the edges', () => {
    let l = layOut(s, { cell: 20, x: 300, y: 200 });
    const [x, y] = [l.gridX + 205, l.gridY + 105];
    const before = cellAt(s, l, x, y);
    for (const factor of [1.1, 1.3, 0.9]) l = zoomAt(s, l, factor, x, y);
    expect(cellAt(s, l, x, y)).toEqual(before);
    l = zoomAt(s, l, 1e-6, x, y);
    expect([l.x, l.y, l.cell]).toEqual([0, 0, s.whole]);
    l = layOut(s, { cell: 20, x: 1e9, y: 1e9 });
    expect(l.x + l.viewX).toBe(100 * 20 + 1);
  });

  it('keeps what is held under the finger, to the last column', () => {
    const from = layOut(s, { cell: 20, x: 0, y: 0 });
    const spot = spotAt(from, 700, 300);
    const to = carry(s, from, spot, 20, 640, 290);
    expect(spotAt(to, 640, 290)).toEqual(spot);
    const end = carry(s, from, spot, 20, -9000, -9000);
    expect([end.x + end.viewX, end.y + end.viewY]).toEqual([2001, 2001]);
  });

  it('scrolls to a cell that is out of view, or under a sheet', () => {
    const l = layOut(s, { cell: 20, x: 0, y: 0 });
    const there = reveal(s, l, { row: 99, column: 99 });
    const at = { x: there.gridX + 99.5 * 20 - there.x, y: there.gridY + 99.5 * 20 - there.y };
    expect(cellAt(s, there, at.x, at.y)).toEqual({ row: 99, column: 99 });
    expect(reveal(s, l, { row: 1, column: 1 })).toEqual(l);
    const phone = byFinger(large, PORTRAIT);
    const low = nearestCell(phone, opened(phone), 200, PORTRAIT.height - 20);
    expect(reveal(phone, opened(phone), low).y).toBe(0);
    const clear = reveal(phone, opened(phone), low, true);
    expect(clear.gridY + (low.row + 1) * 24 - clear.y).toBeLessThan(PORTRAIT.height - 176);
  });

  it('goes by the map, which keeps clear of the grip', () => {
    const phone = byFinger({ ...large, rowEms: 8, columnBlocks: 8 }, PORTRAIT);
    const l = opened(phone);
    const map = l.map!;
    expect(map.x).toBeGreaterThanOrEqual(0);
    expect(zoneAt(phone, l, l.gridX - 10, l.gridY - 10)).toBe('corner');
    expect(zoneAt(phone, l, map.x + 3, map.y + 3)).toBe('map');
    const to = layOut(phone, viewFromMap(phone, l, map.x + map.width / 2, map.y + map.height / 2));
    expect(to.x + to.viewX / 2).toBeCloseTo(1200);
    expect(to.y + to.viewY / 2).toBeCloseTo(1200);
  });
});

describe('the clues of the pack on a phone', () => {
  /** The board's place in a window of 390 × 844, with its margins. */
  const PHONE = { width: 380, height: 720 };

  it.each([15, 20])('have 11 pixels on one line with %i columns', async (side) => {
    const cells: number[] = [];
    for (const { number, inks, ...size } of PACK) {
      if (size.width !== side || inks > 1 || size.height > 30) continue;
      const puzzle = (await packPuzzle(number))!;
      const d = dimensions(puzzle);
      const s = settle(d, { ...PHONE, ...comfortOf(PHONE, true), bottom: 176 });
      const l = layOut(s, openingView(s));
      expect(isWhole(d, l), `No. ${number}`).toBe(true);
      for (const axis of ['row', 'column'] as const) {
        for (const clue of axis === 'row' ? puzzle.rows : puzzle.columns) {
          const { font, lines, length } = cluePlaces(d, l, clue, axis);
          expect(font, `No. ${number}`).toBeGreaterThanOrEqual(11);
          expect(lines).toBe(1);
          expect(length).toBeLessThanOrEqual(axis === 'row' ? l.gridX : l.gridY);
        }
      }
      cells.push(l.cell);
    }
    expect(cells.length).toBe(side === 20 ? 32 : 23);
    expect(Math.min(...cells)).toBeGreaterThanOrEqual(side === 20 ? 14 : 19);
  });
});
