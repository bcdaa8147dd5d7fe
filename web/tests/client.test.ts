// What openapi-typescript makes of the command's OpenAPI description compiles under strict
// rules, and a program with these types calls a server (tests/client/calls.ts).

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, expect, it } from 'vitest';
import { readOpenAPI, withServer } from '../build/schema.js';
import { COMMAND } from './command';

// The program imports openapi-fetch, so its folder is below node_modules.
const folder = mkdtempSync(fileURLToPath(new URL('../node_modules/.client-', import.meta.url)));
afterAll(() => rmSync(folder, { recursive: true }));

const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

it('is called by a client with the types of openapi-typescript', async () => {
  cpSync(new URL('client/', import.meta.url), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const types = astToString(await openapiTS(await readOpenAPI(COMMAND)));
  writeFileSync(join(folder, 'schema.ts'), types);
  try {
    execFileSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  }
  const { calls } = (await import(pathToFileURL(join(folder, 'calls.js')).href)) as {
    calls: (address: string) => Promise<unknown>;
  };
  expect(await withServer(COMMAND, calls)).toEqual({
    solve: ['unique', '.#.#./#####/#####/.###./..#..'],
    count: '1',
    rate: 'trivial',
    hint: 'step',
    explain: 'unique',
    check: 1,
    clues: 2,
    generate: 1,
    describe: 5,
    certify: true,
    decode: 1,
    convert: ['id "6"', 'title "Heart"', 'license "CC0-1.0"'],
    puzzles: 1,
    puzzle: 10,
    render: 'PNG',
    refused: [404, 'unknown_name'],
  });
});
