// The service worker without a browser: which forms its share target takes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const SITE = 'https://example.org/folder/';

/** Sends a form with a text to the share target; returns where it leads and what is kept. */
async function share(origin: string | undefined): Promise<{ to: string; kept: number }> {
  const listeners: Record<string, (event: object) => void> = {};
  const kept = new Map<string, Response>();
  const cache = {
    keys: async () => [...kept.keys()],
    delete: async (key: string) => kept.delete(key),
    put: async (key: URL, response: Response) => void kept.set(key.href, response),
  };
  const source = readFileSync(join(import.meta.dirname, '../build/service-worker.js'), 'utf8');
  runInNewContext(source.replace(/__[A-Z]+__/g, '[]'), {
    self: {
      location: { href: SITE + 'sw.js' },
      addEventListener: (name: string, listen: (event: object) => void) => {
        listeners[name] = listen;
      },
    },
    caches: { open: async () => cache },
    URL,
    Response,
    File,
  });
  const body = new FormData();
  body.set('text', '1\n\n1\n');
  const request = new Request(SITE + 'solve/', { method: 'POST', body });
  if (origin !== undefined) request.headers.set('Origin', origin);
  let answer: Promise<Response> | undefined;
  listeners.fetch({ request, respondWith: (given: Promise<Response>) => (answer = given) });
  return { to: (await answer)!.headers.get('Location')!, kept: kept.size };
}

it.each([undefined, 'null', 'https://example.org'])(
  'takes a form of the system or the app: %s',
  async (origin) => {
    expect(await share(origin)).toEqual({ to: SITE + 'solve/#shared', kept: 1 });
  },
);

it.each(['https://evil.example', 'http://example.org', 'https://example.org:444'])(
  'leaves out a form of %s',
  async (origin) => {
    expect(await share(origin)).toEqual({ to: SITE + 'solve/', kept: 0 });
  },
);
