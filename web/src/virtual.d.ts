// Modules that exist only while the site is built, see build/.

declare module 'virtual:pack' {
  const entries: import('./pack/types').PackEntry[];
  export default entries;
}
declare module 'virtual:pack-clues' {
  const clues: import('./pack/types').PackClues[];
  export default clues;
}
declare module 'virtual:pack-titles/*' {
  const titles: readonly string[];
  export default titles;
}
declare module 'virtual:techniques/drawings' {
  /** SVG, our own, by the technique's id. */
  const drawings: Readonly<Record<string, string>>;
  export default drawings;
}
declare module 'virtual:techniques/*' {
  const pages: import('./techniques/types').TechniquePage[];
  export default pages;
}
