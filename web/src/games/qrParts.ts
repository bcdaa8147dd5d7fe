// Progress as a series of QR codes: the compressed file in numbered parts.
//
//   nonogram:1a2b3c4d:2:7:BASE64URL
//
// The first number is the CRC-32 of the compressed data: it identifies the parts of an
// export and detects damage. QR codes correct reading errors themselves.

import { crc32, fromBase64Url, toBase64Url } from '../model/bitStream';

/** The length of a part, for a code of about 100 modules that phones read easily. */
const PART_CHARACTERS = 800;
/** Larger progress has to be saved as a file. */
const MAX_PARTS = 99;
/** More than browsers store. */
const MAX_BYTES = 16 << 20;

const PART = /^nonogram:([0-9a-f]{8}):(\d{1,2}):(\d{1,2}):([\w-]+)$/;

/** Splits a text into parts; undefined if there would be too many. */
export async function cutIntoParts(text: string): Promise<string[] | undefined> {
  const bytes = await readAll(pipe(new TextEncoder().encode(text), new CompressionStream(FORMAT)));
  const code = toBase64Url(bytes);
  const count = Math.ceil(code.length / PART_CHARACTERS);
  if (count > MAX_PARTS) return undefined;
  const name = nameOf(bytes);
  return Array.from({ length: count }, (_, i) => {
    const part = code.slice(i * PART_CHARACTERS, (i + 1) * PART_CHARACTERS);
    return ['nonogram', name, i + 1, count, part].join(':');
  });
}

const FORMAT = 'deflate-raw';

const nameOf = (bytes: Uint8Array): string => crc32(bytes).toString(16).padStart(8, '0');

/** The parts of one export that have been read. */
export class Series {
  private readonly parts = new Map<number, string>();

  constructor(
    readonly name: string,
    readonly count: number,
  ) {}

  add(number: number, part: string): void {
    this.parts.set(number, part);
  }

  get missing(): number[] {
    return Array.from({ length: this.count }, (_, i) => i + 1).filter((n) => !this.parts.has(n));
  }

  /** The joined text; undefined if parts are missing or damaged. */
  async join(): Promise<string | undefined> {
    if (this.missing.length > 0) return undefined;
    const ordered = [...this.parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    try {
      const bytes = fromBase64Url(ordered.join(''));
      if (nameOf(bytes) !== this.name) return undefined;
      const text = await readAll(pipe(bytes, new DecompressionStream(FORMAT)));
      return new TextDecoder('utf-8', { fatal: true }).decode(text);
    } catch {
      return undefined;
    }
  }
}

/** Collects parts in any order, repeated and from several exports. */
export class Collection {
  private readonly series = new Map<string, Series>();

  /** The series of a part, with the part added; undefined if the text is not a part. */
  take(text: string): Series | undefined {
    const [, name, number, count, part] = PART.exec(text) ?? [];
    if (!part || Number(number) < 1 || Number(number) > Number(count)) return undefined;
    const key = `${name}/${count}`;
    const series = this.series.get(key) ?? new Series(name, Number(count));
    this.series.set(key, series);
    series.add(Number(number), part);
    return series;
  }
}

const pipe = (bytes: Uint8Array, through: CompressionStream | DecompressionStream) =>
  new Blob([bytes as BlobPart]).stream().pipeThrough(through);

async function readAll(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new RangeError('there is too much in it');
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(size);
  chunks.reduce((at, chunk) => (bytes.set(chunk, at), at + chunk.length), 0);
  return bytes;
}
