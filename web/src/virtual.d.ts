// Modules that the Vite plugins in build/ generate.

/** Import functions by language. */
type Loaders<Language extends string, Content> = Readonly<
  Record<Language, () => Promise<{ default: Content }>>
>;

declare module 'virtual:translations' {
  type Translated = (typeof import('./i18n/languages').TRANSLATED)[number];
  type Catalogue = import('./i18n/languages').Catalogue;
  const catalogues: Record<import('./i18n/languages').Part, Loaders<Translated, Catalogue>>;
  export default catalogues;
}
declare module 'virtual:pack' {
  const entries: import('./pack/types').PackEntry[];
  export default entries;
}
declare module 'virtual:pack-clues' {
  const clues: import('./pack/types').PackClues[];
  export default clues;
}
declare module 'virtual:pack-triddlers' {
  const triddlers: import('./pack/types').PackTriddler[];
  export default triddlers;
}
declare module 'virtual:pack-colors' {
  /** In the order of the pack; null for color puzzles. */
  type Part = readonly (import('./pack/types').ColoredPicture | null)[];
  const parts: readonly (() => Promise<{ default: Part }>)[];
  export default parts;
}
declare module 'virtual:pack-titles' {
  const loaders: Loaders<import('./i18n/languages').Language, readonly string[]>;
  export default loaders;
}
declare module 'virtual:descriptions' {
  type Language = import('./i18n/languages').Language;
  const lists: Readonly<
    Record<'pack' | 'daily' | 'triddlers', Loaders<Language, readonly string[]>>
  >;
  export default lists;
}
declare module 'virtual:daily' {
  /** The pictures of the day, the easy ones first. The level is an index into LEVELS. */
  const facts: readonly (readonly [width: number, height: number, level: number])[];
  export default facts;
  type Part = readonly import('./pack/types').DailyPicture[];
  export const parts: readonly (() => Promise<{ default: Part }>)[];
}
declare module 'virtual:techniques' {
  type TechniquePage = import('./techniques/types').TechniquePage;
  const loaders: Loaders<import('./i18n/languages').Language, TechniquePage[]>;
  export default loaders;
}
declare module 'virtual:techniques/drawings' {
  /** SVG of our own by the technique's id. */
  const drawings: Readonly<Record<string, string>>;
  export default drawings;
}
