// The codes of links and QR codes, and the keys of puzzles.

import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { crc32, toBase64Url } from '../src/model/bitStream';
import { decodePuzzle, encodePuzzle, puzzleKey, ShareError } from '../src/model/share';
import { MISSING, UNKNOWN } from '../src/model/puzzle';
import { packPuzzle, PACK } from '../src/pack/pack';
import { qrPath, type QRDrawing } from '../src/files/qr';
import { fromPicture, randomFrom } from './puzzles';

const HEART = fromPicture('.#.#.', '#####', '#####', '.###.', '..#..');

describe('share codes', () => {
  it('carry a puzzle there and back', () => {
    expect(decodePuzzle(encodePuzzle(HEART))).toEqual({ ...HEART, given: undefined });
  });

  it('carry colors, given cells and unknown lengths', () => {
    const picture = fromPicture('aab', 'b.c', '.cc');
    const given = new Uint8Array(9).fill(UNKNOWN);
    given[0] = 1;
    given[4] = 0;
    const rows = picture.rows.map((clue, i) => (i === 2 ? [{ length: 0, color: 3 }] : clue));
    const back = decodePuzzle(encodePuzzle({ ...picture, rows, given }));
    expect(back.rows).toEqual(rows);
    expect(back.columns).toEqual(picture.columns);
    expect(back.given).toEqual(given);
    expect(back.palette.map((s) => s.rgb)).toEqual(picture.palette.map((s) => s.rgb));
  });

  it('carry lines without a clue', () => {
    for (const picture of [HEART, fromPicture('aab', 'b.c', '.cc')]) {
      const rows = picture.rows.map((clue, i) => (i === 1 ? MISSING : clue));
      const columns = picture.columns.map((clue, i) => (i === 2 ? MISSING : clue));
      const back = decodePuzzle(encodePuzzle({ ...picture, rows, columns }));
      expect(back.rows).toEqual(rows);
      expect(back.columns).toEqual(columns);
    }
  });

  it('carry no title', () => {
    const code = encodePuzzle({ ...HEART, title: 'Heart', author: 'A. Painter' });
    expect(code).toBe(encodePuzzle(HEART));
  });

  it('are short', () => {
    expect(encodePuzzle(HEART).length).toBeLessThan(30);
  });

  it('hold every puzzle of the pack', async () => {
    for (const entry of PACK) {
      const puzzle = (await packPuzzle(entry.number))!;
      expect([puzzle.width, puzzle.height]).toEqual([entry.width, entry.height]);
      expect(puzzleKey(puzzle)).toBe(entry.key);
      const back = decodePuzzle(encodePuzzle(puzzle));
      expect(back.rows).toEqual(puzzle.rows);
      expect(back.columns).toEqual(puzzle.columns);
    }
  });

  it('notice every damaged character', () => {
    const code = encodePuzzle(HEART);
    for (let i = 0; i < code.length; i++) {
      // The last character holds unused bits, so it may stand for the same bytes.
      const other = code[i] === 'A' ? 'B' : 'A';
      const damaged = code.slice(0, i) + other + code.slice(i + 1);
      if (atob(pad(damaged)) === atob(pad(code))) continue;
      expect(() => decodePuzzle(damaged), damaged).toThrow(ShareError);
    }
    expect(() => decodePuzzle(code.slice(0, -1))).toThrow(ShareError);
    expect(() => decodePuzzle('')).toThrow(ShareError);
    expect(() => decodePuzzle('<img src=x>')).toThrow(ShareError);
  });

  it('survive noise with a right checksum', () => {
    const random = randomFrom(3);
    for (let i = 0; i < 2000; i++) {
      const body = Uint8Array.from({ length: 1 + Math.floor(random() * 60) }, () => random() * 256);
      body[0] = (i % 2 ? 0x10 : 0x20) | (body[0] & 15); // the right versions
      const bytes = new Uint8Array(body.length + 4);
      bytes.set(body);
      new DataView(bytes.buffer).setUint32(body.length, crc32(body));
      let read;
      try {
        read = decodePuzzle(toBase64Url(bytes));
      } catch (e) {
        expect(e).toBeInstanceOf(ShareError);
        continue;
      }
      expect(read.rows).toHaveLength(read.height);
    }
  });

  it('say so when they come from a newer version', () => {
    const body = Uint8Array.of(0x50, 0);
    const bytes = new Uint8Array(6);
    bytes.set(body);
    new DataView(bytes.buffer).setUint32(2, crc32(body));
    expect(() => decodePuzzle(toBase64Url(bytes))).toThrow(/newer version/);
  });
});

/** A QR code as pixels, some to a module: what a camera or a screenshot shows. */
function screenshot({ size, path }: QRDrawing) {
  const SCALE = 4;
  const side = size * SCALE;
  const data = new Uint8ClampedArray(4 * side * side).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = +y * SCALE; row < (+y + 1) * SCALE; row++) {
      for (let column = +x * SCALE; column < (+x + +width) * SCALE; column++) {
        data.fill(0, 4 * (row * side + column), 4 * (row * side + column) + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

describe('QR codes', () => {
  it('contain the link', async () => {
    const link = `https://example.org/play/#p=${encodePuzzle(HEART)}`;
    const drawing = await qrPath(link);
    if (drawing === 'too long') throw new Error(drawing);
    expect(decodeQR(screenshot(drawing))).toBe(link);
  });
});

const pad = (code: string) => code.replaceAll('-', '+').replaceAll('_', '/');

describe('puzzleKey', () => {
  it('follows from the clues alone', () => {
    expect(puzzleKey({ ...HEART, title: 'Heart' })).toBe(puzzleKey(HEART));
    expect(puzzleKey(fromPicture('##', '#.'))).not.toBe(puzzleKey(fromPicture('##', '.#')));
  });
});
