// The pages of the app: address, name and, for entries of the top bar, icon. To add a page,
// add a row here, a row in pages.ts and a component.

import type { IconName } from '../ui/icons';
import { msg } from '../i18n/languages';

export interface Route {
  readonly id:
    | ('gallery' | 'play' | 'learn' | 'daily' | 'endless' | 'records')
    | ('techniques' | 'solve' | 'create' | 'lab');
  /** The address below the site's folder, without slashes around it. */
  readonly path: string;
  /** In English, for t. */
  readonly name: string;
  /** Shown in the bar. */
  readonly icon?: IconName;
}

export const ROUTES: readonly Route[] = [
  { id: 'gallery', path: '', name: msg('Puzzles'), icon: 'gallery' },
  { id: 'play', path: 'play', name: msg('Play') },
  { id: 'learn', path: 'learn', name: msg('Learn') },
  { id: 'daily', path: 'daily', name: msg('Today') },
  { id: 'endless', path: 'endless', name: msg('Endless') },
  { id: 'records', path: 'records', name: msg('Records') },
  { id: 'solve', path: 'solve', name: msg('Solve'), icon: 'solve' },
  { id: 'create', path: 'create', name: msg('Create'), icon: 'create' },
  { id: 'techniques', path: 'techniques', name: msg('Techniques'), icon: 'techniques' },
  { id: 'lab', path: 'lab', name: msg('Lab'), icon: 'lab' },
];
