// The components of the routes. Separate from routes.ts, which the build reads too.

import type { Component } from 'svelte';
import type { Route } from './app/routes';
import type { Address } from './app/router.svelte';
import { loadTexts } from './i18n/i18n.svelte';
import type { Part } from './i18n/languages';

/** Every page gets the address. */
export type PageComponent = Component<{ address: Address }>;

const PAGES: Partial<Record<Route['id'], () => Promise<{ default: PageComponent }>>> = {
  gallery: async () => {
    const page = await import('./gallery/Gallery.svelte');
    await page.prepare(location.hash.slice(1)).catch(() => undefined);
    return page;
  },
  play: () => import('./play/Play.svelte'),
  learn: () => import('./learn/Learn.svelte'),
  daily: () => import('./daily/Daily.svelte'),
  endless: () => import('./endless/Endless.svelte'),
  feeds: () => import('./feeds/Feeds.svelte'),
  records: () => import('./records/Records.svelte'),
  solve: () => import('./solve/Solve.svelte'),
  create: () => import('./create/Create.svelte'),
  lab: () => import('./lab/Lab.svelte'),
  techniques: () => import('./techniques/Techniques.svelte'),
};

/** The parts of the texts that a page needs besides the app's own. */
const partsOf = (id: Route['id']): Part[] => {
  if (id === 'gallery' || id === 'play') return [];
  return id === 'lab' ? ['pages', 'lab'] : ['pages'];
};

export async function loadPage(id: Route['id']): Promise<PageComponent> {
  const load = PAGES[id];
  if (!load) throw new Error(`no page for route ${id}`);
  // Without the texts the page is shown in English.
  const texts = loadTexts(...partsOf(id)).catch(() => undefined);
  const [page] = await Promise.all([load(), texts]);
  return page.default;
}
