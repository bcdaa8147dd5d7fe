// src/model/schema.ts is generated; it must match the command.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readOpenAPI, SCHEMA_FILE, schemaTypes } from '../build/schema.js';
import { COMMAND } from './command';

it('has the types of the command (npm run schema updates it)', async () => {
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(await schemaTypes(await readOpenAPI(COMMAND)));
});
