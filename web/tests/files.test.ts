import { describe, expect, it, vi } from 'vitest';
import { fromPicture } from './puzzles';

vi.mock('../src/engine', () => ({ EngineError: class extends Error {}, call: vi.fn() }));

const { locate, readText, toBase64, UnreadableError } = await import('../src/files/read');
const { fileName } = await import('../src/files/puzzleFile');
const { differing, linesIn } = await import('../src/engine/solve');
const { sizes } = await import('../src/create/imageImport');

const HEART = fromPicture('#');

describe('what is wrong with a file', () => {
  const text = 'width 5\nheight 5\nrows\n1,x\n';

  it('has its line, and the line itself', () => {
    expect(locate('expected a number', 'clues.non:4:3', text)).toEqual({
      message: 'expected a number',
      line: 4,
      column: 3,
      text: '1,x',
    });
  });

  it('may have no place', () => {
    expect(locate('unknown format', undefined, text)).toEqual({ message: 'unknown format' });
    expect(locate('bad', 'picture.png', undefined)).toEqual({ message: 'bad' });
  });

  it('shows the part of a long line that matters', () => {
    const long = 'a'.repeat(200) + 'X' + 'b'.repeat(200);
    const { text: shown } = locate('bad', 'f:1:201', long);
    expect(shown!.length).toBeLessThan(90);
    expect(shown).toContain('X');
  });

  it('is said of an empty text before the engine is asked', async () => {
    await expect(readText('  \n')).rejects.toThrow(UnreadableError);
  });
});

describe('small things', () => {
  it('bytes as base64, also many', () => {
    expect(toBase64(Uint8Array.from([255, 0, 1]))).toBe('/wAB');
    expect(atob(toBase64(new Uint8Array(100_000)))).toHaveLength(100_000);
  });

  it.each([
    ['The Cat', 'the-cat'],
    ['Éléphant / 2', 'elephant-2'],
    ['<img onerror>', 'img-onerror'],
    ['猫', 'nonogram'],
    [undefined, 'nonogram'],
  ])('the name of a file for %j', (title, name) => expect(fileName(title)).toBe(name));

  it('the cells in which grids differ', () => {
    const grids = [
      [0, 1, 1],
      [0, 1, 0],
      [1, 1, 0],
    ].map((g) => Uint8Array.from(g));
    expect(differing(grids)).toEqual([0, 2]);
    expect(differing(grids.slice(0, 1))).toEqual([]);
  });

  it('the size of a picture from an image', () => {
    const crop = { left: 0.5, right: 0, top: 0, bottom: 0 };
    expect(sizes({ width: 400, height: 100 }, { crop, side: 20 })).toEqual({
      part: { x: 200, y: 0, width: 200, height: 100 },
      cells: { width: 20, height: 10 },
    });
    const sliver = { left: 0.5, right: 0.5, top: 0, bottom: 0 };
    expect(sizes({ width: 3, height: 900 }, { crop: sliver, side: 20 }).cells.width).toBe(1);
  });

  it('lines in a sentence', () => {
    expect(linesIn(HEART, 'row 3: block 1 is 9; column 12: too long')).toEqual([
      { axis: 'row', line: 2 },
      { axis: 'column', line: 11 },
    ]);
    expect(linesIn(HEART, 'the rows have 5 cells, the columns 4')).toEqual([]);
  });
});
