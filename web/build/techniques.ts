// The catalogue of techniques as a module, read from docs/techniques.md and the
// drawings beside it when the site is built: one text for both. Of the page the
// sections with an anchor are taken; each has a drawing, a text and quotations.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { TechniquePage } from '../src/techniques/types';

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
    drawing: readDrawing(id),
  };
}

/** The role belongs to the figure around it, which has a name. */
function readDrawing(id: string): string {
  const svg = readFileSync(new URL(`techniques/${id}.svg`, DOCS), 'utf8').trim();
  return svg.replace(' role="img"', '');
}

export function readTechniques(): TechniquePage[] {
  const page = readFileSync(new URL('techniques.md', DOCS), 'utf8');
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
    resolveId: (id) => (id === NAME ? '\0' + NAME : undefined),
    load(id) {
      if (id !== '\0' + NAME) return;
      this.addWatchFile(fileURLToPath(new URL('techniques.md', DOCS)));
      return `export default ${JSON.stringify(readTechniques())}`;
    },
  };
}
