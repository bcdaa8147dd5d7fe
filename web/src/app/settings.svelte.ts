// The player's settings. They are read once, written on every change, and follow other tabs.

import { isRecord, type Shape, store } from '../storage/store';
import { msg } from '../i18n/languages';
import { pickLanguage, type Language, LANGUAGES, setLanguage, locale } from '../i18n/i18n.svelte';

/** The board themes of styles/tokens.css with their names, in English, for t. */
export const BOARDS = {
  paper: msg('Paper'),
  sepia: msg('Sepia'),
  blueprint: msg('Blueprint'),
  contrast: msg('Contrast'),
} as const;

export type BoardTheme = keyof typeof BOARDS;

/** The tools of a game besides those that draw. */
export const TOOL_NAMES = ['undo', 'redo', 'whatif', 'check', 'hint', 'zoom', 'cursor'] as const;
export type GameTool = (typeof TOOL_NAMES)[number];

/** The tools until the player arranges them. Phones have no room for all. */
export const usualTools = (wide: boolean): readonly GameTool[] =>
  TOOL_NAMES.filter((name) => wide || (name !== 'whatif' && name !== 'check'));

export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  /** The language of the app and of explanations; auto follows the browser. */
  language: 'auto' | Language;
  /** When clues are crossed off. */
  crossOff: 'off' | 'finished' | 'certain';
  /** When empty cells are crossed automatically, see model/autoCross.ts. */
  crosses: 'off' | 'finished' | 'certain';
  /** Show lines that can no longer be completed. */
  warn: boolean;
  /** When wrong marks are shown. */
  wrong: 'asked' | 'once' | 'never';
  /** A wrong mark costs one of three lives. */
  lives: boolean;
  /** The tools in the player's order; undefined for the usual ones. */
  tools: readonly GameTool[] | undefined;
  /** Number the rows and columns. */
  numbers: boolean;
  /** Single keys are shortcuts. */
  keys: boolean;
  /** The keys that the player has chosen, by the usual ones, see app/keys.ts. */
  bound: Readonly<Record<string, string>>;
  /** How much is said to those who listen, see games/spoken.ts. */
  spoken: 'brief' | 'normal' | 'full';
  /** Tones say where the cursor is and what its cell holds, see play/tones.ts. */
  tones: boolean;
  sound: boolean;
  vibration: boolean;
  /** The hand that draws; the tools are on its side. */
  hand: 'right' | 'left';
  /** The look of the board. */
  board: BoardTheme;
  timer: boolean;
  /** How cells and clues show their color besides the color itself. */
  marks: 'none' | 'letters' | 'patterns';
  /** Use a pad and a button to play large boards. */
  cursor: boolean;
  /** Play with one switch, and how fast the mark moves, see play/scan.svelte.ts. */
  scan: 'off' | 'slow' | 'normal' | 'fast';
  /** The welcome text of the gallery has been closed. */
  welcomed: boolean;
  /** The note on moving large boards has been closed. */
  largeRead: boolean;
}

const DEFAULTS: Settings = {
  theme: 'auto',
  language: 'auto',
  crossOff: 'certain',
  crosses: 'off',
  warn: true,
  wrong: 'asked',
  lives: false,
  tools: undefined,
  numbers: false,
  keys: true,
  bound: {},
  spoken: 'normal',
  tones: false,
  sound: false,
  vibration: false,
  hand: 'right',
  board: 'paper',
  timer: true,
  marks: 'none',
  cursor: false,
  scan: 'off',
  welcomed: false,
  largeRead: false,
};

const CHOICES: {
  readonly [K in Exclude<keyof Settings, 'tools' | 'bound'>]: readonly Settings[K][];
} = {
  theme: ['auto', 'light', 'dark'],
  language: ['auto', ...(Object.keys(LANGUAGES) as Language[])],
  crossOff: ['off', 'finished', 'certain'],
  crosses: ['off', 'finished', 'certain'],
  warn: [true, false],
  wrong: ['asked', 'once', 'never'],
  lives: [true, false],
  numbers: [true, false],
  keys: [true, false],
  spoken: ['brief', 'normal', 'full'],
  tones: [true, false],
  sound: [true, false],
  vibration: [true, false],
  hand: ['right', 'left'],
  board: Object.keys(BOARDS) as BoardTheme[],
  timer: [true, false],
  marks: ['none', 'letters', 'patterns'],
  cursor: [true, false],
  scan: ['off', 'slow', 'normal', 'fast'],
  welcomed: [true, false],
  largeRead: [true, false],
};

/** What the player has chosen. Settings of other versions of the app are kept. */
const CHOSEN: Shape<Readonly<Record<string, unknown>>> = {
  key: 'settings',
  version: 1,
  read: (value) => (isRecord(value) ? value : undefined),
};

/** Takes valid settings, and defaults for the others. */
export function readSettings(value: unknown): Settings {
  const settings = { ...DEFAULTS } as Record<string, unknown>;
  for (const [name, choices] of Object.entries(CHOICES)) {
    const chosen = (value as Record<string, unknown> | null)?.[name];
    if ((choices as readonly unknown[]).includes(chosen)) settings[name] = chosen;
  }
  const bound = (value as Record<string, unknown> | null)?.bound;
  if (isRecord(bound) && Object.values(bound).every((key) => typeof key === 'string'))
    settings.bound = bound;
  const tools = (value as Record<string, unknown> | null)?.tools;
  if (Array.isArray(tools))
    settings.tools = TOOL_NAMES.filter((name) => tools.includes(name)).sort(
      (a, b) => tools.indexOf(a) - tools.indexOf(b),
    );
  return settings as unknown as Settings;
}

const stored = (): Settings => readSettings(store.get(CHOSEN, {}));

export const settings = $state<Settings>(stored());

/** How long the mark of one switch rests, in milliseconds. */
export const PACES = { slow: 2400, normal: 1400, fast: 800 } as const;

/** Where the mark of one switch is: a game has its own, until it goes to the page around it. */
export const scanning = $state({ game: false, page: false });

/** Changes settings and stores them. */
export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change);
  store.update(CHOSEN, {}, (chosen) => ({ ...chosen, ...change }));
  if (change.theme || change.board || change.hand) applyTheme();
}

/** Follows the choices in other tabs and browsers. */
export function followSettings(): void {
  store.onOutside((key) => {
    if (key !== CHOSEN.key) return;
    const { language } = settings;
    Object.assign(settings, stored());
    applyTheme();
    if (settings.language !== language) applyLanguage().catch(() => undefined); // not loaded: later
  });
}

/** Applies theme, board and hand, as public/theme.js does before the first paint. */
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

/** Switches to the wanted language once its texts are loaded. Rejects if loading fails. */
export async function applyLanguage(): Promise<void> {
  await setLanguage(wantedLanguage());
  document.documentElement.lang = locale.tag;
}
