// The places of the app. A place has an address below the site's folder, a name and,
// if people go there from the bar, an icon. Pages are loaded when they are first
// visited. To add a place: a line here, a line in pages.ts, and a component.

import type { IconName } from '../ui/icons';
import { word } from '../words/word';

export interface Place {
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

export const PLACES: readonly Place[] = [
  { id: 'gallery', path: '', name: word('Puzzles'), icon: 'gallery' },
  { id: 'play', path: 'play', name: word('Play') },
  { id: 'learn', path: 'learn', name: word('Learn') },
  { id: 'daily', path: 'daily', name: word('Today') },
  { id: 'endless', path: 'endless', name: word('Endless') },
  { id: 'records', path: 'records', name: word('Records') },
  { id: 'solve', path: 'solve', name: word('Solve'), icon: 'solve' },
  { id: 'create', path: 'create', name: word('Create'), icon: 'create' },
  { id: 'techniques', path: 'techniques', name: word('Techniques'), icon: 'techniques' },
  { id: 'lab', path: 'lab', name: word('Lab'), icon: 'lab' },
];
