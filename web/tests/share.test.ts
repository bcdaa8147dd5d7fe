import { execFileSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toBase64Url } from '../src/model/bitStream';
import { crc32 } from '../src/model/bitStream';
import { decodePuzzle, encodePuzzle, puzzleKey, ShareError } from '../src/model/share';
import { UNKNOWN } from '../src/model/puzzle';
import { packPuzzle, PACK } from '../src/pack/pack';
import { qrPath, type QRDrawing } from '../src/play/qr';
import { COMMAND } from './command';
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
      body[0] = 0x10 | (body[0] & 15); // the right version
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
    const body = Uint8Array.of(0x20, 0);
    const bytes = new Uint8Array(6);
    bytes.set(body);
    new DataView(bytes.buffer).setUint32(2, crc32(body));
    expect(() => decodePuzzle(toBase64Url(bytes))).toThrow(/newer version/);
  });
});

/** A QR code as a PNG of shades, some pixels to a module: what a screenshot of it is. */
function screenshot({ size, path }: QRDrawing): Buffer {
  const SCALE = 4;
  const side = size * SCALE;
  const pixels = Buffer.alloc(side * (side + 1), 255); // a row begins with its filter
  for (let y = 0; y < side; y++) pixels[y * (side + 1)] = 0;
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = +y * SCALE; row < (+y + 1) * SCALE; row++) {
      const from = row * (side + 1) + 1 + +x * SCALE;
      pixels.fill(0, from, from + +width * SCALE);
    }
  }
  const chunk = (kind: string, data: Buffer) => {
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length);
    out.write(kind, 4);
    data.copy(out, 8);
    out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
    return out;
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('QR codes', () => {
  it('are read by the command', async () => {
    const drawing = await qrPath(`https://example.org/play/#p=${encodePuzzle(HEART)}`);
    if (drawing === 'too long') throw new Error(drawing);
    const read = execFileSync(COMMAND, ['convert', '-', 'nin'], { input: screenshot(drawing) });
    expect(read.toString()).toBe('5 5\n1 1\n5\n5\n3\n1\n2\n4\n4\n4\n2\n');
  });
});

const pad = (code: string) => code.replaceAll('-', '+').replaceAll('_', '/');

describe('puzzleKey', () => {
  it('follows from the clues alone', () => {
    expect(puzzleKey({ ...HEART, title: 'Heart' })).toBe(puzzleKey(HEART));
    expect(puzzleKey(fromPicture('##', '#.'))).not.toBe(puzzleKey(fromPicture('##', '.#')));
  });
});
