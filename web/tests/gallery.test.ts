import { describe, expect, it } from 'vitest';
import { groups, NO_FILTER, readFilter, sizeClass, writeFilter } from '../src/gallery/select';
import { nextUnsolved } from '../src/play/source';
import { PACK } from '../src/pack/pack';
import { readTechniques } from '../build/techniques';
import drawings from 'virtual:techniques/drawings';
import { LANGUAGES, type Language } from '../src/words/word';

const solved = (numbers: readonly number[]) =>
  Object.fromEntries(
    PACK.filter((e) => numbers.includes(e.number)).map((e) => [
      e.key,
      { solved: true, share: 1, seconds: 1, updated: 1 },
    ]),
  );

describe('the gallery', () => {
  it('shows every puzzle once, by size and by level', () => {
    for (const group of ['size', 'level'] as const) {
      const shown = groups({ ...NO_FILTER, group }, {}).flatMap((g) =>
        g.entries.map((e) => e.number),
      );
      expect(shown.sort((a, b) => a - b)).toEqual(PACK.map((e) => e.number));
    }
  });

  it('filters by size, level, ink and progress', () => {
    const shown = groups({ ...NO_FILTER, size: 'small', ink: 'color' }, {}).flatMap(
      (g) => g.entries,
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.every((e) => sizeClass(e) === 'small' && e.inks > 1)).toBe(true);
    const done = groups({ ...NO_FILTER, state: 'solved' }, solved([3, 17]));
    expect(done.flatMap((g) => g.entries.map((e) => e.number))).toEqual([3, 17]);
    expect(done[0].solved).toBe(2);
    expect(groups({ ...NO_FILTER, state: 'begun' }, {})).toEqual([]);
  });

  it('keeps the filter in the address', () => {
    const filter = { ...NO_FILTER, group: 'level', size: 'large', level: 'very hard' } as const;
    expect(readFilter(writeFilter(filter))).toEqual(filter);
    expect(writeFilter(NO_FILTER)).toBe('');
    expect(readFilter('size=enormous&other=1')).toEqual(NO_FILTER);
  });

  it('goes on to the next puzzle that is not solved, and around', () => {
    expect(nextUnsolved(1, solved([2, 3]))!.number).toBe(4);
    expect(nextUnsolved(150, solved([1, 150]))!.number).toBe(2);
    expect(nextUnsolved(1, solved(PACK.map((e) => e.number)))).toBeUndefined();
  });
});

describe('the techniques', () => {
  const languages = Object.keys(LANGUAGES) as Language[];
  it.each(languages)('are all there in %s, with a drawing and a text', (language) => {
    const pages = readTechniques(language);
    expect(pages.map((t) => t.id)).toEqual(readTechniques('en').map((t) => t.id));
    expect(pages.length).toBe(20);
    for (const t of pages) {
      expect(drawings[t.id]).toMatch(/^<svg /);
      expect(drawings[t.id]).not.toMatch(/<script|on\w+=|style=/);
      expect(t.text.length).toBeGreaterThan(0);
      expect(t.examples.length).toBeGreaterThan(0);
      expect(t.text.join(' ')).not.toMatch(/[`*<>]|\]\(/);
    }
  });
});
