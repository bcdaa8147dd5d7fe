// Every visible text goes through i18n, and every language has all of them, with the same
// placeholders and the plural forms that it needs.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { partOf, readCatalogue, textsOf } from '../build/translations';
import { type Catalogue, TRANSLATED } from '../src/i18n/languages';
import { loadTexts, pickLanguage, plural, setLanguage, t } from '../src/i18n/i18n.svelte';
import { readTexts, sources } from './texts';

/** Documentation of the methods, which exists in English only and is marked as English. */
const DOCUMENTS = ['src/lab/methodDocs.ts'];

/** Literals that look like text but are not shown: key names, error names, selectors, values. */
const NOT_READ =
  /^(CC BY.*|Arrow\w+|Escape|Esc|Enter|Backspace|Tab|Home|End|Delete|Page(Up|Down)|\w+Error|(a|input), .*|\(?pointer: coarse\)?|xMidYMid slice|very hard|too long|Bearer |color \{\}|(width|height) \{\}|linear-gradient\(.*|.*px \{\}|series c\{\}|timed out|out of budget|wall time|\{\} [µm]s)$/;

const TEXTS = [...sources()].flatMap((file) => readTexts(file));
const CALLS = TEXTS.filter((found) => found.kind === 'call');
const KEYS = new Map(CALLS.map((call) => [call.text, call]));

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const forms = (text: Catalogue[string]) =>
  typeof text === 'string' ? [text] : Object.values(text);

describe('the sources', () => {
  it('pass every visible text to i18n', () => {
    const bare = TEXTS.filter(
      ({ kind, file, text }) =>
        kind !== 'call' && !DOCUMENTS.includes(file) && !NOT_READ.test(text),
    );
    expect(bare.map(({ file, text }) => `${file}: ${text.trim()}`)).toEqual([]);
  });

  it('are searched in markup, attributes and code', () => {
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

describe.each(TRANSLATED)('%s', (language) => {
  const catalogue = readCatalogue(language);

  it('has every text', () => {
    expect([...KEYS.keys()].filter((key) => !(key in catalogue))).toEqual([]);
  });

  it('loads every text before a page needs it', () => {
    const parts = { app: 'app', pages: 'app pages', lab: 'app pages lab' };
    const [app, pages, lab] = (['app', 'pages', 'lab'] as const).map((part) =>
      textsOf(part, catalogue),
    );
    const loadedWith: Record<string, Catalogue> = {
      [parts.app]: app,
      [parts.pages]: { ...app, ...pages },
      [parts.lab]: { ...app, ...pages, ...lab },
    };
    const late = CALLS.filter(({ file, text }) => {
      const part = partOf(file.slice('src/'.length));
      return !(text in loadedWith[parts[part]]);
    });
    expect(late.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
    expect(Object.keys({ ...app, ...pages, ...lab }).length).toBe(Object.keys(catalogue).length);
    expect(Object.keys(app).length).toBeLessThan(Object.keys(catalogue).length / 2);
  });

  it('has no text to translate', () => {
    const left = Object.entries(catalogue).filter(([, text]) =>
      forms(text).some((form) => form.startsWith('TODO ')),
    );
    expect(left.map(([key]) => key)).toEqual([]);
  });

  it('has no unused texts', () => {
    const used = new Set(TEXTS.map(({ text }) => text));
    expect(Object.keys(catalogue).filter((key) => !used.has(key))).toEqual([]);
  });

  it('has the same placeholders', () => {
    const differ = Object.entries(catalogue).filter(([key, text]) => {
      const needed = names(key);
      const counts = KEYS.get(key)?.one !== undefined;
      // The form for one thing may omit the number.
      const fits = (text: string) =>
        names(text).join() === needed.join() ||
        (counts && [...names(text), 'n'].sort().join() === needed.join());
      return !forms(text).every(fits);
    });
    expect(differ).toEqual([]);
  });

  it('names controls by their labels', () => {
    const named =
      /\b(?:[Cc]hoose|Use) (Cross|Fill|Download)\b|\b(Undo|Redo|Repair|Solve) (?:brings|goes|can)\b/;
    const wrong = Object.entries(catalogue).filter(([key, text]) => {
      const [, chosen, subject] = named.exec(key) ?? [];
      const label = catalogue[chosen ?? subject];
      return label !== undefined && !(text as string).includes(label as string);
    });
    expect(wrong).toEqual([]);
    expect(Object.keys(catalogue).filter((key) => named.test(key)).length).toBeGreaterThan(5);
  });

  it('tells the texts of a component apart', () => {
    // Some languages say one thing and several alike.
    const alike = (a: string, b: string) => a === `${b}s` || b === `${a}s`;
    const same = [...sources()].flatMap((file) => {
      const keys = [...new Set(CALLS.filter((call) => call.file === file).map(({ text }) => text))];
      return keys.filter((key, i) => {
        const text = catalogue[key];
        const other = keys.findIndex((other) => catalogue[other] === text && !alike(key, other));
        return typeof text === 'string' && other !== -1 && other < i;
      });
    });
    expect(same).toEqual([]);
  });

  it('has all plural forms', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const needed = pluralCategories.filter((form) => form !== 'many' && form !== 'other');
    const lacking = [...KEYS].filter(([key, { one }]) => {
      const text = catalogue[key];
      if (one === undefined) return typeof text === 'object';
      return needed.some((form) => typeof text !== 'object' || !(form in text));
    });
    expect(lacking.map(([key]) => key)).toEqual([]);
  });
});

describe('the language', () => {
  it('is English at first', () => {
    expect(t('{a} of {b}', { a: 1200, b: 'x' })).toBe('1,200 of x');
    expect(t('Open|a verb' as 'Open')).toBe('Open');
    expect(plural(1, '{n} cell', '{n} cells')).toBe('1 cell');
    expect(plural(2, '{n} cell', '{n} cells')).toBe('2 cells');
  });

  it('is the first supported one of the browser', () => {
    expect(pickLanguage(['nl-NL', '*', 'de-AT', 'en'])).toBe('de');
    expect(pickLanguage([])).toBe('en');
    const table = readFileSync(`${__dirname}/../../teach/testdata/language_tags.txt`, 'utf8');
    const rows = table.split('\n').filter((row) => row && !row.startsWith('#'));
    const wrong = rows.filter((row) => {
      const [tag, language] = row.split(' ');
      return pickLanguage([tag]) !== (language === 'none' ? 'en' : language);
    });
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(20);
  });

  it('can be changed', async () => {
    await setLanguage('de');
    expect(t('Puzzles')).toBe('Rätsel');
    expect(plural(1234.5, '', '{n} colors')).toBe('1.234,5 Farben');
    await setLanguage('en');
    expect(t('Puzzles')).toBe('Puzzles');
  });

  it('loads the texts of the lab on demand', async () => {
    await setLanguage('de');
    expect(t('Clue table')).toBe('Clue table');
    // If the language changes during loading, the texts of the new language are loaded.
    await Promise.all([loadTexts('lab'), setLanguage('es')]);
    expect([t('Clue table'), t('Puzzles')]).toEqual(['Tabla de pistas', 'Nonogramas']);
    await setLanguage('en');
    expect(t('Clue table')).toBe('Clue table');
  });
});
