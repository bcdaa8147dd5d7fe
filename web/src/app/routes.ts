// The pages of the app: address, name and place. To add a page, add a row here, a row in
// pages.ts and a component.

import type { IconName } from '../ui/icons';
import { msg } from '../i18n/languages';

export interface Route {
  readonly id:
    | ('gallery' | 'play' | 'learn' | 'daily' | 'endless' | 'feeds' | 'records')
    | ('techniques' | 'solve' | 'create' | 'lab');
  /** The address below the site's folder, without slashes around it. */
  readonly path: string;
  /** In English, for t. */
  readonly name: string;
  /** Where it is found in the bar. */
  readonly place: PlaceId;
}

export type PlaceId = 'gallery' | 'create' | 'solve' | 'learn' | 'records';

/** The places of the bar, each with the route that it leads to. */
export const PLACES: readonly { id: PlaceId; name: string; icon: IconName }[] = [
  { id: 'gallery', name: msg('Play'), icon: 'board' },
  { id: 'create', name: msg('Create'), icon: 'create' },
  { id: 'solve', name: msg('Solve'), icon: 'solve' },
  { id: 'learn', name: msg('Learn'), icon: 'learn' },
  { id: 'records', name: msg('You'), icon: 'you' },
];

export const ROUTES: readonly Route[] = [
  { id: 'gallery', path: '', name: msg('Puzzles'), place: 'gallery' },
  { id: 'play', path: 'play', name: msg('Play'), place: 'gallery' },
  { id: 'learn', path: 'learn', name: msg('Learn'), place: 'learn' },
  { id: 'daily', path: 'daily', name: msg('Today'), place: 'gallery' },
  { id: 'endless', path: 'endless', name: msg('Endless'), place: 'gallery' },
  { id: 'feeds', path: 'feeds', name: msg('Feeds'), place: 'gallery' },
  { id: 'records', path: 'records', name: msg('Records'), place: 'records' },
  { id: 'solve', path: 'solve', name: msg('Solve'), place: 'solve' },
  { id: 'create', path: 'create', name: msg('Create'), place: 'create' },
  { id: 'techniques', path: 'techniques', name: msg('Techniques'), place: 'learn' },
  { id: 'lab', path: 'lab', name: msg('Lab'), place: 'learn' },
];
