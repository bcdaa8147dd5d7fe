// Every format both ways, as the browser takes it: written by the engine's module for
// files, made a file, and read again by its bytes.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { gridRows } from '../src/model/grid';
import { fromJSON, toJSON } from '../src/model/json';
import { type Clue } from '../src/model/puzzle';
import { cells, fromPicture, randomFrom } from './puzzles';

interface GoRuntime {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** What the module and its support put into place. */
const world = globalThis as unknown as {
  Go: new () => GoRuntime;
  nonogram: (operation: string, request: string, tell: () => void) => Promise<string>;
};
const path = (name: string) => fileURLToPath(new URL('../public/engine/' + name, import.meta.url));

vi.mock('../src/engine', () => ({
  EngineError: class extends Error {},
  call: async (operation: string, request: object) =>
    JSON.parse(await world.nonogram(operation, JSON.stringify(request), () => undefined)),
}));

const { convert, listFormats } = await import('../src/files/write');
const { readFile } = await import('../src/files/read');

beforeAll(async () => {
  createRequire(import.meta.url)(path('wasm_exec.js'));
  const go = new world.Go();
  const { instance } = await WebAssembly.instantiate(
    readFileSync(path('files.wasm')),
    go.importObject,
  );
  void go.run(instance); // which never ends
});

const [WIDTH, HEIGHT] = [11, 9];
const SAMPLES = 8;

/** Random pictures, in as many inks as are given. */
function pictures(inks: string): string[][] {
  const random = randomFrom(7);
  const cell = () => (random() < 0.4 ? '.' : inks[Math.floor(random() * inks.length)]);
  return Array.from({ length: SAMPLES }, () =>
    Array.from({ length: HEIGHT }, () => Array.from({ length: WIDTH }, cell).join('')),
  );
}

/** The clues alone: names and characters of inks are the format's own business. */
const plain = (lines: readonly Clue[], inks: number) =>
  lines.map((clue) => clue.map(({ length, color }) => [length, inks > 1 ? color : 1]));

async function bothWays(format: string, rows: readonly string[]): Promise<void> {
  const puzzle = fromPicture(...rows);
  const inks = puzzle.palette.length - 1;
  const file = await convert(
    { ...toJSON(puzzle), goal: gridRows(puzzle, cells(rows.join(''))) },
    format,
  );
  const opened = await readFile(new File([file.content as BlobPart], 'puzzle' + file.extension));
  expect(opened.errors).toEqual([]);
  expect(opened.puzzles).toHaveLength(1);
  const again = fromJSON(opened.puzzles[0]);
  expect([again.width, again.height]).toEqual([WIDTH, HEIGHT]);
  expect(plain(again.rows, inks)).toEqual(plain(puzzle.rows, inks));
  expect(plain(again.columns, inks)).toEqual(plain(puzzle.columns, inks));
}

/** The formats that change a picture, and how. */
async function changing(names: readonly string[], inks: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of names) {
    for (const rows of pictures(inks)) {
      await bothWays(name, rows).catch((e: Error) => wrong.push(`${name}: ${e.message}`));
    }
  }
  return wrong;
}

describe('every format', () => {
  it('comes back as it went out, in black', async () => {
    const names = (await listFormats()).map((f) => f.name);
    expect(names.length).toBeGreaterThan(20);
    expect(await changing(names, '#')).toEqual([]);
  });

  it('comes back as it went out, in colors', async () => {
    const names = (await listFormats()).filter((f) => f.colors).map((f) => f.name);
    expect(names.length).toBeGreaterThan(5);
    expect(await changing(names, 'abc')).toEqual([]);
  });
});
