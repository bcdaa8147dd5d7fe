// The descriptions of the pictures as virtual modules, loaded when a puzzle is solved:
//
//   virtual:descriptions           loaders by list and language
//   virtual:descriptions/pack/de … of the pack, in its order
//   virtual:descriptions/daily/de … of the pictures of the day, in their order
//   virtual:descriptions/triddlers/de … of the triddlers, in their order

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { LANGUAGES } from '../src/i18n/languages';
import { readTexts } from './pack';
import { loaders } from './translations';

const NAME = 'virtual:descriptions';
const TAGS = Object.keys(LANGUAGES);
/** The order and the texts of each list, in puzzles/. */
const LISTS = {
  pack: ['contents.txt', 'descriptions.txt'],
  daily: ['daily.txt', 'daily_descriptions.txt'],
  triddlers: ['triddlers.txt', 'triddler_descriptions.txt'],
} as const;

const fileOf = (name: string) => new URL(`../../puzzles/${name}`, import.meta.url);

/** The names of a list: the last word of each line that is not a heading. */
const namesOf = (order: string): string[] =>
  readFileSync(fileOf(order), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(' ').at(-1)!);

function descriptionsOf(list: keyof typeof LISTS, language: string): string[] {
  const [order, file] = LISTS[list];
  const texts = readTexts(fileOf(file), [language]);
  return namesOf(order).map((name) => {
    const text = texts.get(name)?.[0];
    if (!text) throw new Error(`${file}: ${name} lacks ${language}`);
    return text;
  });
}

export function descriptions(): Plugin {
  return {
    name: 'nonogram-descriptions',
    resolveId: (id) => (id.startsWith(NAME) ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0' + NAME)) return;
      const [list, language] = id.slice(NAME.length + 2).split('/');
      if (list)
        return `export default ${JSON.stringify(descriptionsOf(list as keyof typeof LISTS, language))}`;
      return `export default {${Object.keys(LISTS).map((l) => `${l}: ${loaders(`${NAME}/${l}`, TAGS)}`)}}`;
    },
  };
}
