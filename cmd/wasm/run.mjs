// Runs a module under Node as a worker of a browser would: reads lines of JSON,
// {"operation", "request"}, the request as a text, from standard input and writes the
// answers, a line each.
//
//   node run.mjs wasm_exec.js module.wasm < calls.jsonl

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [support, module] = process.argv.slice(2);
createRequire(import.meta.url)(resolve(support));

const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(readFileSync(module), go.importObject);
go.run(instance); // returns when the module ends, which it never does

for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const { operation, request, progress } = JSON.parse(line);
  const reports = [];
  const answer = await globalThis.nonogram(operation, request, (p) => reports.push(JSON.parse(p)));
  if (typeof answer !== 'string') throw new Error(`${operation}: the answer is ${typeof answer}`);
  process.stdout.write((progress ? JSON.stringify({ reports, answer: JSON.parse(answer) }) : answer) + '\n');
}
process.exit(0);
