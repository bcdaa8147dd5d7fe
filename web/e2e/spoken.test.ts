// What a player hears who does not see the board: places, states and consequences in the live
// regions, and the words of the cell with the focus.

import { describe, expect, it } from 'vitest';
import { encodePuzzle } from '../src/model/share';
import { fromPicture, onTriddler } from '../tests/puzzles';
import { numberOf, type Options, runs, solution, type Table, titleOf, useSite } from './app';

const site = useSite();

/** Runs in the page: keeps every announcement. */
function keepHeard(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  new MutationObserver((records) => {
    for (const { target } of records) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(
        '[aria-live]',
      );
      const text = region?.textContent?.trim();
      if (text) heard.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

declare global {
  interface Window {
    tones: string[];
  }
}

/** Runs in the page: keeps the pitch, timbre and side of every tone that starts. */
function keepTones(): void {
  window.tones = [];
  let panner: StereoPannerNode;
  AudioContext.prototype.createStereoPanner = function () {
    return (panner = new StereoPannerNode(this));
  };
  AudioContext.prototype.createOscillator = function () {
    const oscillator = new OscillatorNode(this);
    oscillator.start = () => {
      const { frequency, type } = oscillator;
      window.tones.push(`${Math.round(frequency.value)} ${type} ${panner.pan.value}`);
    };
    oscillator.stop = () => undefined;
    return oscillator;
  };
}

async function open(path: string, settings: object = {}, options: Options = {}): Promise<Table> {
  const stored = JSON.stringify({ version: 1, value: settings });
  return (
    await site.open(path, {
      storage: { 'nonogram/settings': stored },
      script: keepHeard,
      ...options,
    })
  ).ready();
}

/** Presses keys and returns what is heard then. */
async function hear({ page }: Table, ...keys: string[]): Promise<string> {
  await page.evaluate(() => ((window as unknown as { heard: string[] }).heard.length = 0));
  for (const key of keys) await page.keyboard.press(key);
  const handle = await page.waitForFunction(() =>
    (window as unknown as { heard: string[] }).heard.at(-1),
  );
  return (await handle.jsonValue())!;
}

const label = ({ page }: Table): Promise<string | null> =>
  page.getAttribute('[role="gridcell"]', 'aria-label');

// House, 5 × 5: rows 1, 3, 5, 3, 3 or alike; the tests read the picture.
const HOUSE = 3;
const picture = solution(HOUSE);
const filled: [number, number] = [0, picture[0].indexOf('#')];
const empty: [number, number] = [0, picture[0].indexOf('.')];

async function go({ page }: Table, [row, column]: [number, number]): Promise<void> {
  await page.keyboard.press('Control+Home');
  for (let i = 0; i < row; i++) await page.keyboard.press('ArrowDown');
  for (let i = 0; i < column; i++) await page.keyboard.press('ArrowRight');
}

describe('a game is heard', () => {
  it('with a wrong mark, once and at its cell, and what undo does', async () => {
    const table = await open(`play/${HOUSE}/`, { wrong: 'once' });
    await go(table, filled);
    await hear(table, 'x');
    // The solution is found meanwhile; the cell then says that it is wrong.
    await table.page.waitForSelector('[role="gridcell"][aria-label*="crossed, wrong"]', {
      state: 'attached',
    });
    await go(table, empty);
    expect(await hear(table, 'Space')).toMatch(/^filled, wrong/);
    expect(await label(table)).toContain('filled, wrong');
    expect(await hear(table, 'z')).toMatch(
      new RegExp(`^undone, row 1, column ${empty[1] + 1}, blank`),
    );
    expect(await hear(table, 'Shift+Z')).toMatch(/^redone, row 1, column \d, filled, wrong/);
    await hear(table, 'z');
    expect(await hear(table, 'z')).toMatch(/^undone, row 1, column \d, blank/);
    expect(await hear(table, 'z')).toBe('Nothing to undo.');
  });

  it('with lines that become complete, impossible, and neither', async () => {
    const table = await open(`play/${HOUSE}/`);
    await go(table, filled);
    expect(await hear(table, 'Space')).toBe('filled, row 1 complete');
    await go(table, empty);
    expect(await hear(table, 'Space')).toMatch(
      /^filled, row 1 (no longer complete|cannot be completed)/,
    );
    expect(await label(table)).toMatch(/Row clue 1, cannot be completed\./);
    expect(await hear(table, 'z')).toMatch(/row 1 complete/);
    expect(await hear(table, 'z')).toMatch(/row 1 no longer complete/);
  });

  it('line by line: the row, the column, what has changed, and again', async () => {
    const table = await open(`play/${HOUSE}/`);
    const { page } = table;
    expect(await hear(table, 'l')).toBe('Nothing is drawn yet.');
    expect(await hear(table, 'r')).toMatch(/^row 1: 1\. all blank$/);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.down('Shift');
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight');
    await page.evaluate(() => ((window as unknown as { heard: string[] }).heard.length = 0));
    await page.keyboard.up('Shift');
    expect(await hear(table, 'l')).toMatch(/^3 cells: filled/);
    expect(await hear(table, 'r')).toMatch(/^row 3: \d( \d)*\. 1 to 3 filled, the rest blank$/);
    for (const column of [1, 2, 3]) {
      expect(await hear(table, 'n')).toBe(
        `column ${column}: 1 to 2 blank, 3 filled, the rest blank`,
      );
      expect(await label(table)).toMatch(new RegExp(`^row 1, column ${column}: blank`));
    }
    expect(await hear(table, 'n')).toBe('No other line has changed.');
    expect(await hear(table, 'k')).toMatch(/^column 3: \d( \d)*\. 1 to 2 blank, 3 filled/);
  });

  it('where logic goes on, and where a cell is blank, without what belongs there', async () => {
    const table = await open(`play/${HOUSE}/`);
    const { page } = table;
    const toldLine = async () => {
      await hear(table, 'g');
      const named = await page.waitForFunction(() =>
        /^(row|column) (\d): /.exec((window as unknown as { heard: string[] }).heard.at(-1)!),
      );
      const [said, axis, number] = (await named.jsonValue())!;
      return { said, across: axis === 'row', line: Number(number) - 1 };
    };
    await go(table, [4, 4]);
    const first = await toldLine();
    expect(await label(table)).toMatch(
      first.across
        ? new RegExp(`^row ${first.line + 1}, column 1: blank`)
        : new RegExp(`^row 1, column ${first.line + 1}: blank`),
    );
    expect(await page.locator('aside').count()).toBe(0); // no panel, and no cells in it
    for (let i = 0; i < 5; i++) {
      const at: [number, number] = first.across ? [first.line, i] : [i, first.line];
      await page.keyboard.press(picture[at[0]][at[1]] === '#' ? 'Space' : 'x');
      await page.keyboard.press(first.across ? 'ArrowRight' : 'ArrowDown');
    }
    expect((await toldLine()).said).not.toBe(first.said);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('o');
    expect(await label(table)).toMatch(/: blank\./);
  });

  it('as much as the player wants', async () => {
    const cell = `row 1, column ${filled[1] + 1}`;
    const brief = await open(`play/${HOUSE}/`, { spoken: 'brief' });
    await go(brief, filled);
    expect(await label(brief)).toBe(`${cell}, blank`);
    expect(await hear(brief, 'Space')).toBe('filled');
    await go(brief, empty);
    expect(await hear(brief, 'Space')).toMatch(/^filled, row 1 cannot be completed/);
    await hear(brief, 'z', 'g');
    await brief.page.waitForFunction(() =>
      /^(row|column) \d: \d( \d)*\. /.test(
        (window as unknown as { heard: string[] }).heard.at(-1)!,
      ),
    );
    const full = await open(`play/${HOUSE}/`, { spoken: 'full' });
    await go(full, filled);
    expect(await label(full)).toContain('Row clue 1.');
    expect(await hear(full, 'Space')).toMatch(
      /^filled, row 1 complete\. row 1: 1 to 2 blank, 3 filled, the rest blank$/,
    );
    expect(await hear(full, 'z', 'k', 'Space')).toMatch(/ column 3: 1 filled, the rest blank$/);
  });

  it('with numbers, and the rest of a line', async () => {
    const table = await open(`play/${HOUSE}/`);
    await table.page.keyboard.press('Control+Home');
    await hear(table, '2', 'ArrowDown', '1', '0', 'Space');
    expect(await hear(table, 'l')).toMatch(/^3 cells: filled/); // as far as the column goes
    expect(await label(table)).toMatch(/^row 5, column 1: filled/);
    expect(await hear(table, 'e')).toMatch(/^2 cells: crossed/);
    expect(await hear(table, 'k')).toMatch(/1 to 2 crossed, the rest filled$/);
    expect(await hear(table, 'e')).toBe('No cell is blank.');
  });

  it('with what is wrong first, and how many lines before their names', async () => {
    const table = await open(`play/#p=${encodePuzzle(fromPicture('#.#', '#..', '#..'))}`);
    await table.page.keyboard.press('Control+Home');
    await table.page.keyboard.press('ArrowDown');
    await table.page.keyboard.press('ArrowUp');
    expect(await hear(table, '3', 'Space')).toBe(
      '3 cells: filled, 3 lines complete: row 2, row 3, column 1',
    );
    await table.page.keyboard.press('ArrowLeft');
    await table.page.keyboard.press('ArrowRight');
    expect(await hear(table, 'Space')).toBe('filled, 2 lines cannot be completed: row 3, column 2');
    expect(await hear(table, 'z')).toBe(
      'undone, row 3, column 2, blank, 2 lines complete: row 3, column 2',
    );
  });

  it('in colors, by the names of the language, with numbers after a period', async () => {
    const table = await open(`play/${numberOf('apple')}/`, {}, { locale: 'de-DE' });
    expect(await hear(table, '1')).toBe('braun');
    expect(await hear(table, '2')).toBe('grün');
    expect(await hear(table, '3')).toBe('rot');
    expect(await hear(table, '.', '3', 'Space')).toMatch(/^3 Felder: rot, 2 Linien nicht mehr/);
    expect(await label(table)).toMatch(
      /^Zeile 1, Spalte 3: rot\. Hinweis der Zeile: 1 braun, 1 grün, nicht mehr lösbar\./,
    );
    await table.page.keyboard.press('Control+Home');
    await table.page.keyboard.press('.');
    await table.page.keyboard.press('2');
    await table.page.keyboard.press('ArrowDown');
    expect(await label(table)).toMatch(/^Zeile 3, Spalte 1: /);
  });

  it('with lives: what was wrong, what is there now, and what it cost', async () => {
    const table = await open(`play/${HOUSE}/`, { lives: true, wrong: 'once' });
    await go(table, filled);
    await hear(table, 'x');
    // The solution is found meanwhile; the cell then says that it is wrong.
    await table.page.waitForSelector('[role="gridcell"][aria-label*="crossed, wrong"]', {
      state: 'attached',
    });
    await hear(table, 'z');
    await go(table, empty);
    expect(await hear(table, 'Space')).toBe('wrong, crossed, 2 lives left');
  });

  it('to the end, with the picture in the titles, and replayed', async () => {
    const table = await open(`play/${HOUSE}/`);
    const { page } = table;
    for (const [row, from, to] of runs(picture)) {
      for (let column = from; column <= to; column++) {
        await go(table, [row, column]);
        await page.keyboard.press('Space');
      }
    }
    await table.solved();
    const title = titleOf(HOUSE);
    await page.waitForFunction((title) => document.title.startsWith(title), title);
    const name = await page.getAttribute('[role="grid"]', 'aria-label');
    expect(name).toMatch(new RegExp(`^${title}\\. [A-Z].+\\.$`));
    await page.getByRole('button', { name: 'Replay' }).focus();
    expect(await hear(table, 'Enter')).toMatch(/^Replay: \d+ strokes$/);
    await page.waitForFunction(
      (name) => (window as unknown as { heard: string[] }).heard.at(-1) === name,
      name,
    );
  });

  it('on a triddler along slanted lines, with their lengths', async () => {
    const rows = ['..###.###..', '.#########.', '###########', '.#########.', '..#######..'];
    const heart = onTriddler([3, 3, 3, 3, 3, 3], ...rows, '....###....');
    const table = await open(`play/#p=${encodePuzzle(heart)}`);
    await table.page.keyboard.press('Control+Home');
    const slanted = [await hear(table, 'k'), await hear(table, 'k')];
    expect(slanted[0]).toMatch(/^rising line 1: [\d ]+\. 7 cells, all blank$/);
    expect(slanted[1]).toMatch(/^falling line 3: [\d ]+\. 11 cells, all blank$/);
    expect(await hear(table, '4', 'Space')).toMatch(/^4 cells: filled/);
    expect(await hear(table, 'k', 'k')).toMatch(/11 cells, 1 to 4 filled, the rest blank$/);
    await table.page.keyboard.press('o'); // on along the line that was read
    expect(await hear(table, 'e')).toMatch(/^7 cells: crossed/);
  });

  it('in tones, if the player wants them', async () => {
    const table = await open(`play/${HOUSE}/`, { tones: true }, { script: keepTones });
    const { page } = table;
    const tones = () => page.evaluate(() => window.tones.splice(0));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Space');
    await page.keyboard.press('x');
    await page.keyboard.press('Control+Home');
    expect(await tones()).toEqual([
      ...['622 sine -1', '220 sine 1', '220 square 1', '220 sawtooth 1', '880 sine -1'],
    ]);
    const silent = await open(`play/${HOUSE}/`, {}, { script: keepTones });
    await silent.page.keyboard.press('ArrowDown');
    expect(await silent.page.evaluate(() => window.tones)).toEqual([]);
  });

  it('with keys of the player', async () => {
    const table = await open(`play/${HOUSE}/`);
    const { page } = table;
    await page.keyboard.press('?');
    const said = page.locator('dialog [role="status"]');
    const change = async (name: string, key: string, answer: string | RegExp) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('dialog [role="status"]:has-text("Press the new key")');
      await page.keyboard.press(key);
      await page.locator('dialog [role="status"]', { hasText: answer }).waitFor();
    };
    await change('x: cross, or take away', 'h', 'h is taken: hint, and again for more.');
    await page.keyboard.press('7');
    await said.getByText('7 cannot be chosen.').waitFor();
    await page.keyboard.press('q');
    await said.getByText('q: cross, or take away').waitFor();
    await change('→: move', 'd', 'd: move');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    const cell = await label(table);
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowRight'); // neither does anything
    expect(await label(table)).toBe(cell);
    expect(await hear(table, 'd', 'q')).toMatch(/^crossed/);
    expect(await label(table)).toMatch(/^row 1, column 2: crossed/);
    expect(await page.getAttribute('[role="grid"]', 'aria-label')).not.toContain('x crosses');

    await page.reload();
    await table.ready();
    expect(await hear(table, 'd', 'q')).toMatch(/^blank/); // and it is taken away
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Usual keys' }).click();
    await said.getByText('All keys are the usual ones.').waitFor();
    await page.keyboard.press('Escape');
    expect(await hear(table, 'x')).toMatch(/^crossed/);
  });

  it('by tool, and not by single keys where they are off', async () => {
    const table = await open(`play/${HOUSE}/`);
    expect(await hear(table, 't')).toBe('Cross');
    const quiet = await open(`play/${HOUSE}/`, { keys: false });
    await quiet.page.keyboard.press('t');
    await quiet.page.keyboard.press('h');
    await quiet.page.keyboard.press('?');
    expect(await hear(quiet, 'Space')).toMatch(/^filled/); // the keys of the board
    expect(await quiet.page.isChecked('input[value="fill"]')).toBe(true);
    expect(await quiet.page.locator('aside, dialog').count()).toBe(0);
    expect(await hear(quiet, 'Control+z')).toMatch(/^undone/);
  });
});

describe('help keeps the focus', () => {
  it('through the grades of a hint, and where marks are wrong', async () => {
    const table = await open(`play/${HOUSE}/`);
    const { page } = table;
    await page.click('.wide [aria-label="Hint"]');
    await page.waitForSelector('aside .primary');
    await page.focus('aside .primary');
    for (let i = 2; i <= 4; i++) {
      await page.keyboard.press('Enter');
      await page.waitForFunction((n) => document.querySelectorAll('aside li').length === n, i);
      await page.waitForFunction(() => document.activeElement?.closest('aside .actions'));
    }
    await page.keyboard.press('Escape');
    await page.waitForSelector('aside', { state: 'detached' });
    await page.focus('[role="grid"]');
    await go(table, empty);
    await hear(table, 'Space');
    await hear(table, 'c');
    await page.focus('aside >> text=Show which');
    expect(await hear(table, 'Enter')).toBe(`row 1, column ${empty[1] + 1}`);
    await page.waitForFunction(() => document.activeElement?.closest('aside'));
  });
});

it('the lesson is followed by ear, each step by its line and cells', async () => {
  const table = await open('learn/');
  const { page } = table;
  const told = () => page.textContent('.say');
  expect(await told()).toMatch(/fill them all.+ row 2: 5, cells 1, 2, 3, 4, 5$/s);
  await page.focus('[role="grid"]');
  expect(await hear(table, 'Space')).toMatch(
    /^Not there yet: the marked cells come first\. row 2: 5, cells 1, 2, 3, 4, 5$/,
  );
  await page.keyboard.press('ArrowDown');
  expect(await hear(table, 'Space')).toBe('filled');
  expect(await told()).toMatch(/ row 2: 5, cells 1, 2, 3, 4, 5$/); // not said again
  await page.keyboard.press('Home');
  expect(await hear(table, 'ArrowUp', 'Space')).toMatch(/row 2: 5, cells 2, 3, 4, 5$/);
  await page.keyboard.press('ArrowDown');
  for (let i = 0; i < 4; i++) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
  }
  await page.waitForSelector('.say:has-text("column 2: 4, cells 3, 4")');
});

it('the lesson follows the settings: how much is spoken, and the keys', async () => {
  const table = await open('learn/', { spoken: 'full', bound: { ' ': 'f', k: 'j' } });
  const { page } = table;
  await page.focus('[role="grid"]');
  await page.keyboard.press('ArrowDown');
  expect(await hear(table, 'r')).toBe('row 2: 5. all blank');
  expect(await hear(table, 'j')).toBe('column 1: 2. all blank');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  expect(await hear(table, 'f')).toBe('filled. row 2: 1 filled, the rest blank');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('4');
  await page.keyboard.press('f');
  await page.waitForSelector('.say:has-text("column 2: 4, cells 3, 4")');
  const brief = await open('learn/', { spoken: 'brief', keys: false });
  expect(await label(brief)).toBe('row 1, column 1, blank');
  await brief.page.focus('[role="grid"]');
  await brief.page.keyboard.press('r');
  await brief.page.keyboard.press('ArrowDown');
  expect(await hear(brief, 'Space')).toBe('filled');
});

it('a solved puzzle is read by lines', async () => {
  const table = await open('solve/#p=' + encodePuzzle(fromPicture('#.#', '#..')));
  await table.page.getByRole('button', { name: 'Show the answer' }).click();
  await table.page.focus('[role="grid"]');
  expect(await hear(table, 'r')).toBe('row 1: 1 1. 1 filled, 2 blank, 3 filled');
  expect(await hear(table, 'k')).toBe('column 1: 2. all filled');
});

it('a step of the lab is said, by key and by button', async () => {
  const table = await site.open('lab/', { script: keepHeard, reducedMotion: 'reduce' });
  const { page } = table;
  await page.click('.presets button');
  await page.waitForSelector('.transport [aria-label="Previous step"]:enabled');
  await page.focus('.transport [aria-label="Previous step"]');
  expect(await hear(table, 'Enter')).toMatch(/, step \d+: ./);
  expect(await hear(table, 'ArrowLeft')).toMatch(/, step \d+: ./);
});

it('an unreadable text is reported, and the focus stays', async () => {
  const { page } = await site.open('solve/', { script: keepHeard });
  await page.fill('textarea', 'no puzzle');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[role="alert"]:has-text("cannot be read")');
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Solve');
  // What can be read is said once.
  await page.fill('textarea', 'width 1\nheight 1\nrows\n1\ncolumns\n1\n');
  await page.evaluate(() => ((window as unknown as { heard: string[] }).heard.length = 0));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('section[aria-label="Verdict"] h2:has-text("One solution")');
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  expect(heard.filter((text) => text === 'One solution')).toHaveLength(1);
  expect(await page.locator('[role="status"]:has-text("One solution")').count()).toBe(0);
});

describe('the editor is heard', () => {
  it('with strokes, undo and redo', async () => {
    const table = await open('create/');
    expect(await hear(table, 'Space')).toMatch(/^(filled|black)/);
    expect(await hear(table, 'z')).toBe('undone, row 1, column 1, blank');
    expect(await hear(table, 'z')).toBe('Nothing to undo.');
    expect(await hear(table, 'Shift+Z')).toMatch(/^redone, row 1, column 1, /);
    expect(await hear(table, 'j')).toBe('row 1: 1. 1 filled, the rest blank');
    expect(await hear(table, 'k')).toBe('column 1: 1. 1 filled, the rest blank');
    expect(await hear(table, 'a')).toMatch(/^redone, /);
    await table.page.focus('[aria-label="Add a row at the top"]');
    expect(await hear(table, 'Enter')).toBe('15 × 16');
    expect(await hear(table, 'z')).toBe('undone, 15 × 15');
  });

  it('as much as the player wants', async () => {
    const full = await open('create/', { spoken: 'full' });
    expect(await hear(full, 'Space')).toBe('filled. row 1: 1 filled, the rest blank');
    const brief = await open('create/', { spoken: 'brief' });
    expect(await label(brief)).toBe('row 1, column 1, blank');
  });
});
