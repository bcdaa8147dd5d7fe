// Reads the index of a feed (docs/feeds.md). It may come from anybody: everything is bounded and
// checked, and what is wrong is told with its place.

import { isRecord } from '../storage/store';
import { MAX_CELLS, MAX_SIDE } from '../model/puzzle';
import { msg } from '../i18n/languages';

/** The bounds of a feed, which the command "feed" keeps. */
export const MAX_INDEX = 512 << 10;
export const MAX_PUZZLE = 64 << 10;
export const MAX_CERTIFICATE = 1 << 20;
const MAX_PUZZLES = 500;
const MAX_TEXT = 120;
const VERSION = 1;

/** A puzzle as the index lists it. */
export interface Listed {
  readonly title?: string;
  readonly width: number;
  readonly height: number;
  /** The absolute addresses of its files. */
  readonly puzzle: string;
  readonly certificate: string;
  readonly digest: string;
  readonly certificateDigest: string;
}

export interface Index {
  readonly name: string;
  readonly author?: string;
  readonly license?: string;
  readonly puzzles: readonly Listed[];
}

/** Something is wrong with a feed. The message is an English text for t, the detail is English. */
export class FeedError extends Error {
  override name = 'FeedError';

  constructor(
    message: string,
    readonly detail = '',
  ) {
    super(message);
  }
}

const NO_FEED = msg('This is no feed.');

/** The address of the index that a player has typed, perhaps without https:// or feed.json. */
export function indexAddress(typed: string): string {
  const text = typed.trim();
  const full = /^[a-z][a-z+.-]*:\/\//i.test(text) ? text : 'https://' + text;
  const wrong = new FeedError(msg('This is no address of a feed. One begins with https://.'));
  if (text === '' || !URL.canParse(full)) throw wrong;
  const url = new URL(full);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) throw wrong;
  url.hash = '';
  if (!url.pathname.endsWith('.json')) url.pathname = url.pathname.replace(/\/?$/, '/feed.json');
  return url.href;
}

/** Texts of feeds have one line, and cannot turn the text around them. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const plain = value.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu,
    ' ',
  );
  return Array.from(plain.trim()).slice(0, MAX_TEXT).join('') || undefined;
}

/** Reads an index that came from an address. */
export function readIndex(text: string, address: string): Index {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FeedError(NO_FEED, 'feed.json is no JSON');
  }
  if (!isRecord(value) || value.kind !== 'nonogram-feed')
    throw new FeedError(NO_FEED, 'feed.json has no "kind": "nonogram-feed"');
  if (typeof value.version !== 'number' || value.version > VERSION)
    throw new FeedError(msg('This feed was made for a newer version of this page.'));
  const { puzzles } = value;
  const name = textOf(value.name);
  if (!name) throw new FeedError(NO_FEED, 'feed.json has no name');
  if (!Array.isArray(puzzles)) throw new FeedError(NO_FEED, 'feed.json has no puzzles');
  if (puzzles.length > MAX_PUZZLES)
    throw new FeedError(
      msg('This feed is too large.'),
      `${puzzles.length} puzzles of at most ${MAX_PUZZLES}`,
    );
  const [author, license] = [textOf(value.author), textOf(value.license)];
  return {
    name,
    ...(author ? { author } : {}),
    ...(license ? { license } : {}),
    puzzles: puzzles.map((entry, i) => readEntry(entry, `puzzles[${i}]`, address)),
  };
}

function readEntry(entry: unknown, where: string, address: string): Listed {
  const wrong = (what: string) => new FeedError(NO_FEED, `${where}: ${what}`);
  if (!isRecord(entry)) throw wrong('expected an object');
  const { width, height, digest, certificate_digest: certificateDigest } = entry;
  const title = textOf(entry.title);
  if (!isSide(width) || !isSide(height) || width * height > MAX_CELLS)
    throw wrong(`expected width and height from 1 to ${MAX_SIDE}`);
  if (!isDigest(digest) || !isDigest(certificateDigest))
    throw wrong('expected digests of 64 hexadecimal digits');
  const file = (name: 'puzzle' | 'certificate') => {
    const path = entry[name];
    const fits = typeof path === 'string' && path.length <= MAX_TEXT && PATH.test(path);
    if (!fits) throw wrong(`${name}: expected a path below the folder of feed.json`);
    return new URL(path, address).href;
  };
  return {
    ...(title ? { title } : {}),
    ...{ width, height, digest, certificateDigest },
    puzzle: file('puzzle'),
    certificate: file('certificate'),
  };
}

/** Names do not begin with a dot, so that a path stays in its folder. */
const PATH = /^\w[\w.-]*(\/\w[\w.-]*)*$/;

const isSide = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_SIDE;

const isDigest = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
