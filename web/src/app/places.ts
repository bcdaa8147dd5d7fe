// The places of the app. A place has an address below the site's folder, a name and,
// if people go there from the bar, an icon. Pages are loaded when they are first
// visited. To add a place: a line here, a line in pages.ts, and a component.

import type { IconName } from '../ui/icons';

export interface Place {
  readonly id:
    | ('gallery' | 'play' | 'learn' | 'daily' | 'endless' | 'records')
    | ('techniques' | 'solve' | 'create' | 'lab');
  /** The address below the site's folder, without slashes around it. */
  readonly path: string;
  readonly name: string;
  /** Shown in the bar. */
  readonly icon?: IconName;
}

export const PLACES: readonly Place[] = [
  { id: 'gallery', path: '', name: 'Puzzles', icon: 'gallery' },
  { id: 'play', path: 'play', name: 'Play' },
  { id: 'learn', path: 'learn', name: 'Learn' },
  { id: 'daily', path: 'daily', name: 'Today' },
  { id: 'endless', path: 'endless', name: 'Endless' },
  { id: 'records', path: 'records', name: 'Records' },
  { id: 'solve', path: 'solve', name: 'Solve', icon: 'solve' },
  { id: 'create', path: 'create', name: 'Create', icon: 'create' },
  { id: 'techniques', path: 'techniques', name: 'Techniques', icon: 'techniques' },
  { id: 'lab', path: 'lab', name: 'Lab', icon: 'lab' },
];
