// The pack as virtual modules, so that the first visit needs no engine:
//
//   virtual:pack              size, level and chapter, for the gallery
//   virtual:pack-clues        share codes of the clues, loaded when a puzzle is opened
//   virtual:pack-titles/de …  titles in a language, loaded when a puzzle is solved
//
// The build reads the pack with the engine's module for files under Node ("make wasm").
// Titles in other languages than English are in puzzles/titles.txt.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fromJSON } from '../src/model/json';
import { encodePuzzle, puzzleKey } from '../src/model/share';
import type { PackClues, PackEntry } from '../src/pack/types';
import { LANGUAGES, TRANSLATED } from '../src/i18n/languages';
import { loaders } from './translations';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const RUN = [
  path('../../cmd/wasm/run.mjs'),
  path('../public/engine/wasm_exec.js'),
  path('../public/engine/files.wasm'),
];
const MAX_OUTPUT = 64 << 20;
/** After the name each row has the titles in the order of TRANSLATED. */
const TITLES = path('../../puzzles/titles.txt');
const TITLES_MODULE = 'virtual:pack-titles';

/** Calls an operation of the engine once for each request. */
function ask<T>(operation: string, ...requests: object[]): T[] {
  const calls = requests
    .map((request) => JSON.stringify({ operation, request: JSON.stringify(request) }))
    .join('\n');
  const text = execFileSync(process.execPath, RUN, {
    input: calls,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
  });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const answer = JSON.parse(line) as T & { error?: { message: string } };
      if (answer.error) throw new Error(answer.error.message);
      return answer;
    });
}

interface Listed {
  number: number;
  width: number;
  height: number;
  colors: number;
  level: PackEntry['level'];
  score: number;
  chapter: string;
  title: string;
  name: string;
}

let known: readonly Listed[] | undefined;
const list = (): readonly Listed[] =>
  (known ??= ask<{ puzzles: Listed[] }>('puzzles', { titles: true })[0].puzzles);

/** Boards of a larger picture are named harbor-2x2-3: picture, columns, rows, index. */
function panoramaOf(name: string): [id: number, columns: number] | undefined {
  const [, picture, columns] = /^(.+)-(\d)x\d-\d$/.exec(name) ?? [];
  if (!picture) return undefined;
  return [list().findIndex((l) => l.name.startsWith(picture + '-')), Number(columns)];
}

/** The titles of the pack by language, in the order of the pack. */
function titles(): Record<string, readonly string[]> {
  const rows = readFileSync(TITLES, 'utf8')
    .split('\n')
    .map((line) => line.split(' | '));
  const byName = new Map(rows.map(([name, ...told]) => [name, told]));
  const told = list().map(({ name, title }) => [title, ...(byName.get(name) ?? [])]);
  const short = told.findIndex((row) => row.length !== TRANSLATED.length + 1);
  if (short >= 0) throw new Error(`titles.txt: ${list()[short].name} lacks a language`);
  return Object.fromEntries(
    ['en', ...TRANSLATED].map((language, i) => [
      `${TITLES_MODULE}/${language}`,
      told.map((row) => row[i]),
    ]),
  );
}

function load() {
  const names = list().map(({ number }) => ({ name: String(number) }));
  const puzzles = ask<{ puzzle: object }>('puzzle', ...names).map((a) => fromJSON(a.puzzle));
  const entries: PackEntry[] = list().map(
    ({ number, width, height, colors: inks, chapter, level, score }, i) => {
      const key = puzzleKey(puzzles[i]);
      const part = panoramaOf(list()[i].name);
      const panorama = part && { panorama: part };
      return { number, key, width, height, inks, chapter, level, score, ...panorama };
    },
  );
  const clues: PackClues[] = puzzles.map((p) => ({
    code: encodePuzzle(p),
    colors: p.palette.length > 2 ? p.palette.map((s) => [s.name, s.symbol]) : undefined,
  }));
  return {
    'virtual:pack': entries,
    'virtual:pack-clues': clues,
    ...titles(),
  } as Record<string, unknown>;
}

export function pack(): Plugin {
  let modules: Record<string, unknown> | undefined;
  return {
    name: 'nonogram-pack',
    resolveId: (id) => (/^virtual:pack(-\w+(\/\w+)?)?$/.test(id) ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0virtual:pack')) return;
      if (id === '\0' + TITLES_MODULE)
        return `export default ${loaders(TITLES_MODULE, Object.keys(LANGUAGES))}`;
      try {
        modules ??= load();
      } catch (e) {
        this.error(
          `cannot ask the engine for the pack (make wasm makes it): ${(e as Error).message}`,
        );
      }
      return `export default ${JSON.stringify(modules[id.slice(1)])}`;
    },
  };
}

/** The numbers of the pack. Each gets a page. */
export const packNumbers = (): number[] => list().map((l) => l.number);
