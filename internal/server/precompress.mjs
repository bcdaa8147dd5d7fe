// Puts a form compressed by Brotli beside the files of a folder, for the server to
// send: node precompress.mjs FOLDER CACHE. (It makes gzip itself, for the few that
// ask for it.) Brotli at its best takes half a minute for the engine, so what has
// been compressed once is kept in the cache, under the hash of the file.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Kinds of files that are not compressed already. */
const WORTH_IT = /\.(html|css|js|mjs|json|svg|txt|wasm|webmanifest|xml)$/;
const SMALLEST = 1024;

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

function compress(data) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  return brotliCompressSync(data, { params });
}

const [folder, cache] = process.argv.slice(2);
mkdirSync(cache, { recursive: true });
let made = 0;
for (const path of [...files(folder)]) {
  if (path.endsWith('.br')) {
    if (!existsSync(path.slice(0, -'.br'.length))) rmSync(path);
    continue;
  }
  if (!WORTH_IT.test(path) || statSync(path).size < SMALLEST) continue;
  const data = readFileSync(path);
  const kept = join(cache, createHash('sha256').update(data).digest('hex') + '.br');
  if (!existsSync(kept)) {
    writeFileSync(kept, compress(data));
    made++;
  }
  copyFileSync(kept, path + '.br');
}
console.log(`${folder}: ${made} files newly compressed`);
