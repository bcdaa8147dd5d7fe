// Packs the web app for the program: node precompress.mjs FOLDER PACKED CACHE QUALITY.
// Every file of the folder is in the packed one once: compressed by Brotli, with the
// ending .br, or, where that does not pay, as it is. The server sends it like that, and
// unpacks it for those that do not take it. The quality is Brotli's, 0 to 11. At its best
// it takes half a minute for the engine and saves a fifth over quality 5, which takes two
// seconds; so what has been compressed once is kept in the cache, under the hash of the
// file. Files are compressed side by side, on the threads that Node has for it.

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

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

const compress = (data) =>
  promisify(brotliCompress)(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });

/** Compresses a file, unless that has been done before; tells whether it has. */
async function precompress(path) {
  const data = readFileSync(path);
  const kept = join(cache, `${createHash('sha256').update(data).digest('hex')}-${quality}.br`);
  const known = existsSync(kept);
  if (!known) writeFileSync(kept, await compress(data));
  put(kept, path, '.br');
  return known;
}

/** Copies a file to the place of another among the packed ones. */
function put(file, path, ending) {
  const target = join(packed, relative(folder, path) + ending);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(file, target);
}

const [folder, packed, cache, level] = process.argv.slice(2);
const quality = Number(level);
if (!level || !(quality >= constants.BROTLI_MIN_QUALITY && quality <= constants.BROTLI_MAX_QUALITY)) {
  throw new Error(`the quality is "${level ?? ''}", expected 0 to ${constants.BROTLI_MAX_QUALITY}`);
}
mkdirSync(cache, { recursive: true });
rmSync(packed, { recursive: true, force: true });
const worthIt = [];
for (const path of files(folder)) {
  if (WORTH_IT.test(path) && statSync(path).size >= SMALLEST) worthIt.push(path);
  else put(path, path, '');
}
const known = await Promise.all(worthIt.map(precompress));
console.log(`${packed}: ${known.filter((k) => !k).length} files newly compressed`);
