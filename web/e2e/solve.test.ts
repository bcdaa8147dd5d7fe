// The place to solve: files and texts in, verdicts and explanations out.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { encodePuzzle } from '../src/model/share';
import { type QRDrawing, qrPath } from '../src/files/qr';
import { fromPicture } from '../tests/puzzles';
import { PHONE, useSite } from './app';
import { LOOKS, violations } from './axe';

const site = useSite();

const HEART = `title "Heart"
width 9
height 8
rows
2,2
4,4
9
9
7
5
3
1
columns
3
5
6
6
6
6
6
5
3
`;

/** A permutation of four: 24 solutions. */
const MANY = ['width 4', 'height 4', 'rows', ...'1111', 'columns', ...'1111'].join('\n');

/** Random clues that no search settles in a moment, the same every time. */
function noise(side: number): string {
  let state = 12345;
  const next = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32;
  const grid = Array.from({ length: side }, () =>
    Array.from({ length: side }, () => (next() < 0.4 ? '#' : '.')),
  );
  const clue = (line: string[]) =>
    line
      .join('')
      .split('.')
      .filter(Boolean)
      .map((run) => run.length)
      .join(',') || '0';
  const columns = grid.map((_, x) => clue(grid.map((row) => row[x])));
  return [`width ${side}`, `height ${side}`, 'rows', ...grid.map(clue), 'columns', ...columns].join(
    '\n',
  );
}

/** The texts that could be read in several ways, with the reading that each must get. */
function readings(): { name: string; want: string; text: string }[] {
  const file = readFileSync(
    new URL('../../format/testdata/readings.txtar', import.meta.url),
    'utf8',
  );
  return file
    .split(/^-- /m)
    .slice(1)
    .map((part) => {
      const [, name, want, text] = /^(.*?): (.*) --\n([^]*)$/.exec(part)!;
      return { name, want, text };
    })
    .filter(({ want }) => !want.includes(' as ')); // these come with a name for the format
}

async function paste(page: Page, text: string): Promise<void> {
  await page.fill('textarea', text);
  await page.click('form .button');
}

/** Drops a file on the page, as a hand would. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.waitForSelector('.drop'); // from then on the page listens
  const data = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: 'text/plain' }));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: data });
  await page.waitForSelector('.drop.over');
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
}

/** Waits for the verdict, and asks for the answer where it is hidden. */
async function verdict(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`section[aria-label="Verdict"] h2:has-text("${text}")`);
  const hidden = page.locator('aside button:has-text("Show the answer")');
  if ((await hidden.count()) > 0) await hidden.click();
}

describe('what comes in', () => {
  it('a dropped file, its verdict and its figures', async () => {
    const { page } = await site.open('solve/');
    await drop(page, 'heart.non', HEART);
    await verdict(page, 'One solution');
    expect(await page.textContent('h1')).toBe('Heart');
    await page.click('summary:has-text("Figures")');
    const figures = await page.textContent('dl');
    expect(figures).toMatch(/Lines solved\s*\d+/);
    expect(figures).toMatch(/Open after lines alone\s*0/);
  });

  it('a pasted text, with the page itself as the place', async () => {
    const { page } = await site.open('solve/');
    await page.waitForSelector('textarea');
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, HEART);
    await verdict(page, 'One solution');
  });

  it('a file with several puzzles lets one choose', async () => {
    const { page } = await site.open('solve/');
    await drop(page, 'two.non', HEART + '====\n' + HEART.replace('Heart', 'Again'));
    await page.waitForSelector('text=holds 2 puzzles');
    await page.click('ol button:has-text("Again")');
    await verdict(page, 'One solution');
    expect(await page.textContent('h1')).toBe('Again');
    // And back to the list.
    await page.click('[aria-label="Close this puzzle"]');
    await page.click('ol button:has-text("Heart")');
    await verdict(page, 'One solution');
  });

  it('a file that cannot be read is told by line, with what was expected', async () => {
    const { page } = await site.open('solve/');
    await drop(page, 'bad.non', HEART.replace('4,4', '4,oops'));
    const alert = await page.waitForSelector('[role="alert"]');
    const text = await alert.textContent();
    expect(text).toContain('bad.non cannot be read');
    expect(text).toContain('Line 6');
    expect(text).toContain('expected');
    expect(await page.textContent('[role="alert"] pre')).toBe('4,oops');
  });

  it('texts without marks, each read as it must be, and the page says how', async () => {
    const { page } = await site.open('solve/');
    for (const { name, want, text } of readings().filter((_, i) => i % 5 === 0)) {
      await paste(page, text);
      if (want.startsWith('error ')) {
        const alert = page.locator('[role="alert"]');
        await alert.waitFor();
        expect(await alert.textContent(), name).toContain(want.slice('error '.length));
        continue;
      }
      const [format, size] = want.split(' ');
      await page.waitForSelector('summary:has-text("Figures")');
      const shown = await page.textContent('main');
      if (format) expect(shown, name).toContain(`Read as ${format}`);
      expect(shown, name).toContain(size.replace('x', ' × '));
      await page.click('[aria-label="Close this puzzle"]');
      await page.waitForSelector('textarea');
    }
  });

  it('a text with two readings has a button for each', async () => {
    const { page } = await site.open('solve/');
    await paste(page, '1;0;1\n1;1;0\n');
    await page.waitForSelector('[role="alert"]:has-text("2 ways")');
    const ways = page.locator('[role="alert"] .ways button');
    expect(await ways.count()).toBe(2);
    expect(await page.textContent('[role="alert"]')).not.toContain('--format');
    const last = ways.last();
    expect(await last.innerText()).toMatch(/^Read as \S+$/);
    await last.click();
    await page.waitForSelector('section[aria-label="Verdict"] h2');
  });

  it('a picture of a QR code is what the code says', async () => {
    const { page } = await site.open('solve/');
    const picture = async (text: string) => {
      const qr = (await qrPath(text)) as QRDrawing;
      const box = `viewBox="0 0 ${qr.size} ${qr.size}" width="400" style="background: white"`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path d="${qr.path}"/></svg>`;
      const shown = await page.context().newPage();
      await shown.setContent(svg);
      const buffer = await shown.locator('svg').screenshot();
      return { name: 'code.png', mimeType: 'image/png', buffer };
    };
    const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
      page.setInputFiles('[aria-label="A file with a puzzle"]', file);
    await choose(await picture('https://example.org/'));
    await page.waitForSelector('[role="alert"] >> text=which says: https://example.org/');
    await choose(
      await picture(`https://example.org/play/#p=${encodePuzzle(fromPicture('##', '#.'))}`),
    );
    await verdict(page, 'One solution');
    expect(await page.textContent('main')).toContain('2 × 2');
  });

  it('blotted clues are solved, and stay question marks', async () => {
    const { page } = await site.open('solve/');
    await paste(page, '? ?\n5\n5\n?\n1\n\n2\n4\n4\n4\n2\n');
    await verdict(page, 'One solution');
    expect(await page.textContent('main')).toContain('row 1: any any');
  });

  it('a hostile title is text and nothing else', async () => {
    const { page } = await site.open('solve/');
    const title = '<img src=x onerror=alert(1)>';
    await drop(page, 'x.non', HEART.replace('Heart', title));
    await verdict(page, 'One solution');
    expect(await page.textContent('h1')).toBe(title);
    expect(await page.$('h1 img')).toBeNull();
  });

  it('a link', async () => {
    const { page } = await site.open('play/3/');
    await page.waitForSelector('[role="grid"]');
    await page.click('[aria-label="More"]');
    await page.click('[role="menuitem"]:has-text("Share")');
    const link = await page.inputValue('dialog input');
    await page.goto(link.replace('/play/', '/solve/'));
    await verdict(page, 'One solution');
  });
});

describe('verdicts', () => {
  it('several solutions, with the cells in which they differ', async () => {
    const { page } = await site.open('solve/');
    await paste(page, MANY);
    await verdict(page, 'Several solutions');
    const said = await page.textContent('section[aria-label="Verdict"]');
    expect(said).toContain('8 or more');
    expect(said).toMatch(/The 8 shown differ in the \d+ hatched cells/);
    await page.click('[aria-label="Next solution"]');
    await page.waitForSelector('text=Solution 2 of 8');
    await page.click('[aria-label="Previous solution"]');
    await page.click('[aria-label="Previous solution"]');
    await page.waitForSelector('text=Solution 8 of 8');
    await page.click('text=Count all');
    await page.waitForSelector('.count:has-text("24")');
    // All 16 cells differ among the 24: of those that are listed only some.
    expect(await page.textContent('section[aria-label="Verdict"]')).toMatch(
      /The 8 shown differ in the \d+ hatched cells; others may differ elsewhere/,
    );
  });

  it('of all solutions, where all are listed', async () => {
    const { page } = await site.open('solve/');
    await paste(page, ['width 2', 'height 2', 'rows', ...'11', 'columns', ...'11'].join('\n'));
    await verdict(page, 'Several solutions');
    expect(await page.textContent('section[aria-label="Verdict"]')).toMatch(
      /Exactly 2\.\s+They differ in the 4 hatched cells\./,
    );
  });

  it('no solution, and the line that breaks', async () => {
    const { page } = await site.open('solve/');
    await page.click('button:has-text("Slip of the pen")');
    await verdict(page, 'No solution');
    await page.waitForSelector('text=row 3 cannot be filled');
    // The steps lead to the place where it breaks.
    await page.click('button:has-text("Explain")');
    await page.click('[aria-label="To the end"]');
    await page.waitForSelector('text=Here it breaks: row 3');
  });

  it('no solution on sight', async () => {
    const { page } = await site.open('solve/');
    await paste(page, HEART.replace('4,4', '4,9'));
    await verdict(page, 'No solution');
    await page.waitForSelector('text=Row 2');
  });

  it('a slow search shows how far it is and can be cancelled', async () => {
    const { page } = await site.open('solve/');
    await paste(page, noise(100));
    await page.waitForSelector('text=/\\d+ steps, depth/');
    await page.click('button:has-text("Cancel")');
    await verdict(page, 'Cancelled');
    // The engine is there again for the next puzzle.
    await page.click('[aria-label="Close this puzzle"]');
    await paste(page, HEART);
    await verdict(page, 'One solution');
  });
});

describe('the explanation', () => {
  it('is walked by hand and by keys, and leads to the picture', async () => {
    const { page } = await site.open('solve/');
    await paste(page, HEART);
    await verdict(page, 'One solution');
    await page.click('button:has-text("Explain")');
    await page.waitForSelector('text=Before the first step');
    await page.click('[aria-label="Next step"]');
    await page.waitForSelector('text=/Step 1 of \\d+/');
    const first = await page.textContent('.text');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('text=/Step 2 of \\d+/');
    expect(await page.textContent('.text')).not.toBe(first);
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('text=/Step 1 of \\d+/');
    expect(await page.textContent('.text')).toBe(first);
    // Screen readers announce it.
    await page.waitForSelector('[aria-live]:has-text("Step 1.")', { state: 'attached' });
    await page.keyboard.press('End');
    await page.waitForSelector('[aria-label="Next step"]:disabled');
    const link = await page.getAttribute('.where a', 'href');
    expect(link).toMatch(/\/techniques\/[a-z-]+\/$/);
  });

  it('plays and pauses', async () => {
    const table = await site.open('solve/', { heldTimers: true });
    const { page } = table;
    const at = (step: number) => page.waitForSelector(`.where:has-text("Step ${step} of")`);
    await paste(page, HEART);
    await page.click('text=Show the answer');
    await page.click('button:has-text("Explain")');
    await page.selectOption('[aria-label="Speed"]', '0.5×');
    await page.click('[aria-label="Play"]');
    await at(1);
    expect(await table.elapse()).toEqual([3200]);
    await at(2);
    await page.click('[aria-label="Pause"]');
    await page.waitForSelector('[aria-label="Play"]');
    expect(await table.elapse()).toEqual([]);
    await at(2);
    await page.click('[aria-label="Next step"]');
    await at(3);
    await page.selectOption('[aria-label="Speed"]', '8×');
    await page.click('[aria-label="Play"]');
    await at(4);
    for (let steps = 5; !(await page.isDisabled('[aria-label="Next step"]')); steps++) {
      expect(await table.elapse()).toEqual([200]);
      await at(steps);
    }
    await page.waitForSelector('[aria-label="Play"]');
  });
});

describe('what goes out', () => {
  it('every format and picture', async () => {
    const { page } = await site.open('solve/');
    await paste(page, HEART);
    await verdict(page, 'One solution');
    await page.click('button:has-text("Export")');
    await page.waitForSelector('dialog pre');
    const names = await page.$$eval('dialog select option', (all) =>
      all.map((o) => (o as HTMLOptionElement).value),
    );
    expect(names.length).toBeGreaterThan(10);
    expect(names).toEqual(expect.arrayContaining(['svg', 'png', 'pdf', 'non', 'json']));
    // A browser holds back more than a handful of downloads, so only some are fetched.
    const fetched = new Set(['svg', 'png', 'pdf', 'non', 'json']);
    for (const name of names) {
      await page.selectOption('dialog select', name);
      await page.waitForSelector(`.export[data-made="${name}"]`);
      expect(await page.locator('dialog .button.primary').isEnabled()).toBe(true);
      if (!fetched.has(name)) continue;
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('dialog .button.primary'),
      ]);
      const file = readFileSync((await download.path())!);
      expect(file.length).toBeGreaterThan(20);
    }
  });

  it('to the table', async () => {
    const table = await site.open('solve/');
    await paste(table.page, HEART);
    await table.page.click('button:has-text("Play")');
    await table.ready();
    expect(table.page.url()).toContain('/play/#k=');
    // On the way back the puzzle is still there.
    await table.page.goBack();
    await verdict(table.page, 'One solution');
  });

  it('are shown whole, however large', async () => {
    const { page } = await site.open('solve/');
    const rows = Array.from({ length: 60 }, () => '60');
    await paste(page, ['width 60', 'height 60', 'rows', ...rows, 'columns', ...rows].join('\n'));
    await verdict(page, 'One solution');
    await page.waitForFunction(() => {
      const board = document.querySelector<HTMLElement>('.board[data-origin]')!;
      const [x, y] = board.dataset.origin!.split(',').map(Number);
      const side = 60 * Number(board.dataset.cell);
      const { width, height } = board.getBoundingClientRect();
      return x >= 0 && y >= 0 && x + side <= width && y + side <= height;
    });
  });

  it('to the desk', async () => {
    const { page } = await site.open('solve/');
    await paste(page, HEART);
    await verdict(page, 'One solution');
    await page.click('button:has-text("Edit the picture")');
    await page.waitForSelector('[data-verdict="unique"]');
    expect(await page.textContent('h1')).toBe('Heart');
  });
});

describe('typing clues', () => {
  it('goes by the keyboard from line to line, and adds up', async () => {
    const { page } = await site.open('solve/#type');
    await page.fill('label:has-text("Width") input', '2');
    await page.press('label:has-text("Width") input', 'Tab');
    await page.fill('label:has-text("Height") input', '2');
    await page.focus('#clue-row-0');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.keyboard.type('2');
    await page.keyboard.press('ArrowUp');
    await page.waitForFunction(() => document.activeElement?.id === 'clue-row-1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.textContent('.totals')).toContain('One line to go');
    await page.keyboard.type('2');
    await page.waitForSelector('text=The columns have 1 cell more than the rows.');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('1');
    await page.waitForSelector('text=Everything adds up.');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Solve');
    await page.keyboard.press('Enter');
    await verdict(page, 'One solution');
  });

  it('marks a line that is too long at once', async () => {
    const { page } = await site.open('solve/#type');
    await page.fill('#clue-row-2', '6 5');
    await page.waitForSelector('li.wrong:has-text("needs 12 cells, the line has 10")');
    expect(await page.getAttribute('#clue-row-2', 'aria-invalid')).toBe('true');
  });

  it('takes whole columns of text, and keeps them', async () => {
    const { page } = await site.open('solve/#type');
    await page.focus('#clue-column-8');
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', '1 1\n2\n3\n');
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await page.waitForSelector('#clue-column-10');
    expect(await page.inputValue('label:has-text("Width") input')).toBe('11');
    await page.reload();
    await page.waitForSelector('#clue-column-10');
    expect(await page.inputValue('#clue-column-8')).toBe('1 1');
    expect(await page.inputValue('#clue-column-10')).toBe('3');
  });

  it('brings clues back from a puzzle that was read', async () => {
    const { page } = await site.open('solve/', PHONE);
    await paste(page, HEART);
    await page.click('button:has-text("Edit the clues")');
    expect(await page.inputValue('#clue-row-0')).toBe('2 2');
    await page.waitForSelector('text=Everything adds up.');
  });

  it('gives back by Undo what a smaller size, Clear and another puzzle took', async () => {
    const { page } = await site.open('solve/#type');
    const last = '#clue-row-9';
    const undo = page.locator('.setup button:has-text("Undo")');
    const isBack = async () => {
      await undo.click();
      await page.waitForSelector(last);
      expect(await page.inputValue(last)).toBe('4');
    };
    await page.fill(last, '4');
    await page.fill('label:has-text("Height") input', '5');
    await page.press('label:has-text("Height") input', 'Tab');
    await page.waitForSelector(last, { state: 'detached' });
    await isBack();
    await page.click('.setup button:has-text("Clear")');
    expect(await page.inputValue(last)).toBe('');
    await isBack();
    await page.click('text=Open or paste');
    await paste(page, HEART);
    await page.click('button:has-text("Edit the clues")');
    expect(await page.inputValue('#clue-row-0')).toBe('2 2');
    await isBack();
    await undo.click();
    expect(await page.inputValue(last)).toBe('');
    expect(await undo.isDisabled()).toBe(true);
  });
});

describe.each(LOOKS)('axe-core, %s', (_, look) => {
  it('finds nothing serious', async () => {
    const { page } = await site.open('solve/', look);
    await page.waitForSelector('textarea');
    expect(await violations(page)).toEqual([]);
    await paste(page, 'nonsense');
    await page.waitForSelector('[role="alert"]');
    expect(await violations(page)).toEqual([]);
    await paste(page, MANY);
    await verdict(page, 'Several solutions');
    expect(await violations(page)).toEqual([]);
    await page.click('button:has-text("Explain")');
    await page.click('button:has-text("Steps")');
    expect(await violations(page)).toEqual([]);
    await page.click('button:has-text("Export")');
    await page.waitForSelector('dialog pre');
    expect(await violations(page)).toEqual([]);
    await page.click('dialog [aria-label="Close"]');
    await page.click('button:has-text("Edit the clues")');
    await page.fill('#clue-row-0', '9');
    await page.waitForSelector('li.wrong');
    expect(await violations(page)).toEqual([]);
  });
});
