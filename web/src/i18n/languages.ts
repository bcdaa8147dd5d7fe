// The languages of the app. To add one, add a row here and its texts in a file beside this
// one (de.json). This module does not import Svelte, so the build can read it.

/** Each language with its own name and its tag for HTML and Intl. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en' },
  de: { name: 'Deutsch', tag: 'de' },
  es: { name: 'Español', tag: 'es' },
  fr: { name: 'Français', tag: 'fr' },
  ja: { name: '日本語', tag: 'ja' },
  zh: { name: '简体中文', tag: 'zh-Hans' },
  'zh-Hant': { name: '繁體中文', tag: 'zh-Hant' },
} as const;

export type Language = keyof typeof LANGUAGES;

/** The base language and the script of a tag, given or implied; undefined if it is not a tag. */
function written(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag.replaceAll('_', '-')).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}

/** The language of the first of the wanted tags that the app supports, as the engine matches them. */
export function pickLanguage(wanted: readonly string[]): Language {
  const supported = new Map(
    Object.entries(LANGUAGES).map(([id, { tag }]) => [written(tag), id as Language]),
  );
  return wanted.map((tag) => supported.get(written(tag))).find((id) => id !== undefined) ?? 'en';
}

/** All languages that have a file of texts. English texts are the keys of these files. */
export const TRANSLATED = Object.keys(LANGUAGES).filter((l) => l !== 'en') as Exclude<
  Language,
  'en'
>[];

/** The plural forms of a text with a number {n}, by the names of Intl.PluralRules. */
export type Forms = { readonly [form in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};

/** The texts of a language by the English texts. Plurals are listed under the English plural. */
export type Catalogue = Readonly<Record<string, string | Forms>>;

/** The parts of a catalogue, which are loaded when a page first needs them. */
export type Part = 'app' | 'pages' | 'lab';

/** Marks a text that is passed to t elsewhere, so that the tests find it. */
export const msg = <const Text extends string>(text: Text): Text => text;
