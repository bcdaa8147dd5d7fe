// The pages about techniques as modules: one per language, from docs/techniques.md and
// docs/techniques/de.md etc., and one with the drawings. Only sections with an anchor are
// read; each has a drawing, a text and quotations.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { TechniquePage } from '../src/techniques/types';
import { type Language, LANGUAGES } from '../src/i18n/languages';
import { loaders } from './translations';

const DOCS = new URL('../../docs/', import.meta.url);
const NAME = 'virtual:techniques';

const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('\n', ' ')
    .trim();

function readSection(group: string, section: string): TechniquePage {
  const head = /^### <a id="([^"]+)"><\/a>(.+)$/m.exec(section)!;
  const [, id, name] = head;
  const blocks = section
    .slice(head[0].length)
    .split(/\n\s*\n/)
    .map((b) => b.trim())
    .filter((b) => b && !b.startsWith('!['));
  const quotes = blocks.filter((b) => b.startsWith('>'));
  return {
    id,
    name: name.trim(),
    group,
    text: blocks.filter((b) => !b.startsWith('>')).map(plain),
    examples: quotes.map((q) => plain(q.replaceAll(/^> ?/gm, ''))),
  };
}

/** The surrounding figure has the role and a name. */
function readDrawing(id: string): string {
  const svg = readFileSync(new URL(`techniques/${id}.svg`, DOCS), 'utf8').trim();
  return svg.replace(' role="img"', '');
}

const pageOf = (language: Language): URL =>
  new URL(language === 'en' ? 'techniques.md' : `techniques/${language}.md`, DOCS);

export function readTechniques(language: Language = 'en'): TechniquePage[] {
  const page = readFileSync(pageOf(language), 'utf8');
  return page.split(/^## /m).flatMap((chapter) => {
    const group = chapter.slice(0, chapter.indexOf('\n')).trim();
    return chapter
      .split(/^(?=### <a id=)/m)
      .slice(1)
      .map((section) => readSection(group, section));
  });
}

export function techniques(): Plugin {
  return {
    name: 'nonogram-techniques',
    resolveId: (id) => (id.startsWith(NAME) ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0' + NAME)) return;
      const what = id.slice(NAME.length + 2);
      if (!what) return `export default ${loaders(NAME, Object.keys(LANGUAGES))}`;
      const drawings = () => readTechniques().map((page) => [page.id, readDrawing(page.id)]);
      if (what === 'drawings')
        return `export default ${JSON.stringify(Object.fromEntries(drawings()))}`;
      this.addWatchFile(fileURLToPath(pageOf(what as Language)));
      return `export default ${JSON.stringify(readTechniques(what as Language))}`;
    },
  };
}
