// Serves the texts of src/i18n/*.json as modules. Each language is one file, but the page
// loads it in parts, so that the first load contains no texts of other pages:
//
//   virtual:translations         loaders of all parts of all languages
//   virtual:translations/app/de  texts used by the gallery, the play page and shared code
//   …/pages/de, …/lab/de         texts used only by other pages, and only by the lab
//
// The part of a text follows from the folders whose sources contain it.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { type Catalogue, type Part, TRANSLATED } from '../src/i18n/languages';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const NAME = 'virtual:translations';
const PARTS: readonly Part[] = ['app', 'pages', 'lab'];
const PAGES = /^(solve|create|records|techniques|learn|daily|endless|feeds)\//;

/** The part to which the texts of a source file belong. */
export const partOf = (file: string): Part =>
  file.startsWith('lab/') ? 'lab' : PAGES.test(file) ? 'pages' : 'app';

const fileOf = (language: string) => `${SRC}i18n/${language}.json`;

export const readCatalogue = (language: string): Catalogue =>
  JSON.parse(readFileSync(fileOf(language), 'utf8'));

/** The sources of each part, joined. */
function readSources(): Record<Part, string> {
  const sources = { app: '', pages: '', lab: '' };
  for (const file of readdirSync(SRC, { recursive: true }) as string[]) {
    if (/\.(ts|svelte)$/.test(file)) sources[partOf(file)] += readFileSync(SRC + file, 'utf8');
  }
  return sources;
}

/** The texts of one part: those that its sources contain and no earlier part does. */
export function textsOf(part: Part, catalogue: Catalogue, sources = readSources()): Catalogue {
  const partOfText = (text: string) =>
    PARTS.find((p) => [`'${text}'`, `"${text}"`].some((quoted) => sources[p].includes(quoted)));
  return Object.fromEntries(
    Object.entries(catalogue).filter(([text]) => (partOfText(text) ?? 'app') === part),
  );
}

/** Code of a module that exports an import function for each language. */
export const loaders = (prefix: string, languages: readonly string[]): string =>
  `{${languages.map((l) => `'${l}': () => import('${prefix}/${l}')`).join(',')}}`;

export function translations(): Plugin {
  return {
    name: 'nonogram-translations',
    resolveId: (id) => (id.startsWith(NAME) ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0' + NAME)) return;
      const [part, language] = id.slice(NAME.length + 2).split('/') as [Part, string];
      if (!language) {
        const parts = PARTS.map((p) => `${p}: ${loaders(`${NAME}/${p}`, TRANSLATED)}`);
        return `export default {${parts.join(',')}}`;
      }
      this.addWatchFile(fileOf(language));
      return `export default ${JSON.stringify(textsOf(part, readCatalogue(language)))}`;
    },
  };
}
