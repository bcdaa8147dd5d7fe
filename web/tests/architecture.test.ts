// The order of the folders: a folder imports only from those listed beside it, which are
// above it, so there are no import cycles between folders. Files must not form cycles either.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const WEB = fileURLToPath(new URL('..', import.meta.url));

/** Each folder with the folders that it imports; "all" stands for all above it. */
const FOLDERS: readonly (readonly [path: string, imports: string])[] = [
  ['src/i18n', ''],
  ['src/model', 'i18n'],
  ['src/storage', ''],
  ['src/styles', ''],
  ['src/pack', 'i18n model'],
  ['src/ui', 'i18n model'],
  ['src/app', 'i18n model storage ui'],
  ['src/engine', 'i18n model app'],
  ['src/board', 'i18n model ui'],
  ['src/files', 'i18n model ui app engine'],
  ['src/techniques', 'i18n model ui app'],
  ['src/lab', 'i18n model pack ui app engine board files'],
  ['src/games', 'i18n model storage pack app engine board'],
  ['src/play', 'i18n model storage pack ui app engine board files games'],
  ['src/learn', 'i18n model pack ui app board games'],
  ['src/endless', 'i18n model storage ui app games'],
  ['src/daily', 'i18n model pack ui app games'],
  ['src/feeds', 'i18n model storage ui app engine games'],
  ['src/create', 'i18n model storage ui app engine board files games'],
  ['src/gallery', 'i18n model pack ui app games'],
  ['src/records', 'i18n model storage ui app files games'],
  ['src/solve', 'i18n model storage ui app engine board files games'],
  ['src', 'all'],
  ['build', 'i18n model pack app techniques'],
  ['tests', 'all'],
  ['e2e', 'all'],
];

interface Folder {
  readonly path: string;
  /** The names of other folders; undefined for all above. */
  readonly knows: readonly string[] | undefined;
}

const TABLE: readonly Folder[] = FOLDERS.map(([path, imports]) => ({
  path,
  knows: imports === 'all' ? undefined : imports.split(' ').filter(Boolean),
}));
const nameOf = (folder: Folder) => folder.path.slice(folder.path.lastIndexOf('/') + 1);

/** The row of a file: the innermost folder that holds it; -1 if none does. */
function rowOf(file: string): number {
  const inside = TABLE.filter(({ path }) => file.startsWith(path + '/'));
  const innermost = inside.sort((a, b) => b.path.length - a.path.length)[0];
  return innermost ? TABLE.indexOf(innermost) : -1;
}

/** Whether a folder may import from another, both by their rows. */
function mayImport(from: number, to: number): boolean {
  if (from === to) return true;
  return to >= 0 && to < from && (TABLE[from].knows?.includes(nameOf(TABLE[to])) ?? true);
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(join(WEB, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(ts|js|svelte)$/.test(entry.name)) yield path;
  }
}

const FILES = new Set(['src', 'build', 'tests', 'e2e'].flatMap((folder) => [...sources(folder)]));
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g;

/** The files of this project that a file imports, types too. Other kinds of files are left out. */
function imports(file: string): string[] {
  const text = readFileSync(join(WEB, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, path]) => {
    const at = relative(WEB, join(WEB, dirname(file), path));
    const found = [at, at + '.ts', at + '.svelte', at + '/index.ts'].find((f) => FILES.has(f));
    if (!found && !/\.css$|\?raw$/.test(at))
      throw new Error(`${file} imports ${path}, which is not there`);
    return found ? [found] : [];
  });
}

const GRAPH = new Map([...FILES].map((file) => [file, imports(file)]));

/** A way from a file back to itself, if there is one. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | undefined => {
    const at = way.indexOf(file);
    if (at >= 0) return [...way.slice(at), file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}

describe('the folders', () => {
  it('import only folders above them', () => {
    const wrong = TABLE.flatMap((folder, row) =>
      (folder.knows ?? [])
        .filter((name) => !TABLE.slice(0, row).some((other) => nameOf(other) === name))
        .map((name) => `${folder.path} knows ${name}, which is not above it`),
    );
    expect(wrong).toEqual([]);
  });

  it('import only the folders listed for them', () => {
    const wrong = [...GRAPH].flatMap(([file, list]) =>
      list
        .filter((other) => !mayImport(rowOf(file), rowOf(other)))
        .map((other) => `${file} must not import ${other}`),
    );
    expect(wrong).toEqual([]);
  });

  it('import every folder listed for them', () => {
    const wrong = TABLE.flatMap((folder, row) => {
      const used = new Set(
        [...GRAPH].filter(([file]) => rowOf(file) === row).flatMap(([, list]) => list.map(rowOf)),
      );
      return (folder.knows ?? [])
        .filter((name) => ![...used].some((other) => nameOf(TABLE[other]) === name))
        .map((name) => `${folder.path} does not import ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('are all listed, also in README.md', () => {
    const listed = TABLE.map((folder) => folder.path);
    const readme = readFileSync(join(WEB, 'README.md'), 'utf8');
    expect(listed.filter((path) => !readme.includes(`\`${path}/\``))).toEqual([]);
    const inside = readdirSync(join(WEB, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => 'src/' + entry.name);
    expect(listed.sort()).toEqual([...inside, 'src', 'build', 'tests', 'e2e'].sort());
  });

  it('hold no files that import each other in a circle', () => {
    expect(findCircle(GRAPH)).toBeUndefined();
  });
});

describe('the check', () => {
  it('rejects imports in the wrong direction', () => {
    const may = (from: string, to: string) => mayImport(rowOf(from), rowOf(to));
    expect(may('src/model/x.ts', 'src/ui/x.ts')).toBe(false);
    expect(may('src/board/x.ts', 'src/play/x.ts')).toBe(false);
    expect(may('src/create/x.ts', 'src/solve/x.ts')).toBe(false);
    expect(may('src/solve/x.ts', 'src/create/x.ts')).toBe(false);
    expect(may('src/app/x.ts', 'src/pages.ts')).toBe(false);
    expect(may('src/solve/x.ts', 'src/games/x.ts')).toBe(true);
    expect(may('src/pages.ts', 'src/solve/x.ts')).toBe(true);
  });

  it('finds a circle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(findCircle(graph)).toEqual(['b', 'c', 'b']);
  });
});
