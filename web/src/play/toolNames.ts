// The tools of a game besides those that draw, which the player can arrange.

import { msg } from '../i18n/languages';
import type { IconName } from '../ui/icons';

export const TOOLS = {
  undo: { name: msg('Undo'), icon: 'undo' },
  redo: { name: msg('Redo'), icon: 'redo' },
  whatif: { name: msg('What if'), icon: 'whatif' },
  check: { name: msg('Check my marks'), icon: 'check' },
  hint: { name: msg('Hint'), icon: 'techniques' },
  zoom: { name: msg('Zoom'), icon: 'fit' },
  cursor: { name: msg('Cursor'), icon: 'cursor' },
} as const satisfies Record<string, { readonly name: string; readonly icon: IconName }>;
