// Subscribes to a feed and updates it: fetches the index, and of each puzzle that is not known yet
// the file and the certificate, which the checker of the engine reads on this device. What does
// not pass is refused by its name, and the others are kept.

import { newEngine } from '../engine';
import { unwrap } from '../engine/operations';
import { type Feed, feeds, type Proven, type Refusal } from '../games/feedStore';
import { msg } from '../i18n/languages';
import { fromJSON, toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import type { Certify } from '../model/schema';
import { sha256 } from '../model/sha256';
import { puzzleKey } from '../model/share';
import {
  FeedError,
  type Listed,
  MAX_CERTIFICATE,
  MAX_INDEX,
  MAX_PUZZLE,
  readIndex,
} from './feedFile';
import { fetchFile, SilentError } from './fetchFile';

/** The number of puzzles that are fetched at a time. */
const AT_ONCE = 4;
/** The time for a certificate, in milliseconds. */
const CHECK_MS = 30_000;
/** The number of feeds, and of the characters that the puzzles of one may take of the storage. */
const MAX_FEEDS = 20;
const MAX_STORED = 1_000_000;

export interface Round {
  readonly feed: Feed;
  /** The puzzles that were not there before. */
  readonly fresh: number;
  /** The host has stopped answering; the next update goes on. */
  readonly broken?: FeedError;
}

type Outcome = { readonly proven: Proven } | { readonly refusal: Refusal };

/** Fetches a feed and keeps it. The count of checked puzzles is told. */
export async function update(
  address: string,
  signal: AbortSignal,
  tell: (done: number, all: number) => void,
): Promise<Round> {
  const before = feeds.list().find((feed) => feed.address === address);
  if (!before && feeds.list().length >= MAX_FEEDS)
    throw new FeedError(msg('There are too many feeds. Unsubscribe from one first.'));
  const text = decode(await fetchFile(address, MAX_INDEX, signal));
  const index = readIndex(text, address);
  const known = new Map(before?.puzzles.map((p) => [p.digest + p.certificate, p]));
  const outcomes = new Array<Outcome | undefined>(index.puzzles.length);
  const checker = new Checker(signal);
  let [next, done, stored] = [0, 0, 0];
  let broken: FeedError | undefined;
  const work = async () => {
    while (next < index.puzzles.length && !broken) {
      const at = next++;
      const listed = index.puzzles[at];
      const old = known.get(listed.digest + listed.certificateDigest);
      try {
        outcomes[at] =
          old && feeds.puzzle(old.key)
            ? { proven: old }
            : await prove(listed, at, checker, signal, (size) => {
                stored += size;
                return stored <= MAX_STORED;
              });
      } catch (e) {
        if (!(e instanceof SilentError)) throw e;
        broken = e;
      }
      tell(++done, index.puzzles.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (e) {
    feeds.sweep();
    throw e;
  } finally {
    checker.close();
  }
  const feed = {
    ...{ address, name: index.name, at: Date.now() },
    ...(index.author ? { author: index.author } : {}),
    ...(index.license ? { license: index.license } : {}),
    ...sorted(outcomes),
  };
  if (broken && feed.puzzles.length === 0) throw broken;
  const had = new Set(before?.puzzles.map((p) => p.key));
  if (feeds.put(feed) !== 'ok') throw new FeedError(NO_ROOM);
  return { feed, fresh: feed.puzzles.filter((p) => !had.has(p.key)).length, broken };
}

const NO_ROOM = msg('There is no room for more puzzles in this browser.');

/** The puzzles, each once, and the refusals. */
function sorted(outcomes: readonly (Outcome | undefined)[]): Pick<Feed, 'puzzles' | 'refused'> {
  const proven = new Map<string, Proven>();
  const refused: Refusal[] = [];
  for (const outcome of outcomes) {
    if (outcome && 'refusal' in outcome) refused.push(outcome.refusal);
    else if (outcome && !proven.has(outcome.proven.key))
      proven.set(outcome.proven.key, outcome.proven);
  }
  return { puzzles: [...proven.values()], refused };
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Fetches and proves a puzzle, and keeps it if there is room. */
async function prove(
  listed: Listed,
  at: number,
  checker: Checker,
  signal: AbortSignal,
  hasRoom: (size: number) => boolean,
): Promise<Outcome> {
  const refuse = (why: string): Outcome => ({
    refusal: { name: listed.title ?? `${at + 1}`, why },
  });
  try {
    const [file, certificate] = await Promise.all([
      fetchFile(listed.puzzle, MAX_PUZZLE, signal),
      fetchFile(listed.certificate, MAX_CERTIFICATE, signal),
    ]);
    if (sha256(file) !== listed.digest || sha256(certificate) !== listed.certificateDigest)
      return refuse(msg('Its files are not those that the feed lists.'));
    const puzzle = readPuzzle(decode(file));
    if (puzzle?.width !== listed.width || puzzle.height !== listed.height)
      return refuse(msg('It is no puzzle, or not of the size that the feed lists.'));
    const why = await checker.check(puzzle, decode(certificate));
    if (why) return refuse(why);
    const key = puzzleKey(puzzle);
    if (!hasRoom(file.length) || feeds.keep(key, puzzle) !== 'ok') return refuse(NO_ROOM);
    return { proven: { key, digest: listed.digest, certificate: listed.certificateDigest } };
  } catch (e) {
    if (e instanceof FeedError && !(e instanceof SilentError)) return refuse(e.message);
    throw e;
  }
}

function readPuzzle(text: string): Puzzle | undefined {
  try {
    return fromJSON(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Checks certificates in a worker of its own, so that hints do not wait. */
class Checker {
  private readonly engine = newEngine('make');

  constructor(private readonly signal: AbortSignal) {}

  close(): void {
    this.engine.close();
  }

  /** Why a puzzle is refused; undefined if its certificate proves that it has one solution. */
  async check(puzzle: Puzzle, certificate: string): Promise<string | undefined> {
    const request = { puzzle: toJSON(puzzle), certificate, timeout_ms: CHECK_MS };
    const answer = unwrap<Certify>(
      await this.engine.call('certify', request, { signal: this.signal }),
    );
    if (answer.reason) return msg('Its certificate takes too long to check.');
    if (!answer.accepted) return msg('Its certificate is forged or damaged.');
    if (answer.solutions > 1) return msg('It has more than one solution.');
    return answer.exact && answer.solutions === 1
      ? undefined
      : msg('Its certificate does not prove that it has one solution.');
  }
}
