// Colors whose cells are two triangles: in JSON, links, drafts, names and palettes.

import { describe, expect, it } from 'vitest';
import { namePalette } from '../src/model/colors';
import { fromJSON, toJSON } from '../src/model/json';
import { divide, recolor, reshape } from '../src/model/palette';
import { decodePuzzle, encodePuzzle } from '../src/model/share';
import { cssPaint, halves, plainColor, rightCorners } from '../src/model/triangles';

const ROOF = {
  palette: [
    { name: 'white', symbol: '.', color: '#ffffff' },
    { name: 'red', symbol: 'r', color: '#ff0000' },
    { name: 'left', symbol: 'a', color: '#0080ff/#ff0000' },
    { name: 'right', symbol: 'b', color: '#ff0000\\#0080ff' },
  ],
  rows: [
    [
      { n: 1, c: 'a' },
      { n: 1, c: 'b' },
    ],
    '*' as const,
  ],
  columns: [[{ n: 1, c: 'a' }], [{ n: 1, c: 'b' }]],
};

describe('colors of triangles', () => {
  it('come back from JSON and links', () => {
    const puzzle = fromJSON(ROOF);
    expect(toJSON(puzzle).palette).toEqual(ROOF.palette);
    const again = decodePuzzle(encodePuzzle(puzzle));
    expect(again.palette.map((s) => s.rgb)).toEqual(ROOF.palette.map((s) => s.color));
    expect(again.rows).toEqual(puzzle.rows);
  });

  it('are refused where they are wrong', () => {
    const wrong = (color: string, i: number) => () =>
      fromJSON({ ...ROOF, palette: ROOF.palette.map((s, j) => (i === j ? { ...s, color } : s)) });
    expect(wrong('#0080ff/', 2)).toThrow('#rrggbb');
    expect(wrong('#0080ff|#ff0000', 2)).toThrow('#rrggbb');
    expect(wrong('#ffffff/#000000', 0)).toThrow('color 0');
  });

  it('are distinguished from other notations of colors', () => {
    expect(halves('#ff0000')).toBeUndefined();
    expect(halves('rgb(0, 0, 0)')).toBeUndefined();
    expect(halves('#0080ff/#ff0000')).toEqual({ left: '#0080ff', right: '#ff0000', rising: true });
    expect(plainColor('#0080ff/#ff0000')).toBe('#0080ff');
    expect(cssPaint('#0080ff\\#ff0000')).toContain('to top right, #0080ff 50%, #ff0000');
  });

  it('have the right triangle right of the diagonal', () => {
    expect(rightCorners(halves('#000000/#ffffff')!)).not.toContainEqual([0, 0]);
    expect(rightCorners(halves('#000000\\#ffffff')!)).not.toContainEqual([0, 1]);
  });

  it('are named by their triangles, and edited', () => {
    const palette = namePalette(['#ffffff', '#000000', '#d62828']);
    const divided = divide(palette, 2);
    expect(divided[2]).toMatchObject({ rgb: '#d62828/#ffffff', name: 'red/white' });
    const turned = reshape(divided, 2, { rising: false, right: '#000000' });
    expect(turned[2]).toMatchObject({ rgb: '#d62828\\#000000', name: 'red\\black' });
    expect(divide(turned, 2)[2].rgb).toBe('#d62828');
    expect(recolor(palette, 1, '#FFFFFF')[1].rgb).toBe('#ffffff');
  });
});
