// A host of files, as plain as they come, to test the built site with: folders are
// answered by their index.html, and nothing is rewritten. It serves below a folder
// (`at`), because the site has to work from any.
//
//   node e2e/serve.js dist 8080

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

/** The headers that `nonogram serve` is to send, so that the tests see their effect. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** @param {string} path */
function kindOf(path) {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return 'nothing';
  }
}

/**
 * Serves a folder, which may change, on a free port or a given one.
 * @param {string | (() => string)} root
 * @param {{ port?: number, at?: string, before?: (path: string) => Promise<void>, headers?: Record<string, string> }} [options]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export function serve(root, { port = 0, at = '/', before = async () => {}, headers = {} } = {}) {
  const server = createServer(async (request, response) => {
    const folder = typeof root === 'string' ? root : root();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    await before(pathname);
    let path = join(folder, normalize(decodeURIComponent(pathname.slice(at.length - 1))));
    if (!pathname.startsWith(at)) path = join(folder, 'nothing');
    if (kindOf(path) === 'folder') {
      if (!pathname.endsWith('/')) {
        response.writeHead(301, { Location: pathname + '/' }).end();
        return;
      }
      path = join(path, 'index.html');
    }
    if (kindOf(path) !== 'file') {
      response.writeHead(404, { ...headers, 'Content-Type': 'text/plain' }).end('not found\n');
      return;
    }
    response.writeHead(200, {
      ...HEADERS,
      ...headers,
      'Content-Type':
        TYPES[/** @type {keyof TYPES} */ (extname(path))] ?? 'application/octet-stream',
    });
    createReadStream(path).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({
        url: `http://127.0.0.1:${address.port}${at}`,
        close: () =>
          new Promise((done) => {
            server.closeAllConnections();
            server.close(() => done());
          }),
      });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'dist', port = '8080'] = process.argv.slice(2);
  serve(folder, { port: Number(port) }).then(({ url }) => console.log(url));
}
