// Bit streams, most significant bit first. Numbers are Elias gamma codes: a zero for each
// bit after the first, then the number. 1 takes one bit, 2 and 3 take three, 4 to 7 take
// five.

export class BitWriter {
  private readonly bytes: number[] = [];
  private used = 8; // used bits of the last byte

  bit(value: number | boolean): void {
    if (this.used === 8) {
      this.bytes.push(0);
      this.used = 0;
    }
    if (value) this.bytes[this.bytes.length - 1] |= 0x80 >> this.used;
    this.used++;
  }

  bits(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) this.bit((value >>> i) & 1);
  }

  gamma(value: number): void {
    const width = 32 - Math.clz32(value);
    this.bits(0, width - 1);
    this.bits(value, width);
  }

  finish(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

/** More zeros than any valid number has. */
const MAX_ZEROS = 20;

export class BitReader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  bit(): number {
    if (this.at >= this.bytes.length * 8) throw new RangeError('the code ends too early');
    const bit = (this.bytes[this.at >> 3] >> (7 - (this.at & 7))) & 1;
    this.at++;
    return bit;
  }

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = (value << 1) | this.bit();
    return value >>> 0;
  }

  gamma(): number {
    let zeros = 0;
    while (this.bit() === 0) {
      if (++zeros > MAX_ZEROS) throw new RangeError('a number is too large');
    }
    return ((1 << zeros) | this.bits(zeros)) >>> 0;
  }

  /** The remaining bits, including padding. */
  get left(): number {
    return this.bytes.length * 8 - this.at;
  }
}

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromBase64Url(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text)) throw new RangeError('a character does not belong here');
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

let crcTable: Uint32Array | undefined;

function makeCrcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, n) => {
    for (let i = 0; i < 8; i++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
  });
}

/** The CRC-32 of zip, gzip and PNG. */
export function crc32(bytes: Uint8Array): number {
  crcTable ??= makeCrcTable();
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
