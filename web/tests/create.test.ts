// The tools of Create: pens, mirrors, the sheet and its history, palettes.

import { describe, expect, it } from 'vitest';
import { addInk, MAX_INKS, recolor, removeInk } from '../src/model/palette';
import {
  blankDrawing,
  type Drawing,
  goalRows,
  grow,
  MAX_DRAWN_SIDE,
  PAPER,
  puzzleOf,
  repainted,
  sameDrawing,
  trim,
} from '../src/games/drawing';
import { flood, isMirrored, line, type Mirror, type Pen, startStroke } from '../src/create/strokes';
import { colorDistance, namePalette } from '../src/model/colors';
import { BLACK_AND_WHITE, type Color } from '../src/model/puzzle';
import { fromPicture } from './puzzles';

const COLORS = namePalette(['#ffffff', '#d62828', '#2458c8']);

/** A drawing from rows: "." paper, "#" or "a" the first ink, "b" the second. */
function drawn(...rows: string[]): Drawing {
  const colored = rows.some((r) => /[ab]/.test(r));
  return {
    width: rows[0].length,
    height: rows.length,
    palette: colored ? COLORS : BLACK_AND_WHITE,
    cells: Uint8Array.from(rows.join(''), (c) => (c === '.' ? PAPER : c === 'b' ? 2 : 1)),
  };
}

/** What a drawing looks like, in the same way. */
const looks = (d: Drawing) =>
  Array.from({ length: d.height }, (_, y) =>
    Array.from(d.cells.subarray(y * d.width, (y + 1) * d.width), (c) =>
      c === PAPER ? '.' : d.palette.length === 2 ? '#' : ' ab'[c],
    ).join(''),
  );

interface Drag {
  pen: Pen;
  color?: Color;
  mirror?: Mirror;
  path: [row: number, column: number][];
}

function draw(d: Drawing, { pen, color = 1, mirror = 'none', path }: Drag): string[] {
  const [start, ...rest] = path.map(([row, column]) => ({ row, column }));
  const stroke = startStroke(pen, d, start, color, mirror);
  rest.forEach((place) => stroke.extend(place));
  const cells = d.cells.slice();
  for (const { cell, from, to } of stroke.changes()) {
    expect(from).toBe(d.cells[cell]);
    cells[cell] = to;
  }
  return looks({ ...d, cells });
}

describe('pens', () => {
  const blank = blankDrawing(5, 4);

  it('the pencil goes where it goes, without gaps', () => {
    expect(
      draw(blank, {
        pen: 'pencil',
        path: [
          [0, 0],
          [0, 3],
          [3, 3],
        ],
      }),
    ).toEqual(['####.', '...#.', '...#.', '...#.']);
    expect(
      draw(blank, {
        pen: 'pencil',
        path: [
          [0, 0],
          [3, 3],
        ],
      }),
    ).toEqual(['#....', '.#...', '..#..', '...#.']);
  });

  it('the pencil erases what it begins on', () => {
    const d = drawn('###..', '.....');
    expect(
      draw(d, {
        pen: 'pencil',
        path: [
          [0, 1],
          [0, 4],
        ],
      }),
    ).toEqual(['#....', '.....']);
    expect(
      draw(d, {
        pen: 'pencil',
        path: [
          [0, 4],
          [0, 1],
        ],
      }),
    ).toEqual(['#####', '.....']);
    expect(
      draw(d, {
        pen: 'pencil',
        color: PAPER,
        path: [
          [0, 0],
          [0, 1],
        ],
      }),
    ).toEqual(['..#..', '.....']);
  });

  it('a line follows its end and leaves nothing behind', () => {
    expect(
      draw(blank, {
        pen: 'line',
        path: [
          [0, 0],
          [3, 0],
          [0, 4],
        ],
      }),
    ).toEqual(['#####', '.....', '.....', '.....']);
  });

  it('a rectangle is an outline or filled, from any corner', () => {
    const outline = draw(blank, {
      pen: 'rectangle',
      path: [
        [3, 4],
        [0, 1],
      ],
    });
    expect(outline).toEqual(['.####', '.#..#', '.#..#', '.####']);
    const box = draw(blank, {
      pen: 'box',
      path: [
        [1, 1],
        [2, 3],
      ],
    });
    expect(box).toEqual(['.....', '.###.', '.###.', '.....']);
  });

  it('the bucket fills an area up to its border, not around corners', () => {
    const d = drawn('.#..', '#...', '....');
    expect(draw(d, { pen: 'bucket', path: [[0, 0]] })).toEqual(['##..', '#...', '....']);
    expect(draw(d, { pen: 'bucket', path: [[2, 3]] })).toEqual(['.###', '####', '####']);
    expect(flood(d, { row: 0, column: 1 })).toHaveLength(1);
  });

  it('the bucket recolors an area', () => {
    const d = drawn('aa.', '.ab', 'a.b');
    expect(draw(d, { pen: 'bucket', color: 2, path: [[0, 0]] })).toEqual(['bb.', '.bb', 'a.b']);
  });

  it('moving takes the picture around the edge and back', () => {
    const d = drawn('##.', '...');
    expect(
      draw(d, {
        pen: 'move',
        path: [
          [0, 0],
          [0, 2],
        ],
      }),
    ).toEqual(['#.#', '...']);
    expect(
      draw(d, {
        pen: 'move',
        path: [
          [0, 0],
          [1, 1],
        ],
      }),
    ).toEqual(['...', '.##']);
    expect(
      draw(d, {
        pen: 'move',
        path: [
          [0, 0],
          [1, 1],
          [0, 0],
        ],
      }),
    ).toEqual(looks(d));
  });

  it('lines have both ends and no gap', () => {
    const cells = line({ row: 4, column: 9 }, { row: 0, column: 0 });
    expect(cells).toHaveLength(10);
    expect(cells.at(-1)).toEqual({ row: 0, column: 0 });
    for (let i = 1; i < cells.length; i++) {
      expect(Math.abs(cells[i].row - cells[i - 1].row)).toBeLessThanOrEqual(1);
      expect(Math.abs(cells[i].column - cells[i - 1].column)).toBeLessThanOrEqual(1);
    }
  });
});

describe('mirrors', () => {
  const path: Drag['path'] = [
    [0, 0],
    [0, 1],
  ];
  it.each([
    ['none', ['##...', '.....', '.....']],
    ['x', ['##.##', '.....', '.....']],
    ['y', ['##...', '.....', '##...']],
    ['both', ['##.##', '.....', '##.##']],
  ] as const)('%s', (mirror, expected) => {
    expect(draw(blankDrawing(5, 3), { pen: 'pencil', mirror, path })).toEqual(expected);
  });

  it('meet in the middle without counting twice', () => {
    const stroke = startStroke('box', blankDrawing(3, 3), { row: 1, column: 1 }, 1, 'both');
    expect(stroke.changes()).toHaveLength(1);
  });

  it('know a picture that is one', () => {
    const d = drawn('#.#', '...', '#.#');
    expect((['x', 'y', 'both'] as const).map((m) => isMirrored(d, m))).toEqual([true, true, true]);
    const tall = drawn('#.#', '...', '...');
    expect((['x', 'y', 'both'] as const).map((m) => isMirrored(tall, m))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the sheet', () => {
  const d = drawn('#.', '.#');

  it.each([
    ['top', 1, ['..', '#.', '.#']],
    ['bottom', 1, ['#.', '.#', '..']],
    ['left', 1, ['.#.', '..#']],
    ['right', 1, ['#..', '.#.']],
    ['top', -1, ['.#']],
    ['bottom', -1, ['#.']],
    ['left', -1, ['.', '#']],
    ['right', -1, ['#', '.']],
  ] as const)('grows and shrinks at the %s by %i', (side, by, expected) => {
    expect(looks(grow(d, side, by))).toEqual(expected);
  });

  it('has a least and a largest size', () => {
    expect(grow(d, 'top', -2)).toBe(d);
    expect(grow(d, 'left', MAX_DRAWN_SIDE)).toBe(d);
  });

  it('is trimmed to the picture', () => {
    expect(looks(trim(drawn('....', '.#..', '..#.', '....')))).toEqual(['#.', '.#']);
    const blank = blankDrawing(3, 3);
    expect(trim(blank)).toBe(blank);
  });

  it('gives the clues of the picture', () => {
    expect(puzzleOf(drawn('ab.', 'aab'))).toEqual(fromPicture('ab.', 'aab'));
    expect(goalRows(drawn('#.#'))).toEqual(['#.#']);
  });

  it('loses an ink with its cells, and the others keep theirs', () => {
    const colored = drawn('ab.', 'bba');
    const after = repainted(colored, removeInk(COLORS, 1), 1);
    expect([...after.cells]).toEqual([PAPER, 1, PAPER, 1, 1, PAPER]);
    expect(after.palette.map((s) => s.rgb)).toEqual(['#ffffff', '#2458c8']);
  });

  it('is the same only with size, colors and cells', () => {
    expect(sameDrawing(d, drawn('#.', '.#'))).toBe(true);
    expect(sameDrawing(d, drawn('#.', '##'))).toBe(false);
    expect(sameDrawing(d, drawn('#..#'))).toBe(false);
    expect(sameDrawing(d, repainted(d, recolor(BLACK_AND_WHITE, 1, '#d62828')))).toBe(false);
  });
});

describe('palettes', () => {
  it('get inks that can be told apart, with letters of their own', () => {
    let palette = addInk(BLACK_AND_WHITE);
    while (palette.length <= MAX_INKS) palette = addInk(palette);
    expect(new Set(palette.map((s) => s.symbol)).size).toBe(palette.length);
    const first = palette.slice(0, 8);
    for (const a of first) {
      for (const b of first) if (a !== b) expect(colorDistance(a.rgb, b.rgb)).toBeGreaterThan(5000);
    }
  });

  it('name an ink after its color', () => {
    expect(recolor(COLORS, 2, '#2A9D3A')[2]).toMatchObject({ name: 'green', rgb: '#2a9d3a' });
  });
});
