// Which component shows a place. Kept apart from places.ts, which the build reads too.

import type { Component } from 'svelte';
import type { Place } from './app/places';
import type { Address } from './app/router.svelte';

/** Every page gets the address, and reads from it what comes after its own path. */
export type PageComponent = Component<{ address: Address }>;

const PAGES: Partial<Record<Place['id'], () => Promise<{ default: PageComponent }>>> = {
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

export async function loadPage(id: Place['id']): Promise<PageComponent> {
  const load = PAGES[id];
  if (!load) throw new Error(`no page shows the place ${id}`);
  return (await load()).default;
}
