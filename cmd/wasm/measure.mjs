// Prints how large files are, as they are and compressed: node measure.mjs FILE…

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const kB = (n) => `${Math.round(n / 1000)} kB`.padStart(8);

for (const file of process.argv.slice(2)) {
  const data = readFileSync(file);
  const brotli = brotliCompressSync(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });
  const gzip = gzipSync(data, { level: 9 });
  console.log(`${basename(file).padEnd(14)}${kB(data.length)}  gzip${kB(gzip.length)}  brotli${kB(brotli.length)}`);
}
