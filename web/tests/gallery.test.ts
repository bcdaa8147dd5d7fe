// What the gallery lists: filters, groups, recommendations, and the titles of the pack.

import { describe, expect, it } from 'vitest';
import { groups, NO_FILTER, panoramas, readFilter, writeFilter } from '../src/gallery/filter';
import { nextUnsolved } from '../src/games/puzzleSource';
import { sizeClass } from '../src/model/sizeClass';
import { PACK } from '../src/pack/pack';
import { recommended } from '../src/games/recommended';
import { description } from '../src/pack/descriptions';
import { packTitles } from '../src/pack/titles';
import { readTechniques } from '../build/techniques';
import drawings from 'virtual:techniques/drawings';
import { LANGUAGES, type Language } from '../src/i18n/languages';
import { setLanguage } from '../src/i18n/i18n.svelte';

const solved = (numbers: readonly number[]) =>
  Object.fromEntries(
    PACK.filter((e) => numbers.includes(e.number)).map((e) => [
      e.key,
      { solved: true, share: 1, seconds: 1, updated: 1 },
    ]),
  );

describe('the gallery', () => {
  it('shows every puzzle once, by collection, size and level', () => {
    for (const group of ['chapter', 'size', 'level'] as const) {
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
    expect(done.map((g) => g.solved)).toEqual([1, 1]);
    expect(groups({ ...NO_FILTER, state: 'begun' }, {})).toEqual([]);
  });

  it('finds numbers, sizes, and the titles of what is solved', () => {
    const found = (find: string, title?: string) =>
      groups({ ...NO_FILTER, find }, {}, PACK, (e) => (e.number === 3 ? title : undefined)).flatMap(
        (g) => g.entries.map((e) => e.number),
      );
    expect(found('3', undefined)).toContain(3);
    expect(found('little he', 'A Little Heart')).toEqual([3]);
    expect(found('heart')).toEqual([]);
    const wide = PACK.find((e) => e.width !== e.height)!;
    expect(found(`${wide.width}x${wide.height}`)).toContain(wide.number);
    expect(found('8x17').length).toBe(1); // and not those of 18x17
    expect(found('  ').length).toBe(PACK.length);
  });

  it('finds titles in every language, with accents or without', async () => {
    const find = async (language: Language, words: string) => {
      await setLanguage(language);
      const titles = await packTitles();
      expect(titles.length).toBe(PACK.length);
      const found = groups({ ...NO_FILTER, find: words }, {}, PACK, (e) => titles[PACK.indexOf(e)]);
      return found.flatMap((g) => g.entries.map((e) => titles[PACK.indexOf(e)]));
    };
    expect(await find('en', 'anchor')).toEqual(['Anchor']);
    expect(await find('de', 'schlüssel')).toEqual(['Schlüssel', 'Schraubenschlüssel']);
    expect(await find('es', 'arana')).toEqual(['Araña']);
    expect(await find('fr', 'etoile')).toContain('Étoile');
    expect(await find('ja', 'いちご')).toEqual(['いちご']);
    expect(await find('zh', '蝴蝶')).toEqual(['蝴蝶']);
    await setLanguage('en');
  });

  it('describes pictures in every language', async () => {
    await setLanguage('en');
    const heart = (await packTitles()).indexOf('Heart');
    const told: string[] = [];
    for (const language of Object.keys(LANGUAGES) as Language[]) {
      await setLanguage(language);
      for (const [list, last] of [
        ['pack', PACK.length - 1],
        ['daily', 365],
      ] as const) {
        expect(await description(list, last)).toMatch(/[.。]$/);
        expect(await description(list, last + 1)).toBeUndefined();
      }
      told.push(await description('pack', heart));
    }
    await setLanguage('en');
    expect(told[0]).toBe('A red heart, light at the top and dark at the lower right.');
    expect(new Set(told).size).toBe(told.length);
  });

  it('sorts', () => {
    const first = (sort: 'level' | 'size' | 'played') =>
      groups({ ...NO_FILTER, group: 'size', size: 'huge', sort }, solved([250]))[0].entries;
    const scores = first('level').map((e) => e.score);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    const cells = first('size').map((e) => e.width * e.height);
    expect(cells).toEqual([...cells].sort((a, b) => a - b));
    const played = PACK.find((e) => e.number === 250)!;
    if (sizeClass(played) === 'huge') expect(first('played')[0]).toBe(played);
  });

  it('recommends a new puzzle that is about as difficult as the latest ones', () => {
    expect(recommended({})).toBe(PACK[0]);
    const easy = recommended(solved([1, 2, 3]))!;
    expect([1, 2, 3]).not.toContain(easy.number);
    expect(easy.score).toBeGreaterThanOrEqual(Math.min(...PACK.slice(0, 3).map((e) => e.score)));
    expect(['small', 'medium']).toContain(sizeClass(easy));
    const hard = [...PACK].sort((a, b) => a.score - b.score).slice(-20, -15);
    const next = recommended(solved(hard.map((e) => e.number)))!;
    expect(next.score).toBeGreaterThan(easy.score);
    expect(recommended(solved(PACK.map((e) => e.number)))).toBeUndefined();
  });

  it('puts the boards of a panorama together', () => {
    const all = panoramas(PACK);
    expect(all.length).toBeGreaterThanOrEqual(3);
    for (const { columns, boards } of all) expect(boards.length % columns).toBe(0);
    expect(all.flatMap((p) => p.boards).length).toBe(
      PACK.filter((e) => e.chapter === 'panoramas').length,
    );
  });

  it('keeps the filter in the address', () => {
    const filter = {
      ...NO_FILTER,
      group: 'level',
      size: 'large',
      level: 'very hard',
      find: 'a b',
    } as const;
    expect(readFilter(writeFilter(filter))).toEqual(filter);
    expect(writeFilter(NO_FILTER)).toBe('');
    expect(readFilter('size=enormous&other=1')).toEqual(NO_FILTER);
  });

  it('goes on to the next puzzle that is not solved, and around', () => {
    expect(nextUnsolved(1, solved([2, 3]))!.number).toBe(4);
    expect(nextUnsolved(PACK.length, solved([1, PACK.length]))!.number).toBe(2);
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
