// A player who sees nothing: presses keys, and knows of the page what a screen reader says.

import type { Page } from 'playwright-core';

declare global {
  interface Window {
    heard: string[];
  }
}

/** Runs in the page: keeps every announcement, the names of what gets the focus, and the cell
 * that the cursor goes to. */
export function keepSaid(): void {
  window.heard = [];
  const hear = (text?: string | null) => {
    const said = text?.replace(/\s+/g, ' ').trim();
    if (said) window.heard.push(said);
  };
  new MutationObserver((records) => {
    const regions = new Set<Element>(); // one is heard once for all that changes in it
    for (const { target, addedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest('[aria-live], [role="status"], [role="alert"]');
      if (region && !regions.has(region)) hear(region.textContent);
      if (region) regions.add(region);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        hear(node.querySelector('[role="gridcell"]')?.getAttribute('aria-label'));
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
  document.addEventListener('focusin', ({ target }) => {
    const element = target as HTMLInputElement;
    const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent;
    hear(label ?? element.textContent);
  });
}

/** A block of a clue, in the words that are spoken. */
interface Block {
  readonly length: number;
  readonly state: string;
}

/** The most controls between two that a player looks for. */
const MOST_TABS = 60;

type State = string | undefined;
type Axis = 'row' | 'column';

/** The states of a spoken line: "1 to 3 filled, 4 crossed, the rest blank". */
export function readStates(text: string, length: number): State[] {
  const states: State[] = [];
  for (const run of text.split(', ')) {
    const [, first, last, state] = /^(?:(\d+)(?: to (\d+))?|all|the rest) (.+)$/.exec(run)!;
    const from = first ? Number(first) - 1 : states.length;
    const to = first ? Number(last ?? first) : length;
    for (let i = from; i < to; i++) states[i] = state === 'blank' ? undefined : state;
  }
  return states;
}

/** A spoken clue: "3 1", "3 red, 1 blue", "none". */
export function readClue(text: string): Block[] {
  if (text === 'none') return [];
  const blocks = /[a-z]/.test(text) ? text.split(', ') : text.split(' ');
  return blocks.map((block) => {
    const [length, state = 'filled'] = block.split(/ (.*)/);
    return { length: Number(length), state };
  });
}

/** The states that all arrangements of a clue agree in; open cells stay undefined. The clues
 * across it may have other colors. */
export function forced(
  clue: readonly Block[],
  cells: readonly State[],
  across?: readonly (readonly Block[])[],
): State[] {
  const n = cells.length;
  const seen: Set<string>[] = cells.map(() => new Set());
  const known = new Map<number, boolean>();
  const may = (i: number, state: string) =>
    (cells[i] === undefined || cells[i] === state) &&
    (state === 'crossed' || !across || across[i].some((block) => block.state === state));
  /** Tries the blocks from k on in the cells from i on. */
  const fits = (i: number, k: number): boolean => {
    if (i >= n) return k === clue.length;
    const key = i * (clue.length + 1) + k;
    const found = known.get(key);
    if (found !== undefined) return found;
    let any = false;
    if (may(i, 'crossed') && fits(i + 1, k)) {
      seen[i].add('crossed');
      any = true;
    }
    const block = clue[k];
    const end = i + (block?.length ?? n + 1);
    const room = end <= n && cells.slice(i, end).every((_, j) => may(i + j, block.state));
    const gap = clue[k + 1]?.state === block?.state && end < n;
    if (room && (!gap || may(end, 'crossed')) && fits(gap ? end + 1 : end, k + 1)) {
      for (let j = i; j < end; j++) seen[j].add(block.state);
      if (gap) seen[end].add('crossed');
      any = true;
    }
    known.set(key, any);
    return any;
  };
  if (!fits(0, 0)) throw new Error(`no arrangement: ${JSON.stringify([clue, cells])}`);
  return cells.map((cell, i) => cell ?? (seen[i].size === 1 ? [...seen[i]][0] : undefined));
}

/** The parts of a spoken cell. */
function readLabel(label: string): Record<'row' | 'column' | 'rowClue' | 'columnClue', string> {
  const [, row, column, rowClue, columnClue] =
    /^row (\d+), column (\d+): .*\. Row clue ([^.]*)\. Column clue ([^.]*)\.$/.exec(label)!;
  return { row, column, rowClue, columnClue };
}

/** What is said of work that takes long, and left out of the log. */
const PROGRESS = /^(Fetching the engine|Searching…|Thinking…)/;

export class Listener {
  /** The number of keys pressed. */
  keys = 0;
  /** Everything heard, a line for some keys. */
  readonly log: string[] = [];
  /** The digits of the colors, once they were heard. */
  private colors = new Map<string, string>();
  private clues: Record<Axis, Block[][]> = { row: [], column: [] };

  constructor(readonly page: Page) {}

  /** Presses keys and returns what is heard. */
  async press(...keys: string[]): Promise<string[]> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.keys += keys.length;
    return this.note(keys);
  }

  /** Presses a key and waits until something like a text is heard. */
  async await(key: string, text: RegExp): Promise<string[]> {
    await this.page.evaluate(() => (window.heard.length = 0));
    await this.page.keyboard.press(key);
    this.keys++;
    return this.until(text, key);
  }

  /** Waits until something like a text is heard. */
  async until(text: RegExp, ...keys: string[]): Promise<string[]> {
    await this.page.waitForFunction(
      (source) => window.heard.some((said) => new RegExp(source).test(said)),
      text.source,
    );
    return this.note(keys);
  }

  /** Tabs to a control, and returns what is heard there. */
  async tab(name: RegExp): Promise<string[]> {
    for (let i = 0; i < MOST_TABS; i++) {
      const heard = await this.press('Tab');
      if (heard.some((said) => name.test(said))) return heard;
    }
    throw new Error(`${name} is not among\n${this.log.slice(-MOST_TABS).join('\n')}`);
  }

  /** Tabs to a control, and presses Enter there. */
  async choose(name: RegExp): Promise<void> {
    await this.tab(name);
    this.keys++;
    await this.page.keyboard.press('Enter');
  }

  /** Draws a run of cells from the cursor on. */
  private async draw(state: string, length: number, arrow: string): Promise<string[]> {
    if (state === 'filled' || (state === 'crossed' && this.colors.size === 0)) {
      const count = length > 1 ? [...String(length)] : [];
      return this.press(...count, state === 'crossed' ? 'x' : 'Space');
    }
    if (state === 'crossed') {
      const keys = Array<string[]>(length).fill(['x', arrow]).flat();
      return this.press(...keys.slice(0, -1));
    }
    await this.press(this.colors.get(state)!);
    if (length === 1) return this.press('Space');
    const { keyboard } = this.page;
    await keyboard.down('Shift');
    for (let i = 1; i < length; i++) await keyboard.press(arrow);
    await keyboard.up('Shift');
    this.keys += length;
    return this.note([`Shift+${arrow} × ${length - 1}`]);
  }

  /** Learns which digit chooses which color, and the clues of a board. */
  async learn(count: number, side: number): Promise<void> {
    this.colors.clear();
    this.clues = { row: [], column: [] };
    for (let digit = 1; digit <= count; digit++) {
      const name = (await this.press(String(digit))).at(-1)!;
      this.colors.set(name, String(digit));
    }
    for (const axis of ['column', 'row'] as const) {
      await this.press('Control+Home');
      for (let line = 0; line < side; line++) {
        const label = (await this.page.getAttribute('[role="gridcell"]', 'aria-label'))!;
        this.clues[axis].push(readClue(readLabel(label)[`${axis}Clue`]));
        await this.press(axis === 'column' ? 'ArrowRight' : 'ArrowDown');
      }
    }
  }

  private async note(keys: readonly string[]): Promise<string[]> {
    const heard = await this.page.evaluate(() => window.heard.splice(0));
    const told = heard
      .filter((said) => !PROGRESS.test(said))
      .map((said) => said.replace(/ It took .*?\./, ''));
    // The win is told once its title is loaded, with the last key or after it.
    const won = told.findIndex((said) => /^Solved/.test(said));
    const rest = told.splice(won < 0 ? told.length : won);
    if (keys.length + told.length > 0) this.log.push(`${keys.join(' ')}: ${told.join(' | ')}`);
    if (rest.length > 0) this.log.push(`: ${rest.join(' | ')}`);
    return heard;
  }

  /** Solves a puzzle by keys: goes to lines in which logic advances, and draws what follows. */
  async solve(width: number, height: number): Promise<void> {
    for (;;) {
      const heard = await this.await('g', /^(row|column) [0-9]+: /);
      const told = heard.map((said) => /^(row|column) (\d+): (?!.* clue )(.+)$/.exec(said));
      const [, axis, , cells] = told.find((found) => found !== null)!;
      const label = (await this.page.getAttribute('[role="gridcell"]', 'aria-label'))!;
      if (
        await this.drawForced(
          axis as Axis,
          label,
          readStates(cells, axis === 'row' ? width : height),
        )
      )
        return;
    }
  }

  /** Solves a triddler by keys: goes along lines from one blank cell to the next. */
  async solveTriddler(): Promise<void> {
    const told = /^((?:row|rising line|falling line) \d+): (\d+) cells?, (.+)$/;
    for (;;) {
      const heard = await this.await('g', told);
      const [, line, length, cells] = heard.map((said) => told.exec(said)).find(Boolean)!;
      const label = (await this.page.getAttribute('[role="gridcell"]', 'aria-label'))!;
      const [, clue] = new RegExp(`${line}: ([^.]*)\\.`).exec(label)!;
      const states = readStates(cells, Number(length));
      const found = forced(readClue(clue), states);
      let at = states.indexOf(undefined);
      for (let from = at; from < found.length; from++) {
        const state = found[from];
        if (states[from] !== undefined || state === undefined) continue;
        let to = from + 1;
        while (to < found.length && found[to] === state && states[to] === undefined) to++;
        const blank = states.slice(at + 1, from + 1).filter((cell) => cell === undefined).length;
        if (blank > 0) await this.press(...Array<string>(blank).fill('o'));
        if (await this.won(await this.draw(state, to - from, ''))) return;
        states.fill(state, from, to);
        at = to - 1;
      }
    }
  }

  /** Draws what the clue of a line forces. Reports whether that solves the puzzle. */
  private async drawForced(axis: Axis, label: string, states: State[]): Promise<boolean> {
    const { row, column, rowClue, columnClue } = readLabel(label);
    const clue = readClue(axis === 'row' ? rowClue : columnClue);
    let at = Number(axis === 'row' ? column : row) - 1;
    const across = this.clues[axis === 'row' ? 'column' : 'row'];
    const found = forced(clue, states, across.length > 0 ? across : undefined);
    const whole = found.every((state) => state !== undefined);
    const on = axis === 'row' ? 'ArrowRight' : 'ArrowDown';
    let drawn = false;
    for (let from = 0, to = 1; from < found.length; from = to, to++) {
      const state = found[from];
      if (states[from] !== undefined || state === undefined) continue;
      while (to < found.length && found[to] === state && states[to] === undefined) to++;
      drawn = true;
      if (whole && state === 'crossed') continue;
      const far = from - at;
      const steps =
        far > 2 && this.colors.size === 0 ? [...String(far), on] : Array<string>(far).fill(on);
      const next = states.findIndex((cell, i) => i > at && cell === undefined);
      await this.press(...(next === from ? ['o'] : steps));
      const heard = await this.draw(state, to - from, on);
      if (await this.won(heard)) return true;
      at = to - 1;
      states.fill(state, from, to);
    }
    if (!drawn) throw new Error(`nothing follows in a line: ${label}`);
    return states.includes(undefined) && whole && this.won(await this.press('e'));
  }

  /** Reports whether the puzzle is solved, after the picture is named. */
  private async won(heard: readonly string[]): Promise<boolean> {
    if ((await this.page.locator('.play.won').count()) === 0) return false;
    const solved = /^Solved/;
    if (!heard.some((said) => solved.test(said))) await this.until(solved);
    return true;
  }
}
