// The operations of the nonogram program, run by the Go library compiled to WebAssembly. A
// module is loaded with the first call of one of its operations, from this folder: by fetch
// in a browser or a bundle, from the disk in Node.
//
// A search runs in the calling thread. For long ones call from a worker.

import './wasm_exec.js';

// Bundlers find the files by these literal addresses.
const modules = {
  engine: new URL('./engine.wasm', import.meta.url),
  make: new URL('./make.wasm', import.meta.url),
  files: new URL('./files.wasm', import.meta.url),
  draw: new URL('./draw.wasm', import.meta.url),
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

async function read(url) {
  if (url.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:fs/promises');
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
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

const operation = (module, name) => async (request = {}, onProgress) => {
  const call = await start(module);
  const report = onProgress && ((progress) => onProgress(JSON.parse(progress)));
  const answer = JSON.parse(await call(name, JSON.stringify(request), report));
  if (answer.error) throw new NonogramError(answer.error);
  return answer;
};

export const solve = operation('engine', 'solve');
export const count = operation('engine', 'count');
export const rate = operation('engine', 'rate');
export const hint = operation('engine', 'hint');
export const explain = operation('engine', 'explain');
export const check = operation('engine', 'check');
export const techniques = operation('engine', 'techniques');
export const generate = operation('make', 'generate');
export const scan = operation('make', 'scan');
export const methods = operation('make', 'methods');
export const table = operation('make', 'table');
export const lines = operation('make', 'lines');
export const decode = operation('files', 'decode');
export const convert = operation('files', 'convert');
export const formats = operation('files', 'formats');
export const render = operation('draw', 'render');
