// Feeds as they come from any host: what is read, what is refused by name, and what stays.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FeedError, indexAddress, readIndex } from '../src/feeds/feedFile';
import { Feeds } from '../src/games/feedStore';
import { sha256 } from '../src/model/sha256';
import { puzzleKey } from '../src/model/share';
import { Store } from '../src/storage/store';
import { Memory } from './memory';
import { fromPicture } from './puzzles';

const ADDRESS = 'https://example.org/cats/feed.json';
const digest = 'a'.repeat(64);
const entry = {
  title: 'Cat',
  width: 5,
  height: 4,
  puzzle: 'files/a.json',
  digest,
  certificate: 'files/a.proof',
  certificate_digest: digest,
};
const index = (fields: object) =>
  JSON.stringify({ kind: 'nonogram-feed', version: 1, name: 'Cats', puzzles: [entry], ...fields });
const read = (fields: object) => readIndex(index(fields), ADDRESS);

/** The detail of the error that an index meets. */
function refusal(text: string): string {
  try {
    readIndex(text, ADDRESS);
  } catch (e) {
    if (e instanceof FeedError) return `${e.message} ${e.detail}`;
    throw e;
  }
  return '';
}

describe('the address of a feed', () => {
  it('may be a folder, and lack https://', () => {
    expect(indexAddress(' example.org/cats ')).toBe(ADDRESS);
    expect(indexAddress('https://example.org/cats/#x')).toBe(ADDRESS);
    expect(indexAddress(ADDRESS)).toBe(ADDRESS);
    expect(indexAddress('http://localhost:8080')).toBe('http://localhost:8080/feed.json');
  });

  it('is refused if it is none', () => {
    const bad = [
      '',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://a:b@example.org',
      'data:,x',
    ];
    for (const text of bad) expect(() => indexAddress(text), text).toThrow(FeedError);
  });
});

describe('the index of a feed', () => {
  it('is read', () => {
    const { name, puzzles } = read({ author: 'A' });
    expect(name).toBe('Cats');
    expect(puzzles[0]).toMatchObject({
      title: 'Cat',
      puzzle: 'https://example.org/cats/files/a.json',
      certificate: 'https://example.org/cats/files/a.proof',
    });
  });

  it('has texts of one line that turn nothing around', () => {
    expect(read({ name: 'Ca\u202ets\n\u0000x' + 'y'.repeat(200) }).name).toBe(
      `Ca ts x${'y'.repeat(120 - 7)}`,
    );
  });

  it('is refused with the place of the fault', () => {
    const of = (fields: object) => index({ puzzles: [entry, { ...entry, ...fields }] });
    expect(refusal('<html>')).toContain('no JSON');
    expect(refusal('[]')).toContain('kind');
    expect(refusal(index({ kind: 'podcast' }))).toContain('kind');
    expect(refusal(index({ version: 2 }))).toContain('newer');
    expect(refusal(index({ name: '' }))).toContain('no name');
    expect(refusal(index({ puzzles: {} }))).toContain('no puzzles');
    expect(refusal(index({ puzzles: Array(501).fill(entry) }))).toContain('501 puzzles');
    expect(refusal(of({ width: 0 }))).toContain('puzzles[1]: expected width');
    expect(refusal(of({ width: 400, height: 400 }))).toContain('puzzles[1]: expected width');
    expect(refusal(of({ digest: 'A' }))).toContain('puzzles[1]: expected digests');
    const paths = [
      '../a.json',
      '/a.json',
      'https://b.org/a.json',
      'files/../../a',
      './a',
      'a?b',
      '',
    ];
    for (const puzzle of paths)
      expect(refusal(of({ puzzle })), puzzle).toContain('puzzles[1]: puzzle: expected a path');
  });
});

describe('a digest', () => {
  it('is that of SHA-256', () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 1000, 100_003]) {
      const data = Uint8Array.from({ length }, (_, i) => (i * 31) & 255);
      expect(sha256(data)).toBe(createHash('sha256').update(data).digest('hex'));
    }
  });
});

describe('the feeds', () => {
  const puzzles = [fromPicture('##', '#.'), fromPicture('#.', '##')];
  const keys = puzzles.map(puzzleKey);
  const proven = (key: string) => ({ key, digest, certificate: digest });
  const feed = (address: string, ...list: string[]) => ({
    ...{ address, name: 'Cats', at: 1, refused: [] },
    puzzles: list.map(proven),
  });

  it('share puzzles, and remove those that none has', () => {
    const feeds = new Feeds(new Store(new Memory()));
    puzzles.forEach((puzzle, i) => feeds.keep(keys[i], puzzle));
    feeds.put(feed('https://a.org/feed.json', ...keys));
    feeds.put(feed('https://b.org/feed.json', keys[1]));
    expect(feeds.placeOf(keys[1])?.at).toBe(1);
    feeds.leave('https://a.org/feed.json');
    expect(keys.map((key) => feeds.puzzle(key)?.width)).toEqual([undefined, 2]);
    expect(feeds.placeOf(keys[1])?.feed.address).toBe('https://b.org/feed.json');
  });
});
