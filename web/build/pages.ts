// Writes a page for every address, play/17/index.html, so that any file host can serve the
// site from any folder without rewriting rules. The pages differ only in the path back to
// the site's folder and in the files that they preload.
//
// The service worker gets the list of files to cache, a version that changes with them, and
// page shells that preload nothing.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { ROUTES } from '../src/app/routes';
import { TRANSLATED } from '../src/i18n/languages';
import { packNumbers } from './pack';
import { readTechniques } from './techniques';

/**
 * The content security policy. Everything comes from this site, but for the feeds of the player,
 * which are data from any host; no inline code runs; the engine needs WebAssembly.
 */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' https: http:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** All files of the engine, the ones for hints first. */
const ENGINE = ['wasm_exec.js', 'engine.wasm', 'files.wasm', 'make.wasm', 'draw.wasm'].map(
  (name) => 'engine/' + name,
);

/** All addresses that get a page, relative to the site's folder. */
function addresses(): string[] {
  return [
    ...ROUTES.map((p) => p.path),
    ...packNumbers().map((n) => `play/${n}`),
    ...readTechniques().map((t) => `techniques/${t.id}`),
  ];
}

/** The path of a page's component, as in pages.ts. */
const componentOf = (id: string) => `/src/${id}/${id[0].toUpperCase()}${id.slice(1)}.svelte`;

/** Returns the files that a component loads. */
type Needs = (component: string) => ReadonlySet<string>;

/** The properties of a chunk that rolldown and Vite report. */
type Chunks = Record<
  string,
  {
    facadeModuleId?: string | null;
    imports?: string[];
    viteMetadata?: { importedCss: Set<string> };
  }
>;

function needsOf(chunks: Chunks): Needs {
  const collect = (name: string, into: Set<string>) => {
    if (into.has(name)) return into;
    into.add(name);
    for (const css of chunks[name]?.viteMetadata?.importedCss ?? []) into.add(css);
    for (const other of chunks[name]?.imports ?? []) collect(other, into);
    return into;
  };
  return (component) => {
    const name = Object.keys(chunks).find((n) => chunks[n].facadeModuleId?.endsWith(component));
    if (!name) throw new Error(`no chunk for ${component}`);
    return collect(name, new Set());
  };
}

/** Adds links to the files that a page loads first. */
function preloading(html: string, needs: ReadonlySet<string>): string {
  const links = [...needs]
    .filter((file) => !html.includes(file))
    .map((file) =>
      file.endsWith('.css')
        ? `    <link rel="stylesheet" crossorigin href="./${file}">\n`
        : `    <link rel="modulepreload" crossorigin href="./${file}">\n`,
    );
  return html.replace('  </head>', links.join('') + '  </head>');
}

/** The page as needed `depth` folders down. */
function atDepth(html: string, depth: number): string {
  const up = '../'.repeat(depth) || './';
  return html.replaceAll(/(href|src|data-root)="\.\//g, `$1="${up}`);
}

function* files(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else yield path;
  }
}

/** All files, relative to the folder. */
const listFiles = (out: string): string[] =>
  [...files(out)].map((f) => relative(out, f).replaceAll('\\', '/')).sort();

/** The page shells of the service worker, by depth. */
const SHELLS = [0, 1, 2].map((depth) => `shells/${depth}.html`);

/** The languages with texts, tags before those that they begin with. */
const LANGUAGES = [...TRANSLATED].sort().reverse();

/** Texts of a language other than English: stored only when the language is in use. */
const TEXTS = new RegExp(`^assets/(${LANGUAGES.join('|')})-[\\w-]+\\.js$`);

/** What few visits need: the reader of QR codes is stored with the engine, and the large icons,
 * which are for installing the app, are not stored. */
const SELDOM = /^(assets\/decode-[\w-]+\.js|icons\/.*512.*)$/;

/**
 * Files that the service worker stores on the first visit. Shells stand in for all pages;
 * the engine is stored when it is first used.
 */
const precache = (out: string): string[] =>
  listFiles(out).filter(
    (f) =>
      ![TEXTS, SELDOM].some((r) => r.test(f)) &&
      !f.startsWith('engine/') &&
      !f.endsWith('index.html'),
  );

/** Files that are stored when they are first used, or all at once where that costs nothing. */
const engine = (out: string): string[] => [
  ...ENGINE,
  ...listFiles(out).filter((f) => f.startsWith('assets/') && SELDOM.test(f)),
];

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export function pages(): Plugin {
  let out = 'dist';
  let needs: Needs;
  return {
    name: 'nonogram-pages',
    apply: 'build',
    configResolved(config) {
      out = config.build.outDir;
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => ({
        html: html.replace('data-root="/"', 'data-root="./"'),
        tags: [
          {
            tag: 'meta',
            attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
            injectTo: 'head-prepend',
          },
        ],
      }),
    },
    writeBundle(_, bundle) {
      needs = needsOf(bundle as Chunks);
    },
    closeBundle() {
      const html = readFileSync(join(out, 'index.html'), 'utf8');
      SHELLS.forEach((shell, depth) => write(join(out, shell), atDepth(html, depth)));
      for (const address of addresses()) {
        const path = address.split('/').filter(Boolean);
        const place = ROUTES.find((p) => p.path === (path[0] ?? ''))!;
        const page = preloading(html, needs(componentOf(place.id)));
        write(join(out, address, 'index.html'), atDepth(page, path.length));
      }
      const keep = precache(out);
      const sum = createHash('sha256');
      for (const file of [...files(out)].sort()) sum.update(file).update(readFileSync(file));
      writeFileSync(
        join(out, 'sw.js'),
        readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
          .replace('__FILES__', JSON.stringify(keep))
          .replace('__ROUTES__', JSON.stringify(ROUTES.map((p) => p.path)))
          .replace('__SHELLS__', JSON.stringify(SHELLS))
          .replace('__ENGINE__', JSON.stringify(engine(out)))
          .replace('__LANGUAGES__', JSON.stringify(LANGUAGES))
          .replace('__TEXTS__', JSON.stringify(listFiles(out).filter((f) => TEXTS.test(f))))
          .replace('__VERSION__', JSON.stringify(sum.digest('hex').slice(0, 16))),
      );
    },
  };
}
