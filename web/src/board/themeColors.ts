// The colors of the board, read from the style sheet (styles/tokens.css), so that the
// canvas follows the theme. A hidden element resolves each token to a color.

export interface ThemeColors {
  readonly paper: string;
  readonly line: string;
  readonly five: string;
  readonly edge: string;
  readonly cross: string;
  readonly fill: string;
  readonly hover: string;
  readonly text: string;
  readonly quiet: string;
  readonly faint: string;
  readonly accent: string;
  readonly accentInk: string;
  readonly wash: string;
  readonly warn: string;
  readonly warnWash: string;
  /** The accent and warning colors on cells. */
  readonly mark: string;
  readonly error: string;
  readonly errorWash: string;
  readonly page: string;
  /** The paper of pictures in color. */
  readonly sheet: string;
  /** Numbers that are crossed off are struck through, not only pale. */
  readonly strike: boolean;
}

const TOKENS: {
  readonly [K in Exclude<keyof ThemeColors, 'strike'>]: readonly [plain: string, colored?: string];
} = {
  paper: ['board-paper', 'sheet-paper'],
  line: ['board-line', 'sheet-line'],
  five: ['board-line-five', 'sheet-line-five'],
  edge: ['board-edge'],
  cross: ['board-cross', 'sheet-cross'],
  fill: ['board-fill', 'sheet-fill'],
  hover: ['board-hover', 'sheet-hover'],
  text: ['ink'],
  quiet: ['ink-quiet'],
  faint: ['ink-faint'],
  accent: ['accent'],
  accentInk: ['accent-ink'],
  wash: ['accent-wash'],
  warn: ['warn'],
  warnWash: ['warn-wash'],
  mark: ['board-accent', 'sheet-accent'],
  error: ['board-warn', 'sheet-warn'],
  errorWash: ['board-warn-wash', 'sheet-warn-wash'],
  page: ['paper'],
  sheet: ['sheet-paper'],
};

/** White paper uses the paper color of the theme. */
const WHITE = '#ffffff';

/** Reads the colors. A color puzzle may have its own paper color. */
export function readThemeColors(inside: Element, colored: boolean, paper?: string): ThemeColors {
  const probe = document.createElement('span');
  probe.hidden = true;
  // Forced colors would make all tokens the same color.
  probe.style.setProperty('forced-color-adjust', 'none');
  inside.append(probe);
  const theme: Record<string, string | boolean> = {
    strike:
      document.documentElement.dataset.board === 'contrast' ||
      matchMedia('(prefers-contrast: more), (forced-colors: active)').matches,
  };
  for (const [name, [plain, sheet]] of Object.entries(TOKENS)) {
    probe.style.color = `var(--${(colored && sheet) || plain})`;
    theme[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  if (colored && paper && paper !== WHITE) theme.paper = paper;
  return theme as unknown as ThemeColors;
}

const SYSTEM = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
];

/** Calls back when the theme changes in the settings or in the system. */
export function onThemeChange(tell: () => void): () => void {
  const system = SYSTEM.map((query) => matchMedia(query));
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-board'] });
  for (const query of system) query.addEventListener('change', tell);
  return () => {
    observer.disconnect();
    for (const query of system) query.removeEventListener('change', tell);
  };
}
