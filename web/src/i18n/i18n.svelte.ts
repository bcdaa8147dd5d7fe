// The words of the app in the player's language. English stands where it is used and is
// the key: t('{done} of {all} solved', { done, all }). The other languages are one file
// each, loaded when they are chosen, which say the same for every English text; so
// English costs nothing, and a page holds one language besides. What the gallery and
// playing do not say is in files of its own, which come with the other places, and so is
// what only the lab says. What a placeholder is called is typed by the text; that no language lacks a text or a placeholder is held by
// tests/words.test.ts, which reads the calls out of the sources.
//
// What reads t again when the language changes is up to Svelte: call it in markup, in
// $derived or in functions, not once when a module is loaded.

import { type Catalogue, type Forms, type Language, LANGUAGES } from './languages';

export { type Language, LANGUAGES };

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<Name extends string> = Readonly<Record<Name, string | number>>;
type Needed<Name extends string> = [Name] extends [never] ? [] : [values: Values<Name>];

type Files = Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>>;

/** The words by who says them. */
type Part = 'app' | 'places' | 'lab';

const APP: Files = {
  de: () => import('./de'),
  es: () => import('./es'),
  fr: () => import('./fr'),
  ja: () => import('./ja'),
  zh: () => import('./zh'),
};

const ROUTES: Files = {
  de: () => import('./places/de'),
  es: () => import('./places/es'),
  fr: () => import('./places/fr'),
  ja: () => import('./places/ja'),
  zh: () => import('./places/zh'),
};

const LAB: Files = {
  de: () => import('./lab/de'),
  es: () => import('./lab/es'),
  fr: () => import('./lab/fr'),
  ja: () => import('./lab/ja'),
  zh: () => import('./lab/zh'),
};

const PARTS: Record<Part, Files> = { app: APP, places: ROUTES, lab: LAB };

class Locale {
  language = $state.raw<Language>('en');
  catalogue: Catalogue = {};

  /** The language's tag, of pages and of Intl. */
  get tag(): string {
    return this.language === 'zh' ? 'zh-Hans' : this.language;
  }
}

export const locale = new Locale();

const used = new Set<Part>(['app']);
let last: Promise<unknown> = Promise.resolve();

/** Loads in turns, so that a language that comes late does not take words away again. */
function load(choose: () => Language): Promise<void> {
  const turn = last.then(async () => {
    const language = choose();
    const files =
      language === 'en' ? [] : await Promise.all([...used].map((part) => PARTS[part][language]()));
    const catalogue: Catalogue = Object.assign({}, ...files.map((file) => file.default));
    Object.assign(locale, { catalogue, language });
  });
  last = turn.catch(() => undefined);
  return turn;
}

/** Speaks a language from now on, once its words are here. */
export const setLanguage = (language: Language): Promise<void> => load(() => language);

/** Has more words too, in this language and in those that follow. */
export async function loadTexts(...parts: readonly Part[]): Promise<void> {
  const fresh = parts.filter((part) => !used.has(part));
  for (const part of fresh) used.add(part);
  try {
    await (fresh.length > 0 ? load(() => locale.language) : last);
  } catch (e) {
    for (const part of fresh) used.delete(part); // the next visit tries again
    throw e;
  }
}

/** The first of the wanted languages, by their tags, that there are words of. */
export const pickLanguage = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.split('-')[0] as Language).find((tag) => tag in LANGUAGES) ?? 'en';

/** A number as the language writes it. */
export const formatNumber = (n: number, options?: Intl.NumberFormatOptions): string =>
  n.toLocaleString(locale.tag, options);

/** A date as the language writes it; a day and a month unless told otherwise. */
export const formatDate = (
  day: Date,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' },
): string => day.toLocaleString(locale.tag, options);

/** Several things, told as the language joins them. */
export const formatList = (
  parts: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
) => new Intl.ListFormat(locale.tag, { type }).format(parts);

const fill = (text: string, values: Values<string> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? formatNumber(value) : value;
  });

/** A text in the player's language. What stands after "|" tells equal texts apart. */
export function t<const Text extends string>(text: Text, ...values: Needed<Names<Text>>): string {
  // The language is read so that whoever shows the text is told of a change.
  const told = (locale.language && locale.catalogue[text]) ?? text.split('|')[0];
  return fill(typeof told === 'string' ? told : told.other, values[0]);
}

/** A text about {n} things: in English of one and of many, elsewhere in as many forms as there are. */
export function plural<const Text extends string>(
  n: number,
  one: string,
  many: Text,
  ...values: Needed<Exclude<Names<Text>, 'n'>>
): string {
  const forms: string | Forms = (locale.language && locale.catalogue[many]) ?? { one, other: many };
  const form = new Intl.PluralRules(locale.tag).select(n);
  const told = typeof forms === 'string' ? forms : (forms[form] ?? forms.other);
  return fill(told, { n, ...values[0] });
}

/** The parts of a text around its placeholders, for markup within a sentence: a name at every odd place. */
export const textParts = (text: string): string[] =>
  ((locale.language && (locale.catalogue[text] as string | undefined)) ?? text).split(/\{(\w+)\}/);

/** A part of a whole, in percent. */
export const share = (part: number): string =>
  formatNumber(part, { style: 'percent', maximumFractionDigits: 0 });
