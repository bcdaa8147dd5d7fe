// The operations of the nonogram program, run by the Go library compiled to WebAssembly. A
// module is loaded with the first call of one of its operations, from this folder: by fetch
// in a browser or a bundle, from the disk in Node.
//
// A search runs in the calling thread. For long ones call from a worker.

import './wasm_exec.js';

// Bundlers find the files by these literal addresses.
const modules = {
  engine: new URL('./engine.wasm.gz', import.meta.url),
  make: new URL('./make.wasm.gz', import.meta.url),
  files: new URL('./files.wasm.gz', import.meta.url),
  draw: new URL('./draw.wasm.gz', import.meta.url),
};

/** An error of an operation: bad input, or a limit. */
export class NonogramError extends Error {
  constructor({ code, message, where }) {
    super(message);
    this.name = 'NonogramError';
    this.code = code;
    this.where = where;
  }
}

/** The bytes of a module. Some servers send the file as compressed content, which fetch unpacks. */
async function read(url) {
  let file;
  if (url.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises');
    file = new Uint8Array(await readFile(url));
  } else {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
    file = new Uint8Array(await answer.arrayBuffer());
  }
  if (file[0] !== 0x1f) return file;
  return new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

const started = new Map();

/** Starts a module and returns its function for calls. A failed start is tried again. */
function start(name) {
  if (!started.has(name)) {
    const starting = read(modules[name]).then(async (bytes) => {
      const go = new globalThis.Go();
      const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
      void go.run(instance); // sets globalThis.nonogram, and does not return
      const call = globalThis.nonogram;
      delete globalThis.nonogram;
      return call;
    });
    starting.catch(() => started.delete(name));
    started.set(name, starting);
  }
  return started.get(name);
}

async function run(module, name, request, onProgress) {
  const call = await start(module);
  const report = onProgress && ((progress) => onProgress(JSON.parse(progress)));
  const answer = JSON.parse(await call(name, JSON.stringify(request), report));
  if (answer.error) throw new NonogramError(answer.error);
  return answer;
}

/** Operations that take several puzzles. */
const several = ['dedupe', 'render'];

/** The request with a puzzle in place of a text, data or a name of the pack, which only one module reads. */
async function withPuzzle(name, request) {
  const { text, data, pack, format, filename, ...rest } = request;
  if ((text ?? data ?? pack) === undefined || rest.puzzle !== undefined || rest.puzzles !== undefined) return request;
  const { puzzles, errors } = await run('files', 'decode', { text, data, pack, format, filename });
  if (errors?.length) throw new NonogramError(errors[0]);
  if (several.includes(name)) return { ...rest, puzzles };
  if (puzzles.length > 1) {
    const message = 'found more than one puzzle, expected one; decode lists the puzzles of a file';
    throw new NonogramError({ code: 'many_puzzles', message, where: 'text' });
  }
  return { ...rest, puzzle: puzzles[0] };
}

const operation =
  (module, name) =>
  async (request = {}, onProgress) => {
    if (module === 'files') return run(module, name, request, onProgress);
    const home = request.method === undefined ? module : 'make'; // the classic methods are there
    return run(home, name, await withPuzzle(name, request), onProgress);
  };

export const solve = operation('engine', 'solve');
export const count = operation('engine', 'count');
export const rate = operation('engine', 'rate');
export const hint = operation('engine', 'hint');
export const explain = operation('engine', 'explain');
export const check = operation('engine', 'check');
export const clues = operation('engine', 'clues');
export const techniques = operation('engine', 'techniques');
export const prove = operation('make', 'prove');
export const certify = operation('make', 'certify');
export const generate = operation('make', 'generate');
export const repair = operation('make', 'repair');
export const describe = operation('make', 'describe');
export const dedupe = operation('make', 'dedupe');
export const scan = operation('make', 'scan');
export const methods = operation('make', 'methods');
export const table = operation('make', 'table');
export const lines = operation('make', 'lines');
export const decode = operation('files', 'decode');
export const convert = operation('files', 'convert');
export const formats = operation('files', 'formats');
export const puzzles = operation('files', 'puzzles');
export const puzzle = operation('files', 'puzzle');
export const render = operation('draw', 'render');
