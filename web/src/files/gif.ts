// Writes animated pictures as GIF89a, compressed by LZW: http://www.w3.org/Graphics/GIF/spec-gif89a.txt.
// Browsers encode videos in formats that differ between them, and in real time; a picture of
// few colors that moves in cells is small as a GIF, and every messenger shows it.

/** A part of the picture that is painted over the frame before. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Indexes into the colors, row by row. */
  readonly pixels: Uint8Array;
  /** How long it is shown, in hundredths of a second. */
  readonly delay: number;
}

const MAX_CODE_BITS = 12;
const BLOCK = 255;

/** An animated picture that repeats. Colors are written "#rrggbb", at most 256. */
export function writeGIF(
  width: number,
  height: number,
  colors: readonly string[],
  frames: Iterable<Frame>,
): Uint8Array<ArrayBuffer> {
  const bits = Math.max(2, Math.ceil(Math.log2(colors.length)));
  const bytes: number[] = [];
  const text = (s: string) => bytes.push(...Array.from(s, (c) => c.charCodeAt(0)));
  const short = (...numbers: number[]) => numbers.forEach((n) => bytes.push(n & 255, n >> 8));
  text('GIF89a');
  short(width, height);
  bytes.push(0x80 | (bits - 1), 0, 0); // with a table of colors
  for (let i = 0; i < 1 << bits; i++) {
    const rgb = parseInt(colors[i]?.slice(1) ?? '0', 16);
    bytes.push(rgb >> 16, (rgb >> 8) & 255, rgb & 255);
  }
  bytes.push(0x21, 0xff, 11);
  text('NETSCAPE2.0');
  bytes.push(3, 1, 0, 0, 0); // for ever
  for (const frame of frames) {
    bytes.push(0x21, 0xf9, 4, 4); // the frame stays
    short(frame.delay);
    bytes.push(0, 0, 0x2c);
    short(frame.x, frame.y, frame.width, frame.height);
    bytes.push(0, bits);
    const packed = pack(frame.pixels, bits);
    for (let i = 0; i < packed.length; i += BLOCK) {
      const block = packed.slice(i, i + BLOCK);
      bytes.push(block.length, ...block);
    }
    bytes.push(0);
  }
  bytes.push(0x3b);
  return Uint8Array.from(bytes);
}

/** Compresses numbers of some bits by LZW. */
function pack(pixels: Uint8Array, bits: number): number[] {
  const bytes: number[] = [];
  const clear = 1 << bits;
  const codes = new Map<number, number>();
  let [next, size, held, count] = [clear + 2, bits + 1, 0, 0];
  const put = (code: number) => {
    held |= code << count;
    for (count += size; count >= 8; count -= 8, held >>>= 8) bytes.push(held & 255);
    if (next === 1 << size && size < MAX_CODE_BITS) size++;
  };
  put(clear);
  let prefix = pixels[0];
  for (const pixel of pixels.subarray(1)) {
    const longer = (prefix << 8) | pixel;
    const known = codes.get(longer);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next < 1 << MAX_CODE_BITS) codes.set(longer, next++);
    else {
      put(clear);
      codes.clear();
      [next, size] = [clear + 2, bits + 1];
    }
    prefix = pixel;
  }
  put(prefix);
  put(clear + 1);
  if (count > 0) bytes.push(held & 255);
  return bytes;
}
