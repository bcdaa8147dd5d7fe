// The pack as virtual modules, so that the first visit needs no engine:
//
//   virtual:pack              size, level and chapter, for the gallery
//   virtual:pack-clues        share codes of the clues, loaded when a puzzle is opened
//   virtual:pack-colors       loaders of the colored pictures
//   virtual:pack-colors/0 …   colored pictures of some black-and-white puzzles
//   virtual:pack-titles/de …  titles in a language, loaded when a puzzle is solved
//   virtual:pack-triddlers    the triddlers, with their titles in the order of the languages
//   virtual:daily             size and level of the pictures of the day, and loaders
//   virtual:daily/0 …         some pictures of the day with their titles and colors
//
// The build reads the pack with the engine's module for files under Node ("make wasm"), and
// the colored pictures from puzzles/daily and puzzles/colors. Titles in other languages than English are in
// puzzles/titles.txt and puzzles/daily_titles.txt.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fromJSON } from '../src/model/json';
import { type Level, LEVELS } from '../src/model/level';
import type { Puzzle } from '../src/model/puzzle';
import { encodePuzzle, puzzleKey } from '../src/model/share';
import {
  type ColoredPicture,
  type DailyPicture,
  type PackClues,
  type PackEntry,
  type PackTriddler,
  PICTURES_PER_PART,
} from '../src/pack/types';
import { LANGUAGES, TRANSLATED } from '../src/i18n/languages';
import { loaders } from './translations';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const RUN = [
  path('../../cmd/wasm/run.mjs'),
  path('../public/engine/wasm_exec.js'),
  path('../public/engine/files.wasm'),
];
const MAX_OUTPUT = 64 << 20;
const TITLES = path('../../puzzles/titles.txt');
const TITLES_MODULE = 'virtual:pack-titles';
const COLORS_MODULE = 'virtual:pack-colors';
const DAILY_MODULE = 'virtual:daily';

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

/** The texts of a list by name, in the order of the languages. The first row names those of the columns. */
export function readTexts(
  file: string | URL,
  languages: readonly string[] = TRANSLATED,
): Map<string, string[]> {
  const [head, ...rows] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(' | '))
    .map((line) => line.split(' | '));
  const columns = languages.map((language) => head.indexOf(language));
  const lacking = languages.filter((_, i) => columns[i] < 0);
  if (lacking.length > 0) throw new Error(`${String(file)} has no column ${lacking.join()}`);
  return new Map(rows.map((row) => [row[0], columns.map((column) => row[column])]));
}

/** The titles of the pack by language, in the order of the pack. */
function titles(): Record<string, readonly string[]> {
  const byName = readTexts(TITLES);
  const rows = list().map(({ name, title }) => [title, ...(byName.get(name) ?? [])]);
  const short = rows.findIndex(
    (row) => row.length <= TRANSLATED.length || row.includes(undefined!),
  );
  if (short >= 0) throw new Error(`titles.txt: ${list()[short].name} lacks a language`);
  return Object.fromEntries(
    ['en', ...TRANSLATED].map((language, i) => [
      `${TITLES_MODULE}/${language}`,
      rows.map((row) => row[i]),
    ]),
  );
}

/** What the app needs of a puzzle to play it. */
const cluesOf = (p: Puzzle): PackClues => ({
  code: encodePuzzle(p),
  colors: p.palette.length > 2 ? p.palette.map((s) => [s.name, s.symbol]) : undefined,
});

/** The triddlers with their titles. */
function triddlers(): PackTriddler[] {
  const chapter = 'triddlers';
  const [{ puzzles }] = ask<{ puzzles: Listed[] }>('puzzles', { titles: true, chapter });
  const names = puzzles.map(({ number }) => ({ name: `${chapter}/${number}` }));
  const boards = ask<{ puzzle: object }>('puzzle', ...names).map((a) => fromJSON(a.puzzle));
  const byName = readTexts(path('../../puzzles/triddler_titles.txt'));
  return puzzles.map(({ level, name, title }, i) => {
    const titles = [title, ...(byName.get(name) ?? [])];
    if (titles.length <= TRANSLATED.length) throw new Error(`${name} lacks a language`);
    return { ...cluesOf(boards[i]), level, titles };
  });
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
  const clues = puzzles.map(cluesOf);
  return {
    'virtual:pack': entries,
    'virtual:pack-clues': clues,
    'virtual:pack-triddlers': triddlers(),
    ...titles(),
  } as Record<string, unknown>;
}

/** Reads a picture in color, see puzzles/daily.go. */
function readColored(text: string): ColoredPicture {
  const [head, body] = text.split('\npicture\n');
  const colors = [...head.matchAll(/^color (\w) (#[0-9a-f]{6})$/gm)];
  return {
    colors: Object.fromEntries(colors.map(([, symbol, rgb]) => [symbol, rgb])),
    rows: body.trim().split('\n'),
  };
}

function readDaily(name: string, titles: readonly string[]): DailyPicture {
  const text = readFileSync(path(`../../puzzles/daily/${name}.txt`), 'utf8');
  return { titles: [/^title "(.+)"$/m.exec(text)![1], ...titles], ...readColored(text) };
}

/** The modules of pictures that are loaded in parts: one per part, and the loaders. */
function inParts(module: string, pictures: readonly unknown[]) {
  const parts: Record<string, string> = {};
  const imports: string[] = [];
  for (let at = 0; at < pictures.length; at += PICTURES_PER_PART) {
    const id = `${module}/${imports.length}`;
    parts[id] = exported(pictures.slice(at, at + PICTURES_PER_PART));
    imports.push(`() => import('${id}')`);
  }
  return { parts, loaders: `[${imports.join(', ')}]` };
}

/** The modules of the colored pictures of the pack. */
function colors(): Record<string, string> {
  const pictures = list().map(({ name }) => {
    const file = path(`../../puzzles/colors/${name}.txt`);
    return existsSync(file) ? readColored(readFileSync(file, 'utf8')) : null;
  });
  const { parts, loaders } = inParts(COLORS_MODULE, pictures);
  return { ...parts, [COLORS_MODULE]: `export default ${loaders}` };
}

/** The modules of the pictures of the day. */
function daily(): Record<string, string> {
  const titles = readTexts(path('../../puzzles/daily_titles.txt'));
  const lines = readFileSync(path('../../puzzles/daily.txt'), 'utf8').split('\n');
  const list = lines.filter((line) => line.startsWith('daily ')).map((l) => l.split(/ +/));
  const pictures = list.map(([, , , name]) => readDaily(name, titles.get(name)!));
  const facts = list.map(([, level], i) => [
    ...[pictures[i].rows[0].length, pictures[i].rows.length],
    LEVELS.indexOf(level.replace('-', ' ') as Level),
  ]);
  const { parts, loaders } = inParts(DAILY_MODULE, pictures);
  return { ...parts, [DAILY_MODULE]: `${exported(facts)}; export const parts = ${loaders}` };
}

const exported = (value: unknown): string => `export default ${JSON.stringify(value)}`;

export function pack(): Plugin {
  let days: Record<string, string> | undefined;
  let colored: Record<string, string> | undefined;
  let modules: Record<string, unknown> | undefined;
  return {
    name: 'nonogram-pack',
    resolveId: (id) =>
      /^virtual:(pack(-\w+(\/[\w-]+)?)?|daily(\/\d+)?)$/.test(id) ? '\0' + id : undefined,
    load(id) {
      if (id.startsWith('\0' + DAILY_MODULE)) return (days ??= daily())[id.slice(1)];
      if (!id.startsWith('\0virtual:pack')) return;
      if (id === '\0' + TITLES_MODULE)
        return `export default ${loaders(TITLES_MODULE, Object.keys(LANGUAGES))}`;
      try {
        if (id.startsWith('\0' + COLORS_MODULE)) return (colored ??= colors())[id.slice(1)];
        modules ??= load();
      } catch (e) {
        this.error(
          `cannot ask the engine for the pack (make wasm makes it): ${(e as Error).message}`,
        );
      }
      return exported(modules[id.slice(1)]);
    },
  };
}

/** The numbers of the pack. Each gets a page. */
export const packNumbers = (): number[] => list().map((l) => l.number);
