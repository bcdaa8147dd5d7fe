// Every text that somebody may read goes through the words, and every language says all
// of them, with the same placeholders and the forms that its plurals need.

import { describe, expect, it } from 'vitest';
import de from '../src/i18n/de';
import es from '../src/i18n/es';
import fr from '../src/i18n/fr';
import ja from '../src/i18n/ja';
import labDe from '../src/i18n/lab/de';
import labEs from '../src/i18n/lab/es';
import labFr from '../src/i18n/lab/fr';
import labJa from '../src/i18n/lab/ja';
import labZh from '../src/i18n/lab/zh';
import placesDe from '../src/i18n/places/de';
import placesEs from '../src/i18n/places/es';
import placesFr from '../src/i18n/places/fr';
import placesJa from '../src/i18n/places/ja';
import placesZh from '../src/i18n/places/zh';
import zh from '../src/i18n/zh';
import type { Catalogue } from '../src/i18n/languages';
import { pickLanguage, plural, setLanguage, loadTexts, t } from '../src/i18n/i18n.svelte';
import { readTexts, sources } from './texts';

const APP: Readonly<Record<string, Catalogue>> = { de, es, fr, ja, zh };
const LAB: typeof APP = { de: labDe, es: labEs, fr: labFr, ja: labJa, zh: labZh };
const ROUTES: typeof APP = {
  ...{ de: placesDe, es: placesEs, fr: placesFr, ja: placesJa, zh: placesZh },
};

/** Folders whose words are not loaded with the gallery and with playing. */
const LATER = 'solve|create|records|techniques|learn|daily|endless|lab';

/** Documentation of the methods, which is English and says so where it is shown. */
const DOCUMENTS = ['src/lab/methodDocs.ts'];

/** Literals that look like words and are not read: names of keys and errors, selectors, values. */
const NOT_READ =
  /^(CC BY.*|Arrow\w+|Escape|Esc|Enter|Tab|Home|End|Delete|Page(Up|Down)|\w+Error|(a|input), .*|pointer: coarse|very hard|too long|Bearer |color \{\}|(width|height) \{\}|.*px \{\}|series c\{\}|timed out|out of budget|wall time|\{\} [µm]s)$/;

const TEXTS = [...sources()].flatMap((file) => readTexts(file));
const CALLS = TEXTS.filter((found) => found.kind === 'call');
const KEYS = new Map(CALLS.map((call) => [call.text, call]));

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const forms = (told: Catalogue[string]) =>
  typeof told === 'string' ? [told] : Object.values(told);

describe('the texts', () => {
  it('all go through the words', () => {
    const bare = TEXTS.filter(
      ({ kind, file, text }) =>
        kind !== 'call' && !DOCUMENTS.includes(file) && !NOT_READ.test(text),
    );
    expect(bare.map(({ file, text }) => `${file}: ${text.trim()}`)).toEqual([]);
  });

  it('are found wherever they stand', () => {
    const found = (source: string, file = 'a.svelte') =>
      readTexts(file, source).map(({ kind, text }) => `${kind} ${text}`);
    expect(found('<p>Some text</p><p title="Tip">{n}</p><code>x y</code>')).toEqual([
      'text Some text',
      'attribute Tip',
    ]);
    expect(found(`<Thing what="In words" {n} />{n > 1 ? 'Many' : t('One')}`)).toEqual([
      'attribute In words',
      'literal Many',
      'call One',
    ]);
    expect(
      found(
        "notify(`${n} puzzles`); plural(n, 'a', 'b'); throw new Error('No key', t('Why'));",
        'a.ts',
      ),
    ).toEqual(['literal {} puzzles', 'call b', 'call Why']);
  });
});

describe.each(Object.keys(APP))('%s', (language) => {
  const [app, places, lab] = [APP[language], ROUTES[language], LAB[language]];
  const catalogue: Catalogue = { ...lab, ...places, ...app };

  it('says everything', () => {
    expect([...KEYS.keys()].filter((key) => !(key in catalogue))).toEqual([]);
  });

  it('has the words where they are loaded', () => {
    const saidOutside = (folders: string) => {
      const inside = new RegExp(`^src/(${folders})/`);
      return new Set(TEXTS.filter(({ file }) => !inside.test(file)).map(({ text }) => text));
    };
    const [first, elsewhere] = [saidOutside(LATER), saidOutside('lab')];
    expect(Object.keys(app).filter((key) => !first.has(key))).toEqual([]);
    expect(Object.keys(places).filter((key) => first.has(key) || !elsewhere.has(key))).toEqual([]);
    expect(Object.keys(lab).filter((key) => elsewhere.has(key))).toEqual([]);
  });

  it('says nothing that nobody asks for', () => {
    const asked = new Set(TEXTS.map(({ text }) => text));
    expect(Object.keys(catalogue).filter((key) => !asked.has(key))).toEqual([]);
  });

  it('has the same placeholders', () => {
    const differ = Object.entries(catalogue).filter(([key, told]) => {
      const needed = names(key);
      const counts = KEYS.get(key)?.one !== undefined;
      // A form for one thing may do without the number.
      const fits = (text: string) =>
        names(text).join() === needed.join() ||
        (counts && [...names(text), 'n'].sort().join() === needed.join());
      return !forms(told).every(fits);
    });
    expect(differ).toEqual([]);
  });

  it('has the forms of its plurals', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const needed = pluralCategories.filter((form) => form !== 'many' && form !== 'other');
    const lacking = [...KEYS].filter(([key, { one }]) => {
      const told = catalogue[key];
      if (one === undefined) return typeof told === 'object';
      return needed.some((form) => typeof told !== 'object' || !(form in told));
    });
    expect(lacking.map(([key]) => key)).toEqual([]);
  });
});

describe('speaking', () => {
  it('begins in English', () => {
    expect(t('{a} of {b}', { a: 1200, b: 'x' })).toBe('1,200 of x');
    expect(t('Open|a verb' as 'Open')).toBe('Open');
    expect(plural(1, '{n} cell', '{n} cells')).toBe('1 cell');
    expect(plural(2, '{n} cell', '{n} cells')).toBe('2 cells');
  });

  it('takes the first language that it knows', () => {
    expect(pickLanguage(['nl-NL', 'de-AT', 'en'])).toBe('de');
    expect(pickLanguage(['zh-TW'])).toBe('zh');
    expect(pickLanguage(['nl'])).toBe('en');
  });

  it('says it in another', async () => {
    await setLanguage('de');
    expect(t('Puzzles')).toBe('Rätsel');
    expect(plural(1234.5, '', '{n} colors')).toBe('1.234,5 Farben');
    await setLanguage('en');
    expect(t('Puzzles')).toBe('Puzzles');
  });

  it('speaks of the lab once somebody goes there', async () => {
    await setLanguage('de');
    expect(t('Clue table')).toBe('Clue table');
    // The language changes before the words are here: those of the new one come too.
    await Promise.all([loadTexts('lab'), setLanguage('es')]);
    expect([t('Clue table'), t('Puzzles')]).toEqual(['Tabla de pistas', 'Puzles']);
    await setLanguage('en');
    expect(t('Clue table')).toBe('Clue table');
  });
});
