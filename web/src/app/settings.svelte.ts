// What the player has chosen. Read once, written whenever it changes.

import { type Shape, store } from '../storage/store';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  /** When clues are crossed off. */
  crossOff: 'off' | 'finished' | 'certain';
  /** Lines that cannot be completed any more are shown. */
  warn: boolean;
  timer: boolean;
  /** How cells and clues show their color besides the color. */
  marks: 'none' | 'letters' | 'patterns';
  /** The gallery's welcome has been read. */
  welcomed: boolean;
  /** It is known how a board is moved that is larger than the screen. */
  largeRead: boolean;
}

const DEFAULTS: Settings = {
  theme: 'auto',
  crossOff: 'certain',
  warn: true,
  timer: true,
  marks: 'none',
  welcomed: false,
  largeRead: false,
};

const CHOICES: { readonly [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ['auto', 'light', 'dark'],
  crossOff: ['off', 'finished', 'certain'],
  warn: [true, false],
  timer: [true, false],
  marks: ['none', 'letters', 'patterns'],
  welcomed: [true, false],
  largeRead: [true, false],
};

export const SETTINGS: Shape<Settings> = {
  key: 'settings',
  version: 1,
  read: (value) => readSettings(value),
};

/** Takes what makes sense and the default for the rest. */
export function readSettings(value: unknown): Settings {
  const settings = { ...DEFAULTS } as Record<string, unknown>;
  for (const [name, choices] of Object.entries(CHOICES)) {
    const chosen = (value as Record<string, unknown> | null)?.[name];
    if ((choices as readonly unknown[]).includes(chosen)) settings[name] = chosen;
  }
  return settings as unknown as Settings;
}

export const settings = $state<Settings>(store.get(SETTINGS, DEFAULTS));

/** Changes settings and keeps them. */
export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change);
  store.write(SETTINGS, $state.snapshot(settings));
  if (change.theme) applyTheme();
}

export function applyTheme(): void {
  if (settings.theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}
