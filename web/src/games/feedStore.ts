// The feeds that the player subscribes to (docs/feeds.md), and their puzzles. Both stay in this
// browser, where they were proven. A game that was begun keeps its puzzle, as a generated one does,
// and stays when the feed changes it or is left. So nothing that is drawn gets lost.

import { fromJSON, toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import {
  isRecord,
  shapes,
  type Shape,
  type Store,
  store,
  type WriteResult,
} from '../storage/store';

/** A puzzle of a feed, proven to have one solution. */
export interface Proven {
  /** Its puzzleKey. */
  readonly key: string;
  /** The digests of its file and its certificate. */
  readonly digest: string;
  readonly certificate: string;
}

/** A puzzle that was refused. The reason is an English text for t. */
export interface Refusal {
  readonly name: string;
  readonly why: string;
}

export interface Feed {
  /** The address of the index. */
  readonly address: string;
  readonly name: string;
  readonly author?: string;
  readonly license?: string;
  /** The time of the last update, in milliseconds since 1970. */
  readonly at: number;
  readonly puzzles: readonly Proven[];
  readonly refused: readonly Refusal[];
}

const FEEDS: Shape<readonly Feed[]> = {
  key: 'feeds',
  version: 1,
  read: (value) => (Array.isArray(value) ? value.flatMap(readStored) : undefined),
};

const isText = (value: unknown): value is string => typeof value === 'string';

/** A stored feed, or none if it is damaged. */
function readStored(value: unknown): Feed[] {
  if (!isRecord(value)) return [];
  const { address, name, author, license, at, puzzles, refused } = value;
  if (!isText(address) || !isText(name) || typeof at !== 'number') return [];
  if (!Array.isArray(puzzles) || !Array.isArray(refused)) return [];
  return [
    {
      ...{ address, name, at },
      ...(isText(author) ? { author } : {}),
      ...(isText(license) ? { license } : {}),
      puzzles: puzzles.filter(
        (p) => isRecord(p) && isText(p.key) && isText(p.digest) && isText(p.certificate),
      ) as Proven[],
      refused: refused.filter((r) => isRecord(r) && isText(r.name) && isText(r.why)) as Refusal[],
    },
  ];
}

/** The puzzles of feeds, by their keys. */
const provenShape = shapes<Puzzle>((key) => ({
  key: 'feed/' + key,
  version: 1,
  read: (value) => fromJSON(value),
  write: (puzzle) => toJSON(puzzle),
}));

const GAME = 'feed/';

/** The name of the game of a puzzle. */
export const feedGame = (key: string): string => GAME + key;
/** The key of a puzzle by the name of its game; undefined for other games. */
export const feedKey = (name: string): string | undefined =>
  name.startsWith(GAME) ? name.slice(GAME.length) : undefined;

export class Feeds {
  constructor(private readonly store: Store) {}

  list(): readonly Feed[] {
    this.store.watch(FEEDS.key);
    return this.store.get(FEEDS, []);
  }

  /** The feed that has a puzzle, and the place of the puzzle in it. */
  placeOf(key: string): { feed: Feed; at: number } | undefined {
    for (const feed of this.list()) {
      const at = feed.puzzles.findIndex((p) => p.key === key);
      if (at >= 0) return { feed, at };
    }
    return undefined;
  }

  /** A puzzle of a feed. */
  puzzle(key: string): Puzzle | undefined {
    return this.store.get(provenShape(key) as Shape<Puzzle | undefined>, undefined);
  }

  /** Keeps a proven puzzle. Nothing waits for room: the feed can be fetched again. */
  keep(key: string, puzzle: Puzzle): WriteResult {
    return this.store.put(provenShape(key), puzzle);
  }

  /** Stores a feed, in place of the one with its address, and removes puzzles that no feed has. */
  put(feed: Feed): WriteResult {
    const result = this.store.update(FEEDS, [], (list) =>
      list.some((f) => f.address === feed.address)
        ? list.map((f) => (f.address === feed.address ? feed : f))
        : [...list, feed],
    );
    this.sweep();
    return result;
  }

  /** Unsubscribes. */
  leave(address: string): void {
    this.store.update(FEEDS, [], (list) => list.filter((f) => f.address !== address));
    this.sweep();
  }

  /** Removes puzzles that no feed has. */
  sweep(): void {
    const used = new Set(this.list().flatMap((f) => f.puzzles.map((p) => p.key)));
    for (const key of this.store.keys(GAME))
      if (!used.has(key.slice(GAME.length))) this.store.remove(key);
  }
}

export const feeds = new Feeds(store);
