// The pack, asked of the nonogram command when the site is built, so that the first
// visit needs no engine. Three virtual modules, loaded at three moments:
//
//   virtual:pack         what the gallery shows: size, level, chapter
//   virtual:pack-clues   share codes of the clues, when a puzzle is opened
//   virtual:pack-titles  what the pictures show, when one is solved
//
// The command is ../bin/nonogram ("make build") or what NONOGRAM names.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fromJSON } from '../src/model/json';
import { encodePuzzle, puzzleKey } from '../src/model/share';
import type { PackClues, PackEntry } from '../src/pack/types';

const COMMAND =
  process.env.NONOGRAM ?? fileURLToPath(new URL('../../bin/nonogram', import.meta.url));
const MAX_OUTPUT = 64 << 20;

/** Runs the command and reads a JSON object from every line it prints. */
function ask<T>(...args: string[]): T[] {
  const text = execFileSync(COMMAND, args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

interface Listed {
  number: number;
  width: number;
  height: number;
  colors: number;
  chapter: string;
  title: string;
}
interface Rated {
  level: PackEntry['level'];
  score: number;
}

function load() {
  const listed = ask<Listed>('puzzles', '--json', '--titles');
  const rated = ask<Rated>('rate', '--json', '@all');
  const puzzles = ask<object>('convert', '--to', 'json', '@all', '-').map(fromJSON);
  const entries: PackEntry[] = listed.map(({ number, width, height, colors, chapter }, i) => {
    const { level, score } = rated[i];
    const key = puzzleKey(puzzles[i]);
    return { number, key, width, height, inks: colors, chapter, level, score };
  });
  const clues: PackClues[] = puzzles.map((p) => ({
    code: encodePuzzle(p),
    colors: p.palette.length > 2 ? p.palette.map((s) => [s.name, s.symbol]) : undefined,
  }));
  return {
    'virtual:pack': entries,
    'virtual:pack-clues': clues,
    'virtual:pack-titles': listed.map((l) => l.title),
  } as Record<string, unknown>;
}

export function pack(): Plugin {
  let modules: Record<string, unknown> | undefined;
  return {
    name: 'nonogram-pack',
    resolveId: (id) => (/^virtual:pack(-\w+)?$/.test(id) ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0virtual:pack')) return;
      try {
        modules ??= load();
      } catch (e) {
        this.error(
          `cannot ask ${COMMAND} for the pack (make build makes it): ${(e as Error).message}`,
        );
      }
      return `export default ${JSON.stringify(modules[id.slice(1)])}`;
    },
  };
}

/** The numbers of the pack, for a page each. */
export function packNumbers(): number[] {
  return ask<Listed>('puzzles', '--json').map((l) => l.number);
}
