// The lab: methods side by side, playing a run back, cancelling, measuring, reports.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { encodePuzzle } from '../src/model/share';
import { COMMAND } from '../tests/command';
import { fromPicture } from '../tests/puzzles';
import { type Options, PHONE, useSite } from './app';
import { violations } from './axe';

const site = useSite();
const STILL = { reducedMotion: 'reduce' } as const;

const lane = (page: Page, method: string) => page.locator(`article[data-method="${method}"]`);
const counter = async (page: Page, method: string, name: string) =>
  Number(
    (await lane(page, method).locator(`[data-counter="${name}"]`).innerText()).replaceAll(',', ''),
  );

const openLab = async (part = '', options: Options = STILL): Promise<Page> =>
  (await site.open('lab/' + part, options)).page;

/** Waits until so many runs have ended with an answer; fails at once if one fails. */
async function done(page: Page, lanes: number): Promise<void> {
  const states = await page.waitForFunction((n) => {
    const list = [...document.querySelectorAll<HTMLElement>('article[data-state]')];
    const all = list.map((a) => `${a.dataset.method}: ${a.dataset.state} ${a.innerText}`);
    const failed = list.some((a) => a.dataset.state === 'failed');
    const ended = list.filter((a) => a.dataset.state === 'done').length;
    return failed || ended === n ? all : false;
  }, lanes);
  const told = (await states.jsonValue()) as string[];
  expect(told.filter((text) => text.includes(': failed'))).toEqual([]);
}

/** The number of pixels that something is drawn on, in the tree of a method. */
const drawn = (page: Page, method: string) =>
  lane(page, method)
    .locator('.tree canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const copy = Object.assign(document.createElement('canvas'), { width, height });
      const ctx = copy.getContext('2d', { willReadFrequently: true })!;
      ctx.drawImage(canvas, 0, 0);
      const { data } = ctx.getImageData(0, 0, width, height);
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 0) count++;
      return count;
    });

/** What the command line counts for a method on a random board. */
function counted(method: string, size: number, density: number, seed: string) {
  const board = execFileSync(COMMAND, [
    ...['generate', 'random', '--size', `${size}`],
    ...['--density', `${density}`, '--seed', seed],
  ]);
  const args = ['solve', '--json', '--limit', '1', '--method', method, '-'];
  const text = execFileSync(COMMAND, args, { input: board, encoding: 'utf8' });
  return (JSON.parse(text) as { stats: { nodes: number; checks: number } }).stats;
}

describe('tables', () => {
  it('list the clue table and the lines as the command does', async () => {
    const page = await openLab('#tables');
    const states = page.getByRole('table', { name: 'Clues and their states' });
    await states.locator('tbody tr').first().waitFor();
    expect(await states.locator('tbody tr').count()).toBeGreaterThan(2);
    await page.getByPlaceholder('2, 4, 1').fill('1, 2');
    const lines = page.getByRole('region', { name: 'Lines' });
    await lines.getByText('3 × 5').waitFor();
    const told = execFileSync(COMMAND, ['lines', '5', '1,2'], { encoding: 'utf8' });
    const want = [...told.matchAll(/\] ([01 ]+)/g)].map((m) => m[1].replaceAll(' ', ''));
    const got = await lines.locator('ol li').allInnerTexts();
    expect(
      got.map((line) =>
        line
          .replace(/[^01#.]/g, '')
          .replaceAll('#', '1')
          .replaceAll('.', '0'),
      ),
    ).toEqual(want);
    await page.getByPlaceholder('2, 4, 1').fill('x');
    await lines.getByRole('alert').waitFor();
  });
});

describe('exercises', () => {
  // What docs/lab/exercises.md tells teachers.
  const answers: Record<string, [right: string, wrong: string]> = {
    next: ['#..', '.#.'],
    cut: ['column 1', 'row 2'],
    certain: ['2', '4'],
    leaves: ['18', '6'],
    order: [
      'recursive_intersect_greedy < row_dfs_cutoff < bruteforce_rulecut',
      'bruteforce_rulecut < row_dfs_cutoff < recursive_intersect_greedy',
    ],
    greedy: ['1', '2'],
    density: ['20 %', '50 %'],
    stall: ['4', '0'],
  };

  it('tell right answers from wrong ones', async () => {
    const page = await openLab('#exercises');
    const tasks = page.locator('[data-exercise]');
    await tasks.first().waitFor();
    expect(await tasks.count()).toBe(Object.keys(answers).length);
    for (const [id, [right, wrong]] of Object.entries(answers)) {
      const task = page.locator(`[data-exercise="${id}"]`);
      const give = async (answer: string) => {
        const field = task.getByLabel('Your answer');
        if ((await field.count()) > 0) await field.fill(answer);
        else await task.getByRole('radio', { name: answer, exact: true }).check();
        await task.getByRole('button', { name: 'Check the answer' }).click();
        await task.getByText(/^(Right\.|Not yet\.)/).waitFor();
        return task.getAttribute('data-state');
      };
      expect([id, await give(wrong)]).toEqual([id, 'wrong']);
      expect([id, await give(right)]).toEqual([id, 'right']);
    }
    expect(await violations(page)).toEqual([]);
    await tasks.first().getByRole('link', { name: 'Watch the methods' }).click();
    await done(page, 1);
  });
});

describe('watching', () => {
  it('runs three methods on a board, and shows trees and counters as the command has them', async () => {
    const page = await openLab();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await done(page, 3);
    await page.getByRole('slider', { name: 'Step' }).press('End'); // perhaps it is there already
    const words = await lane(page, 'table_bfs').locator('h3').textContent();
    expect(words).toMatch(/^Many boards at once, row by row\s+table_bfs/);
    for (const method of ['table_bfs', 'table_dfs']) {
      const { nodes, checks } = counted(method, 7, 0.5, '3');
      expect(await counter(page, method, 'nodes')).toBe(nodes);
      expect(await counter(page, method, 'checks')).toBe(checks);
      const whole = await drawn(page, method);
      await page.getByRole('slider', { name: 'Step' }).fill('40');
      const part = await drawn(page, method);
      expect(part).toBeGreaterThan(0);
      expect(whole).toBeGreaterThan(part);
      await page.click('[aria-label="To the end"]');
    }
    // Stepping through the levels works without seeing the tree.
    await lane(page, 'table_bfs').locator('summary').click();
    const rows = lane(page, 'table_bfs').locator('tbody tr');
    await rows.nth(6).waitFor(); // filled when it is opened, a moment later
    expect(await rows.count()).toBe(7);
    expect(await rows.last().innerText()).toMatch(/^7\s.*1$/);
    // Chance has the seed of the command line.
    expect(await page.getByLabel('Random start').inputValue()).toBe('12345');
    // Side by side.
    expect(await page.locator('[aria-label="Results side by side"] tbody tr').count()).toBe(3);
  });

  it('tells the answer of a replay at its end, and saves its tree and its steps', async () => {
    const page = await openLab();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await done(page, 3);
    const one = lane(page, 'table_dfs');
    await page.click('[aria-label="To the beginning"]');
    const all = /Step 0 of ([\d,]+)/.exec(await one.innerText())![1].replace(',', '');
    expect(await page.locator('.stage').innerText()).not.toContain('Found a solution');
    await page.click('[aria-label="To the end"]');
    expect(await one.innerText()).toContain('Found a solution');
    const save = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        one.getByRole('button', { name }).click(),
      ]);
      return readFileSync(await file.path(), 'utf8');
    };
    expect(await save('Tree as SVG')).toMatch(/^<svg [^]*<path [^]*<\/svg>\n$/);
    const steps = JSON.parse(await save('Steps as JSON')) as { method: string; events: object[] };
    expect(steps.method).toBe('table_dfs');
    expect(String(steps.events.length)).toBe(all);
  });

  it('opens a link with board, methods and step', async () => {
    const puzzle = encodePuzzle(fromPicture('#.#', '.#.', '###'));
    const page = await openLab(`#p=${puzzle}&m=row_dfs,row_dfs_cutoff&step=3`);
    await done(page, 2);
    const step = page.getByRole('slider', { name: 'Step' });
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.transport input')?.value === '3',
    );
    await step.fill('5');
    await page.getByRole('button', { name: 'Link to this step' }).click();
    const shown = page.getByRole('textbox', { name: 'Link to this step' });
    const link = new URL(await shown.inputValue());
    expect(link.hash).toContain('step=5');
    expect(new URLSearchParams(link.hash.slice(1)).get('m')).toBe('row_dfs,row_dfs_cutoff');
  });

  it('has Run within two screens of a phone', async () => {
    const page = await openLab('', { ...PHONE, ...STILL });
    const run = page.getByRole('button', { name: 'Run', exact: true });
    await run.waitFor();
    await page.getByRole('img', { name: /^Clues of/ }).waitFor();
    const box = (await run.boundingBox())!;
    expect(box.y + box.height).toBeLessThan(2 * PHONE.viewport!.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it('is stepped by keys alone', async () => {
    const page = await openLab();
    const preset = page.getByRole('button', { name: /Breadth against depth/ });
    await preset.waitFor();
    await preset.press('Enter');
    await done(page, 2);
    // The focus is with the runs, so keys work at once.
    await page.keyboard.press('Home');
    const step = page.getByRole('slider', { name: 'Step' });
    const at = () => step.inputValue();
    expect(await at()).toBe('0');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await at()).toBe('2');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowLeft');
    expect(await at()).toBe('11');
    const said = page.getByText(/table_bfs, step 11: .*table_dfs, step 11: /);
    await said.waitFor({ state: 'attached' });
    await page.keyboard.press('End');
    expect(await at()).toBe(await step.getAttribute('max'));
    await page.keyboard.press('Home');
    // So slowly that it is not at its end before it is stopped.
    await page.selectOption('.transport select', '2');
    await page.keyboard.press('Space');
    await page.waitForSelector('[aria-label="Pause"]');
    await page.waitForFunction(
      () => Number(document.querySelector<HTMLInputElement>('.transport input')!.value) > 0,
    );
    await page.keyboard.press('Space');
    await page.waitForSelector('[aria-label="Play"]');
  });

  it('goes to the step of a node that is clicked', async () => {
    const page = await openLab();
    await page.click('button:has-text("The classics on 5×5")');
    await done(page, 6);
    const tree = lane(page, 'liao:dfs').locator('canvas').last();
    const box = (await tree.boundingBox())!;
    // The blank board is at the top, in the middle.
    await tree.click({ position: { x: box.width / 2, y: 10 } });
    expect(await page.getByRole('slider', { name: 'Step' }).inputValue()).toBe('0');
  });

  it('warns of a hopeless run, which can be started and cancelled', async () => {
    const page = await openLab();
    await page.getByLabel('Width').fill('12');
    await page.getByLabel('Height').fill('12');
    await page.click('button:has-text("Choose methods")');
    await page.getByRole('checkbox', { name: 'bruteforce', exact: true }).check();
    await page.click('dialog [aria-label="Close"]');
    await page.waitForSelector('text=bruteforce: Practical up to 5×5');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await done(page, 3);
    const hopeless = lane(page, 'bruteforce');
    expect(await hopeless.getAttribute('data-state')).toBe('warned');
    await hopeless.getByRole('button', { name: 'Run it anyway' }).click();
    await page.waitForSelector('article[data-method="bruteforce"][data-state="running"]');
    await hopeless.getByText(/steps in/).waitFor();
    await hopeless.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForSelector('article[data-method="bruteforce"][data-state="cancelled"]');
    // What was recorded until then can still be watched.
    await hopeless.getByText(/The first 20,000 of .* steps are recorded/).waitFor();
    await page.getByRole('slider', { name: 'Step' }).press('End');
    expect(await counter(page, 'bruteforce', 'nodes')).toBeGreaterThan(1000);
  });

  it('takes boards from the pack, from a text and from a link', async () => {
    const page = await openLab();
    await page.click('label:has-text("From the pack")');
    await page.selectOption('label:has-text("Puzzle") select', { index: 3 });
    await page.waitForSelector('[aria-label^="Clues of No."]');
    await page.click('label:has-text("Your own")');
    const own = page.locator('textarea');
    await own.fill('width 2\nheight 2\n\nrows\n1\nx\n\ncolumns\n1\n1\n');
    await own.blur();
    await page.waitForSelector('[role="alert"]');
    await own.fill('width 2\nheight 2\n\nrows\n1\n1\n\ncolumns\n1\n1\n');
    await own.blur();
    await page.waitForSelector('[aria-label="Clues of your board, 2×2"]');
    expect(await page.locator('[role="alert"]').count()).toBe(0);
    const code = encodePuzzle(fromPicture('#.#', '.#.'));
    await page.goto(site.url + 'lab/#p=' + code);
    await page.waitForSelector('[aria-label="Clues of your board, 3×2"]');
  });
});

describe('measuring', () => {
  it('makes charts, a table and a CSV', async () => {
    const page = await openLab('#measure');
    await page.getByLabel(/Sizes/).fill('4, 5');
    await page.getByLabel('Boards a size').fill('2');
    await page.getByRole('button', { name: 'Leave out liao:dfs', exact: true }).click();
    await page.click('button:has-text("Measure")');
    await page.waitForSelector('.results[data-state="done"]');
    // Four methods by time, and without the engine by lines looked at.
    expect(await page.locator('figure svg .series').count()).toBe(7);
    expect(await page.locator('[aria-label="Figures of the benchmark"] tbody tr').count()).toBe(8);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('button:has-text("CSV")'),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines).toHaveLength(1 + 4 * 2 * 2);
    expect(lines[1]).toMatch(/^table_bfs,4×4,1,solved,solved,,[\d.e-]+,\d+,\d+,/);
    // The boards and the nodes of the command.
    const text = execFileSync(
      COMMAND,
      ['bench', '--json', '--runs', '--method', 'table_bfs', '--size', '5', '--count', '2'],
      { encoding: 'utf8' },
    );
    const { runs } = JSON.parse(text) as { runs: { nodes: number }[] };
    const ours = lines.filter((l) => l.startsWith('table_bfs,5×5'));
    expect(ours.map((l) => Number(l.split(',')[8]))).toEqual(runs.map((r) => r.nodes));
  });

  it('takes opened puzzles instead of random boards', async () => {
    const page = await openLab('#measure');
    const text = ['3 2', '1 1', '1', '1', '1', '1'].join('\n');
    await page.setInputFiles('.measure input[type="file"]', [
      { name: 'own.nin', mimeType: 'text/plain', buffer: Buffer.from(text) },
    ]);
    await page.waitForSelector('text=Your puzzles: 1');
    await page.click('button:has-text("Measure")');
    await page.waitForSelector('.results[data-state="done"]');
    expect(await page.locator('tbody tr').count()).toBe(5);
    expect(await page.locator('tbody tr td').first().textContent()).toBe('3×2');
  });

  it('can be cancelled, and keeps what it has', async () => {
    const page = await openLab('#measure');
    await page.getByLabel(/Sizes/).fill('4, 12');
    await page.getByLabel('Boards a size').fill('1');
    await page.getByLabel('Cut off after').fill('60');
    await page.click('button:has-text("Measure")');
    await page.waitForSelector('.progress:has-text("liao:dfs on 12×12")');
    await page.click('button:has-text("Cancel")');
    await page.waitForSelector('.results[data-state="cancelled"]');
    expect(await page.locator('tbody tr').count()).toBeGreaterThanOrEqual(5);
  });
});

const REPORT = `<!doctype html><html lang="en"><head><title>A small study</title>
<base href="https://example.org/"><link rel="stylesheet" href="x.css"><meta http-equiv="refresh" content="0">
<style>h1 { color: rgb(1, 2, 3) }</style></head><body onload="window.top.hurt = 1">
<h1>Findings</h1><p style="font-weight: 700">Bold.</p><a href="#end">to the end</a>
<img src="https://example.org/x.png" onerror="window.top.hurt = 2"><script>window.top.hurt = 3</script>
<iframe src="https://example.org/"></iframe><svg/onload='window.top.hurt = 4' style=color:red></svg>
<form action="https://example.org/"><input autofocus onfocus=window.top.hurt=5></form>
<!-- <b onclick="x"> --><object data="x"></object><a title=">" onclick="window.top.hurt = 6">odd</a><h2 id="end">The end</h2></body></html>`;

describe('the report', () => {
  it('is shown with its style, and runs and fetches nothing', async () => {
    const page = await openLab('#report');
    await page.setInputFiles('input[type="file"]', {
      name: 'study.html',
      mimeType: 'text/html',
      buffer: Buffer.from(REPORT),
    });
    await page.waitForSelector('iframe[title="A small study"]');
    // Looked at from the page: the frame itself may run nothing, a test's script included.
    const seen = await page.evaluate(() => {
      const inside = document.querySelector('iframe')!.contentDocument!;
      const style = (selector: string) => getComputedStyle(inside.querySelector(selector)!);
      inside.querySelector('a')!.click();
      return {
        heading: inside.querySelector('h1')!.textContent,
        color: style('h1').color,
        weight: style('p').fontWeight,
        unwanted: inside.querySelectorAll('script, style, iframe, form, object, base, [src]')
          .length,
        handlers: [...inside.querySelectorAll('*')].flatMap((element) =>
          element.getAttributeNames().filter((name) => name.startsWith('on')),
        ),
        address: inside.location.href,
      };
    });
    expect(seen).toEqual({
      heading: 'Findings',
      color: 'rgb(1, 2, 3)',
      weight: '700',
      unwanted: 0,
      handlers: [],
      address: 'about:blank',
    });
    expect(
      await page.evaluate(() => (window as unknown as { hurt?: number }).hurt),
    ).toBeUndefined();
  });

  it('says what it expected of another file', async () => {
    const page = await openLab('#report');
    await page.setInputFiles('input[type="file"]', {
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('just text'),
    });
    await page.waitForSelector('[role="alert"]:has-text("This is no report")');
  });
});

/** The tables can be read without scrolling sideways. */
const fits = async (page: Page) => {
  const widths = await page
    .locator('.scroll:has(table)')
    .evaluateAll((all) => all.map((e) => [e.scrollWidth, e.clientWidth]));
  expect(widths.length).toBeGreaterThan(0);
  for (const [content, room] of widths) expect(content).toBeLessThanOrEqual(room);
};

const looks = [
  ['light desktop', { colorScheme: 'light', ...STILL }],
  ['dark phone', { colorScheme: 'dark', ...STILL, ...PHONE }],
] as const;

describe.each(looks)('%s', (_, look) => {
  it('hinders nobody, and fits the screen', async () => {
    const page = await openLab('', look);
    const check = async () => expect(await violations(page)).toEqual([]);
    await page.waitForSelector('[aria-label^="Clues of random board"]');
    await check();
    await page.click('button:has-text("What pruning is worth")');
    await done(page, 3);
    await check();
    await fits(page);
    await page.click('[aria-label="What table_dfs:none does"]');
    await page.waitForSelector('dialog[open]');
    await check();
    await page.click('dialog [aria-label="Close"]');
    await page.click('button:has-text("Choose methods")');
    await page.waitForSelector('dialog[open] [type="checkbox"]');
    await check();
    await page.goto(site.url + 'lab/#measure');
    await page.getByLabel(/Sizes/).fill('4');
    await page.getByLabel('Boards a size').fill('1');
    await page.click('button:has-text("Measure")');
    await page.waitForSelector('.results[data-state="done"]');
    await check();
    await fits(page);
    await page.goto(site.url + 'lab/#report');
    await page.waitForSelector('text=The report of a study');
    await check();
  });
});

describe('frames', () => {
  it('of a playback with twenty thousand steps are measured', async () => {
    const page = await openLab();
    await page.getByLabel('Width').fill('8');
    await page.getByLabel('Height').fill('8');
    await page.click('button:has-text("Choose methods")');
    for (const name of ['row_dfs', 'shift_bfs', 'liao:dfs']) {
      await page.getByRole('checkbox', { name, exact: true }).check();
    }
    await page.click('dialog [aria-label="Close"]');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    for (const name of ['shift_bfs', 'liao:dfs']) {
      await lane(page, name).getByRole('button', { name: 'Run it anyway' }).click();
    }
    for (const name of ['shift_bfs', 'liao:dfs', 'row_dfs']) {
      await lane(page, name).locator('.tree canvas').waitFor();
    }
    await page.getByRole('button', { name: 'Cancel all' }).click();
    // From the new step to everything painted anew, all lanes together.
    const work = await page.evaluate(async () => {
      const slider = document.querySelector<HTMLInputElement>('.transport input')!;
      const times: number[] = [];
      for (let i = 1; i <= 100; i++) {
        const from = performance.now();
        slider.value = String(Math.round((Number(slider.max) * i) / 100));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(0))));
        times.push(performance.now() - from);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return times.sort((a, b) => a - b);
    });
    expect(work).toHaveLength(100);
    const lanes = await page.locator('.tree canvas').count();
    console.log(
      `lab, ${lanes} lanes of up to 20,000 steps: ${work[50].toFixed(1)} ms (median), ${work[95].toFixed(1)} ms (95%), ${work[99].toFixed(1)} ms (most)`,
    );
  });
});
