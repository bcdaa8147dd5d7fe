// SHA-256 (FIPS 180-4), because browsers offer theirs only to pages that come by HTTPS. A megabyte
// takes some ten milliseconds.

/** The first primes. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
}

/** The first 32 bits of a root's fraction. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) >>> 0;

const FIRST = primes(8).map((p) => fraction(Math.sqrt(p)));
const ROUNDS = primes(64).map((p) => fraction(Math.cbrt(p)));
const BLOCK = 64;

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

/** The digest in hexadecimal digits. */
export function sha256(data: Uint8Array): string {
  const blocks = Math.ceil((data.length + 9) / BLOCK);
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  const sum = Uint32Array.from(FIRST);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [x, y] = [words[i - 15], words[i - 2]];
      const early = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const late = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      words[i] = words[i - 16] + early + words[i - 7] + late;
    }
    addBlock(sum, words);
  }
  return Array.from(sum, (word) => word.toString(16).padStart(8, '0')).join('');
}

function addBlock(sum: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = sum;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[i] + words[i];
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (sum[i] += word));
}
