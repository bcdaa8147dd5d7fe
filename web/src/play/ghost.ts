// A ghost: how a solved game went on in time, to race against by a link. It holds how many cells
// were filled when, not which, so a link gives nothing of the picture away.
//
// Layout in bits (gamma: see bitStream.ts), then base64url, a byte or two for a stroke:
//
//   version  4 bits, 1
//   points   gamma(number); for each gamma(seconds since the point before + 1) and the cells
//            filled since, doubled, or if they are fewer one less than doubled: gamma(that + 1)
//   checksum 32 bits: CRC-32 of the key of the puzzle and the bytes before

import type { Entry } from '../games/history';
import { BitReader, BitWriter, crc32, fromBase64Url, toBase64Url } from '../model/bitStream';
import { blankGrid, isFilled } from '../model/grid';
import type { Puzzle } from '../model/puzzle';
import { puzzleKey } from '../model/share';

/** How many cells were filled after so many seconds. */
export interface Point {
  readonly second: number;
  readonly filled: number;
}

const VERSION = 1;
const CHECKSUM_BYTES = 4;

export class Ghost {
  constructor(private readonly points: readonly Point[]) {}

  /** When it was done. */
  get seconds(): number {
    return this.points.at(-1)!.second;
  }

  /** The part of the picture that was filled, 0 to 1. */
  share(second: number): number {
    const now = this.points.filter((point) => point.second <= second).at(-1);
    return Math.min(1, (now?.filled ?? 0) / this.points.at(-1)!.filled);
  }

  /** The code for a link. */
  encode(puzzle: Puzzle): string {
    const w = new BitWriter();
    w.bits(VERSION, 4);
    w.gamma(this.points.length);
    let before: Point = { second: 0, filled: 0 };
    for (const point of this.points) {
      const more = point.filled - before.filled;
      w.gamma(point.second - before.second + 1);
      w.gamma((more < 0 ? -2 * more - 1 : 2 * more) + 1);
      before = point;
    }
    const body = w.finish();
    const bytes = new Uint8Array(body.length + CHECKSUM_BYTES);
    bytes.set(body);
    new DataView(bytes.buffer).setUint32(body.length, checksum(puzzle, body));
    return toBase64Url(bytes);
  }
}

/** The ghost of a game that was solved within some seconds of play. */
export function ghostOf(puzzle: Puzzle, entries: readonly Entry[], seconds: number): Ghost {
  const cells = blankGrid(puzzle);
  const timed = entries.reduce((sum, { after = 0 }) => sum + after, 0);
  const points: Point[] = [];
  let spent = 0;
  entries.forEach(({ changes, after = 0 }, i) => {
    for (const { cell, to } of changes) cells[cell] = to;
    spent += after;
    // The clock counts pauses and undone strokes too, so times between strokes are stretched to it.
    const share = timed > 0 ? spent / timed : (i + 1) / entries.length;
    const point = { second: Math.round(share * seconds), filled: cells.filter(isFilled).length };
    if (points.at(-1)?.second === point.second) points.pop();
    points.push(point);
  });
  return new Ghost(points);
}

/** The ghost of a link; undefined if it raced on another puzzle or the link is damaged. */
export function readGhost(code: string, puzzle: Puzzle): Ghost | undefined {
  try {
    const bytes = fromBase64Url(code);
    const body = bytes.slice(0, -CHECKSUM_BYTES);
    const sum = new DataView(bytes.buffer).getUint32(body.length);
    const r = new BitReader(body);
    if (sum !== checksum(puzzle, body) || r.bits(4) !== VERSION) return undefined;
    let [second, filled] = [0, 0];
    const points = Array.from({ length: r.gamma() }, () => {
      second += r.gamma() - 1;
      const change = r.gamma() - 1;
      filled += change % 2 ? -(change + 1) / 2 : change / 2;
      return { second, filled };
    });
    return filled > 0 ? new Ghost(points) : undefined;
  } catch {
    return undefined; // it ends too early
  }
}

function checksum(puzzle: Puzzle, body: Uint8Array): number {
  const key = Array.from(puzzleKey(puzzle), (c) => c.charCodeAt(0));
  return crc32(Uint8Array.from([...key, ...body]));
}
