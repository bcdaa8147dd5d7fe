// Which component shows a place. Kept apart from routes.ts, which the build reads too.

import type { Component } from 'svelte';
import type { Route } from './app/routes';
import type { Address } from './app/router.svelte';
import { loadTexts } from './i18n/i18n.svelte';

/** Every page gets the address, and reads from it what comes after its own path. */
export type PageComponent = Component<{ address: Address }>;

const PAGES: Partial<Record<Route['id'], () => Promise<{ default: PageComponent }>>> = {
  gallery: () => import('./gallery/Gallery.svelte'),
  play: () => import('./play/Play.svelte'),
  learn: () => import('./learn/Learn.svelte'),
  daily: () => import('./daily/Daily.svelte'),
  endless: () => import('./endless/Endless.svelte'),
  records: () => import('./records/Records.svelte'),
  solve: () => import('./solve/Solve.svelte'),
  create: () => import('./create/Create.svelte'),
  lab: () => import('./lab/Lab.svelte'),
  techniques: () => import('./techniques/Techniques.svelte'),
};

/** The words that a place needs besides the app's own. */
const partsOf = (id: Route['id']) =>
  id === 'gallery' || id === 'play'
    ? []
    : (['places', ...(id === 'lab' ? ['lab' as const] : [])] as const);

export async function loadPage(id: Route['id']): Promise<PageComponent> {
  const load = PAGES[id];
  if (!load) throw new Error(`no page for route ${id}`);
  // Words that cannot be had are no reason to show nothing: English is here.
  const words = loadTexts(...partsOf(id)).catch(() => undefined);
  const [page] = await Promise.all([load(), words]);
  return page.default;
}
