// Which languages there are, and the mark of a text that is shown by t elsewhere than where
// it is named: name: msg('Puzzles'). Neither needs Svelte, so that the build may read them.

/** The languages, as they call themselves. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  zh: '简体中文',
} as const;

export type Language = keyof typeof LANGUAGES;

/** Forms of a text by the number {n}, as Intl.PluralRules names them. */
export type Forms = { readonly [form in Intl.LDMLPluralRule]?: string } & {
  readonly other: string;
};

/** What the English texts are in another language; several forms under the English of many. */
export type Catalogue = Readonly<Record<string, string | Forms>>;

/** The text itself; whoever collects the texts looks for this. */
export const msg = <const Text extends string>(text: Text): Text => text;
