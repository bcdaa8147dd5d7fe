// A puzzle as a short text for links and QR codes: clues, colors and given cells, without
// title and picture. It is part of the address's fragment, which is not sent to servers.
//
// Layout in bits (gamma: see bitStream.ts), then base64url:
//
//   version  4 bits, 1; 2 if a line has no clue; 3 if a color is drawn as triangles; 4 for a triddler
//   width, height, inks        gamma each; in version 4 the six sides plus 1 in place of width and height
//   colors?  1 bit; if set 24 bits for the background and each ink,
//            else black on white; from version 3 on 1 bit, if set 1 bit, 0 for / and 1
//            for \, and 24 bits for the color right of it
//   open?    1 bit; if set some lengths are unknown
//   given?   1 bit; if set, for each cell of the board 1 bit whether it is given, then its color
//   rows, columns              from version 2 on a bit, set if the line has no clue, and nothing
//            else then; for each line its blocks:
//            gamma(length+1), or gamma(length+2) if open, then 2 for unknown;
//            the color in as few bits as the inks need; at the end gamma(1)
//   checksum 32 bits: CRC-32 of the bytes before it
//
// A 20×20 puzzle takes some 150 characters.

import { BitReader, BitWriter, crc32, fromBase64Url, toBase64Url } from './bitStream';
import { msg } from '../i18n/languages';
import { formatRGB, namePalette, parseRGB } from './colors';
import {
  BLACK_AND_WHITE,
  type Block,
  type Clue,
  EMPTY,
  MAX_CELLS,
  MAX_COLORS,
  MAX_SIDE,
  MISSING,
  type Puzzle,
  type Swatch,
  UNKNOWN,
  isMissing,
  type Shape,
} from './puzzle';
import { halves } from './triangles';
import { triddler } from './triddler';

const VERSION = 1;
/** The version of links with lines without a clue. */
const WITH_MISSING = 2;
/** The version of links with colors drawn as triangles, which may have such lines as well. */
const WITH_TRIANGLES = 3;
/** The version of links with triddlers, which may have both. */
const WITH_SHAPE = 4;
const CHECKSUM_BYTES = 4;

/** An unreadable share code. The message is an English text for t. */
export class ShareError extends Error {
  override name = 'ShareError';
}

export function encodePuzzle(p: Puzzle): string {
  const w = new BitWriter();
  const clues = [...p.rows, ...p.columns];
  const triangles = p.shape !== undefined || p.palette.some(({ rgb }) => halves(rgb));
  const missing = triangles || clues.some(isMissing);
  const plain = triangles ? WITH_TRIANGLES : missing ? WITH_MISSING : VERSION;
  w.bits(p.shape ? WITH_SHAPE : plain, 4);
  for (const n of p.shape?.sides.map((side) => side + 1) ?? [p.width, p.height]) w.gamma(n);
  w.gamma(p.palette.length - 1);
  writeColors(w, p.palette, triangles);
  const open = clues.some((clue) => !isMissing(clue) && clue.some((b) => b.length === 0));
  w.bit(open);
  writeGiven(w, p);
  const bits = colorBits(p.palette.length - 1);
  for (const clue of clues) {
    if (missing) w.bit(isMissing(clue));
    if (!isMissing(clue)) writeClue(w, clue, open, bits);
  }
  return toBase64Url(withChecksum(w.finish()));
}

function writeColors(w: BitWriter, palette: readonly Swatch[], triangles: boolean): void {
  const plain = palette.length === 2 && palette.every((s, i) => s.rgb === BLACK_AND_WHITE[i].rgb);
  w.bit(!plain);
  if (plain) return;
  const write = (rgb: string) => parseRGB(rgb).forEach((channel) => w.bits(channel, 8));
  for (const { rgb } of palette) {
    write(rgb);
    if (!triangles) continue;
    const two = halves(rgb);
    w.bit(two !== undefined);
    if (two) {
      w.bit(!two.rising);
      write(two.right);
    }
  }
}

function writeGiven(w: BitWriter, p: Puzzle): void {
  const given = p.given?.some((cell, i) => cell !== UNKNOWN && (!p.shape || p.shape.of[i]))
    ? p.given
    : undefined;
  w.bit(given !== undefined);
  if (!given) return;
  for (const [i, cell] of given.entries()) {
    if (p.shape && !p.shape.of[i]) continue;
    w.bit(cell !== UNKNOWN);
    if (cell !== UNKNOWN) w.bits(cell, colorBits(p.palette.length));
  }
}

function writeClue(w: BitWriter, clue: Clue, open: boolean, bits: number): void {
  for (const b of clue) {
    w.gamma(b.length + (open ? 2 : 1));
    w.bits(b.color - 1, bits);
  }
  w.gamma(1);
}

const TOO_LARGE = msg('This puzzle is too large to be played here.');
const NO_PUZZLE = msg('This link does not hold a puzzle.');

/** Reads a share code and checks everything in it. */
export function decodePuzzle(code: string): Puzzle {
  const body = checked(code);
  try {
    return read(new BitReader(body));
  } catch (e) {
    throw e instanceof ShareError ? e : new ShareError(NO_PUZZLE);
  }
}

function checked(code: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    bytes = fromBase64Url(code);
  } catch {
    throw new ShareError(NO_PUZZLE);
  }
  const body = bytes.slice(0, -CHECKSUM_BYTES);
  const sum = new DataView(bytes.buffer, bytes.byteOffset).byteLength - CHECKSUM_BYTES;
  if (sum <= 0 || new DataView(bytes.buffer).getUint32(sum) !== crc32(body)) {
    throw new ShareError(
      msg('This link is damaged. Perhaps a part of it was lost when it was copied.'),
    );
  }
  if (![VERSION, WITH_MISSING, WITH_TRIANGLES, WITH_SHAPE].includes(body[0] >> 4)) {
    throw new ShareError(
      msg('This link was made by a newer version of this page. Reload and try again.'),
    );
  }
  return body;
}

function read(r: BitReader): Puzzle {
  const version = r.bits(4);
  const missing = version !== VERSION;
  const shape = version === WITH_SHAPE ? readSides(r) : undefined;
  const width = shape?.width ?? r.gamma();
  const height = shape?.height ?? r.gamma();
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_CELLS) {
    throw new ShareError(TOO_LARGE);
  }
  const inks = r.gamma();
  if (inks >= MAX_COLORS) throw new RangeError(`${inks} colors are too many`);
  const palette = r.bit() ? readColors(r, inks, version >= WITH_TRIANGLES) : [...BLACK_AND_WHITE];
  if (palette.length !== inks + 1) throw new RangeError('colors are missing');
  const open = r.bit() === 1;
  const given = r.bit() ? readGiven(r, width * height, palette.length, shape) : undefined;
  const clue = (room: number) => (missing && r.bit() ? MISSING : readClue(r, open, inks, room));
  const rows = Array.from({ length: height }, () => clue(width));
  const columns = shape
    ? shape.lines.slice(height).map((line) => clue(line.length))
    : Array.from({ length: width }, () => clue(height));
  if (r.left >= 8) throw new RangeError('something is left over');
  return { width, height, ...(shape && { shape }), palette, rows, columns, given };
}

function readSides(r: BitReader): Shape {
  const sides = Array.from({ length: 6 }, () => r.gamma() - 1);
  const [a, b, , , e, f] = sides;
  // A line is a cell wide, so more lines of a direction do not fit either.
  if (Math.max(a + b, e + f, a + f) > MAX_SIDE) throw new ShareError(TOO_LARGE);
  const shape = triddler(sides);
  if (!shape) throw new RangeError('the sides do not close to a hexagon');
  return shape;
}

function readColors(r: BitReader, inks: number, triangles: boolean): Swatch[] {
  const paints = Array.from({ length: inks + 1 }, () => {
    const rgb = formatRGB(r.bits(24));
    return triangles && r.bit() ? rgb + (r.bit() ? '\\' : '/') + formatRGB(r.bits(24)) : rgb;
  });
  if (halves(paints[0])) throw new RangeError('the background has triangles');
  return namePalette(paints);
}

function readGiven(r: BitReader, cells: number, colors: number, shape?: Shape): Uint8Array {
  return Uint8Array.from({ length: cells }, (_, i) => {
    if (shape && !shape.of[i]) return EMPTY;
    if (!r.bit()) return UNKNOWN;
    const color = r.bits(colorBits(colors));
    if (color >= colors) throw new RangeError('a cell has a color that there is not');
    return color;
  });
}

function readClue(r: BitReader, open: boolean, inks: number, room: number): Block[] {
  const clue: Block[] = [];
  for (let code = r.gamma(); code !== 1; code = r.gamma()) {
    const length = code - (open ? 2 : 1);
    const color = r.bits(colorBits(inks)) + 1;
    if (length > room || color > inks || clue.length >= room) {
      throw new RangeError('a clue is longer than its line');
    }
    clue.push({ length, color });
  }
  return clue;
}

/** The number of bits that distinguish n values. */
const colorBits = (n: number): number => (n <= 1 ? 0 : 32 - Math.clz32(n - 1));

function withChecksum(body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + CHECKSUM_BYTES);
  bytes.set(body);
  new DataView(bytes.buffer).setUint32(body.length, crc32(body));
  return bytes;
}

/**
 * A key of a puzzle from its clues and colors, by which its game is found whatever its
 * source. Two checksums of 32 bits make collisions unlikely.
 */
export function puzzleKey(p: Puzzle): string {
  let key = keys.get(p);
  if (!key) keys.set(p, (key = computeKey(p)));
  return key;
}

/** Keys of puzzles, which are needed with every stroke. */
const keys = new WeakMap<Puzzle, string>();

function computeKey(p: Puzzle): string {
  const text = encodePuzzle(p);
  return sum(Uint8Array.from(text, (c) => c.charCodeAt(0)));
}

/** A checksum that is not resistant to attacks. */
export function sum(bytes: Uint8Array): string {
  let hash = 0x811c9dc5; // FNV-1a
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return crc32(bytes).toString(36) + '-' + hash.toString(36);
}
