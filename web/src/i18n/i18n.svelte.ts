// The texts of the app in the player's language. The English text is the key:
// t('{done} of {all} solved', { done, all }). The texts of the other languages are loaded
// when a language is selected, in parts (build/translations.ts). Placeholder names are
// checked by type; tests/i18n.test.ts checks that every language has every text.
//
// Call t in markup, in $derived or in functions, not at module level: Svelte then updates
// the text when the language changes.

import catalogues from 'virtual:translations';
import { type Catalogue, type Forms, type Language, LANGUAGES, type Part } from './languages';

export { type Language, LANGUAGES, pickLanguage } from './languages';

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Values<Name extends string> = Readonly<Record<Name, string | number>>;
type Needed<Name extends string> = [Name] extends [never] ? [] : [values: Values<Name>];

class Locale {
  language = $state.raw<Language>('en');
  catalogue: Catalogue = {};

  /** The language tag for HTML and Intl. */
  get tag(): string {
    return LANGUAGES[this.language].tag;
  }
}

export const locale = new Locale();

const used = new Set<Part>(['app']);
let last: Promise<unknown> = Promise.resolve();

/** Loads the texts of a language. Loads run one after the other, so the last one wins. */
function load(choose: () => Language): Promise<void> {
  const turn = last.then(async () => {
    const language = choose();
    const files =
      language === 'en'
        ? []
        : await Promise.all([...used].map((part) => catalogues[part][language]()));
    const catalogue: Catalogue = Object.assign({}, ...files.map((file) => file.default));
    Object.assign(locale, { catalogue, language });
  });
  last = turn.catch(() => undefined);
  return turn;
}

/** Switches to a language as soon as its texts are loaded. */
export const setLanguage = (language: Language): Promise<void> => load(() => language);

/** Loads further parts of the current language, and of languages selected later. */
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

/** A number in the format of the language. */
export const formatNumber = (n: number, options?: Intl.NumberFormatOptions): string =>
  n.toLocaleString(locale.tag, options);

/** A date in the format of the language; by default day and month. */
export const formatDate = (
  day: Date,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' },
): string => day.toLocaleString(locale.tag, options);

/** A list of things joined with commas and "and". */
export const formatList = (parts: readonly string[]): string =>
  new Intl.ListFormat(locale.tag).format(parts);

const fill = (text: string, values: Values<string> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? formatNumber(value) : value;
  });

/** A text in the player's language. A suffix after "|" distinguishes equal English texts. */
export function t<const Text extends string>(text: Text, ...values: Needed<Names<Text>>): string {
  // Reading the language makes the caller depend on it.
  const found = (locale.language && locale.catalogue[text]) ?? text.split('|')[0];
  return fill(typeof found === 'string' ? found : found.other, values[0]);
}

/** A text about {n} things, in the plural form that the language uses for n. */
export function plural<const Text extends string>(
  n: number,
  one: string,
  many: Text,
  ...values: Needed<Exclude<Names<Text>, 'n'>>
): string {
  const forms: string | Forms = (locale.language && locale.catalogue[many]) ?? { one, other: many };
  const form = new Intl.PluralRules(locale.tag).select(n);
  const text = typeof forms === 'string' ? forms : (forms[form] ?? forms.other);
  return fill(text, { n, ...values[0] });
}

/** Splits a text at its placeholders, for markup within a sentence. Odd items are placeholder names. */
export const textParts = (text: string): string[] =>
  ((locale.language && (locale.catalogue[text] as string | undefined)) ?? text).split(/\{(\w+)\}/);

/** A fraction from 0 to 1 as a percentage. */
export const formatPercent = (part: number): string =>
  formatNumber(part, { style: 'percent', maximumFractionDigits: 0 });
