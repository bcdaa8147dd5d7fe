// What the player has chosen. Read once, written whenever it changes.

import { type Shape, store } from '../storage/store';
import { pickLanguage, type Language, LANGUAGES, setLanguage, locale } from '../i18n/i18n.svelte';

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  /** Of the app and of what the engine explains; auto is the browser's. */
  language: 'auto' | Language;
  /** When clues are crossed off. */
  crossOff: 'off' | 'finished' | 'certain';
  /** When cells are crossed by themselves, see model/autoCross.ts. */
  crosses: 'off' | 'finished' | 'certain';
  /** Lines that cannot be completed any more are shown. */
  warn: boolean;
  /** When wrong marks are shown. */
  wrong: 'asked' | 'once' | 'never';
  /** Rows and columns are numbered. */
  numbers: boolean;
  sound: boolean;
  vibration: boolean;
  /** The hand that draws: tools stand on its side. */
  hand: 'right' | 'left';
  /** What the board is made of. */
  board: 'paper' | 'sepia' | 'blueprint' | 'contrast';
  timer: boolean;
  /** How cells and clues show their color besides the color. */
  marks: 'none' | 'letters' | 'patterns';
  /** Large boards are played with a pad and a button. */
  cursor: boolean;
  /** The gallery's welcome has been read. */
  welcomed: boolean;
  /** It is known how a board is moved that is larger than the screen. */
  largeRead: boolean;
}

const DEFAULTS: Settings = {
  theme: 'auto',
  language: 'auto',
  crossOff: 'certain',
  crosses: 'off',
  warn: true,
  wrong: 'asked',
  numbers: false,
  sound: false,
  vibration: false,
  hand: 'right',
  board: 'paper',
  timer: true,
  marks: 'none',
  cursor: false,
  welcomed: false,
  largeRead: false,
};

const CHOICES: { readonly [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ['auto', 'light', 'dark'],
  language: ['auto', ...(Object.keys(LANGUAGES) as Language[])],
  crossOff: ['off', 'finished', 'certain'],
  crosses: ['off', 'finished', 'certain'],
  warn: [true, false],
  wrong: ['asked', 'once', 'never'],
  numbers: [true, false],
  sound: [true, false],
  vibration: [true, false],
  hand: ['right', 'left'],
  board: ['paper', 'sepia', 'blueprint', 'contrast'],
  timer: [true, false],
  marks: ['none', 'letters', 'patterns'],
  cursor: [true, false],
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
  if (change.theme || change.board || change.hand) applyTheme();
}

/** What public/theme.js has done before anything was painted, after a change. */
export function applyTheme(): void {
  const { dataset } = document.documentElement;
  if (settings.theme === 'auto') delete dataset.theme;
  else dataset.theme = settings.theme;
  if (settings.board === 'paper') delete dataset.board;
  else dataset.board = settings.board;
  if (settings.hand === 'right') delete dataset.hand;
  else dataset.hand = settings.hand;
}

/** The language of the settings, or the browser's. */
export const wantedLanguage = (): Language =>
  settings.language === 'auto' ? pickLanguage(navigator.languages) : settings.language;

/** Speaks the wanted language as soon as its words are here; rejects if they cannot be had. */
export async function applyLanguage(): Promise<void> {
  await setLanguage(wantedLanguage());
  document.documentElement.lang = locale.tag;
}
