// The service worker makes the app work offline after the first visit. Files with a hash in
// their name never change and are served from the cache. Pages are served as one of three
// shells, by depth. The engine is cached when it is first fetched or when the page says so
// (src/app/offline.ts), and texts when their language is in use. Each version of the site has its own cache; the old one is deleted
// when no page uses it any more. build/pages.ts fills in FILES, SHELLS, ENGINE,
// LANGUAGES, TEXTS, ROUTES and VERSION.

const FILES = __FILES__;
const SHELLS = __SHELLS__;
const ENGINE = __ENGINE__;
const LANGUAGES = __LANGUAGES__;
const TEXTS = __TEXTS__;
const ROUTES = __ROUTES__;
const VERSION = __VERSION__;
const STORE = 'nonogram-' + VERSION;
const ROOT = new URL('./', self.location.href);

self.addEventListener('install', (event) => {
  const addresses = FILES.map((f) => new Request(new URL(f, ROOT), { cache: 'no-cache' }));
  event.waitUntil(
    caches
      .open(STORE)
      .then((store) => store.addAll(addresses))
      .then(keepUsedTexts),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

async function forgetOthers() {
  // The cache of a newer version that is being installed must stay; its worker clears up.
  if (self.registration.installing || self.registration.waiting) return;
  for (const name of await caches.keys()) {
    if (name.startsWith('nonogram-') && name !== STORE) await caches.delete(name);
  }
}

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting();
  else if (event.data === 'keep-engine') event.waitUntil(keepEngine());
  else if (/^keep-[\w-]+$/.test(event.data)) event.waitUntil(keepTexts(event.data.slice(5)));
});

const languageOf = (path) => LANGUAGES.find((language) => path.includes(`assets/${language}-`));

// keepTexts caches the texts of a language, if they can be fetched.
async function keepTexts(language) {
  for (const name of TEXTS.filter((path) => languageOf(path) === language)) {
    await file(new Request(new URL(name, ROOT))).catch(() => undefined);
  }
}

// keepUsedTexts caches the texts of the languages that an earlier version had cached.
async function keepUsedTexts() {
  const known = new Set(TEXTS.map(languageOf));
  const spoken = new Set();
  for (const name of await caches.keys()) {
    if (!name.startsWith('nonogram-') || name === STORE) continue;
    for (const request of await (await caches.open(name)).keys()) {
      const language = languageOf(request.url);
      if (known.has(language)) spoken.add(language);
    }
  }
  for (const language of spoken) await keepTexts(language);
}

// keepEngine caches the engine. Failures are ignored, because it is fetched again when
// needed.
async function keepEngine() {
  for (const name of ENGINE) {
    const request = new Request(new URL(name, ROOT));
    if (!(await stores(request))) await file(request).catch(() => undefined);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === 'POST' && url.href === new URL('solve/', ROOT).href)
    event.respondWith(receive(request));
  if (request.method !== 'GET' || !url.href.startsWith(ROOT.href)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (path.startsWith('api/') || path === 'sw.js') return;
  if (request.mode === 'navigate') event.respondWith(page(request, path));
  else if ([FILES, ENGINE, TEXTS].some((list) => list.includes(path)))
    event.respondWith(file(request));
});

// receive takes a file or a text that another app shares (share_target in the manifest), and
// opens the page that reads it. A form of another site is left out. A shared file has no
// origin, and a site can hide its own: it can then do what a link to a puzzle can.
async function receive(request) {
  const origin = request.headers.get('Origin') ?? 'null';
  if (origin !== 'null' && origin !== ROOT.origin)
    return Response.redirect(new URL('solve/', ROOT), 303);
  const form = await request.formData();
  const text = form.get('text');
  const file = form.get('file') ?? (text && new File([text], 'shared.txt', { type: 'text/plain' }));
  if (file instanceof File) {
    const store = await caches.open('shared-file');
    for (const old of await store.keys()) await store.delete(old);
    const address = new URL('solve/shared/' + encodeURIComponent(file.name || 'photo'), ROOT);
    await store.put(address, new Response(file, { headers: { 'Content-Type': file.type } }));
  }
  return Response.redirect(new URL('solve/#shared', ROOT), 303);
}

// page answers with the shell for the address's depth. Folders without a trailing slash are
// redirected, because browsers resolve links one level higher there.
async function page(request, path) {
  const [first, ...rest] = path.replace(/\/$/, '').split('/');
  const known = ROUTES.includes(first) && rest.length <= 1 && rest.every((p) => /^[\w-]+$/.test(p));
  if (!known || (first === '' && rest.length > 0)) return fetch(request);
  if (path !== '' && !path.endsWith('/')) return Response.redirect(new URL(path + '/', ROOT), 302);
  const stored = await stores(SHELLS[path.split('/').length - 1]);
  return stored ?? fetch(request);
}

// file answers from the cache, or fetches the file and caches it.
async function file(request) {
  const stored = await stores(request);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) {
    const store = await caches.open(STORE);
    await store.put(request, answer.clone());
  }
  return answer;
}

async function stores(what) {
  const store = await caches.open(STORE);
  return store.match(typeof what === 'string' ? new URL(what, ROOT) : what, { ignoreSearch: true });
}
