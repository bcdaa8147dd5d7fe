// Every place in every language: nothing that is read or heard there is what the English
// page says, unless the language says the same: in the places, in a hint, in the dialogs and
// at the end of a game. Elements that say of themselves that they are English (lang="en": why
// the engine cannot read something) are left out.

import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../build/translations';
import { type Catalogue, LANGUAGES, type Language } from '../src/i18n/languages';
import { runs, solution, type Table, titleOf, useSite } from './app';

const site = useSite();

const ROUTES = [
  ...['learn/', 'daily/', 'endless/', 'feeds/', 'records/', 'play/1/'],
  ...['solve/', 'create/', 'techniques/', 'techniques/glue/', ''],
  'lab/',
];

/** Parts of the lab, and what is there when one is: its heading stays. */
const PARTS: Readonly<Record<string, string>> = {
  'lab/#measure': '.lab .measure',
  'lab/#tables': '.lab table',
  'lab/#report': '.lab .report',
};

/** The grades of a hint. */
const GRADES = 4;

/** A puzzle that is soon drawn. */
const SMALL = 2;

/** What is the same in any language: the names of languages, a file as programs write it, months,
 *  methods as commands name them; and words that French has too. */
const NAMES =
  /^(English|Deutsch|Español|Français|日本語|简体中文|繁體中文|width 5\n.*|November 2026|Suppositions|Contradiction|[a-z]+(_[a-z]+)+|liao:dfs|engine)$/s;

/** The texts that a language says as English does, with a key behind them or none. */
function sameTexts(catalogue: Catalogue): RegExp {
  const same = Object.entries(catalogue)
    .map(([key, told]) => [key.split('|')[0], told] as const)
    .filter(([text, told]) => text === told)
    .map(([text]) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '\\S+'));
  return new RegExp(`^(${same.join('|')})( \\(\\w\\))?$`, 'i');
}

const SOLVES = ['2026-11-12', '2026-11-13', '2026-11-15'].map((day) => ({
  ...{ name: 'day/' + day, width: 10, height: 10, inks: 2, level: 'easy', seconds: 60, hints: 1 },
  ...{ at: Date.parse(day + 'T12:00Z'), day },
}));

/** The titles of the pictures that are solved. */
const titles = new Set(SOLVES.map(({ day }) => titleOf(day)));

const open = (language: Language): Promise<Table> =>
  site.open('', {
    locale: 'en-US',
    timezoneId: 'UTC',
    storage: {
      'nonogram/settings': JSON.stringify({ version: 1, value: { language } }),
      'nonogram/records': JSON.stringify({ version: 1, value: SOLVES }),
    },
  });

/** The texts and the attributes of a page that somebody reads or hears. */
const texts = ({ page }: Table): Promise<string[]> =>
  page.evaluate(() => {
    const found = [document.title];
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement!;
      if (element.closest('body [lang=en], script, noscript, style, code, kbd')) continue;
      if (node instanceof Text) found.push(node.data);
      else if (node instanceof Element)
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
          found.push(node.getAttribute(name) ?? '');
    }
    return [...new Set(found.map((text) => text.trim()))].filter((text) => /\p{L}{2}/u.test(text));
  });

async function walk(table: Table): Promise<Map<string, string[]>> {
  const { page } = table;
  await page.clock.setFixedTime(new Date('2026-11-16T08:00:00Z'));
  const said = new Map<string, string[]>();
  for (const place of [...ROUTES, ...Object.keys(PARTS)]) {
    // As a link would go there: without loading the page again.
    await page.evaluate((url) => {
      for (const left of document.querySelectorAll('main h1, .board'))
        left.setAttribute('data-left', '');
      history.pushState(null, '', url);
      dispatchEvent(new PopStateEvent('popstate'));
    }, site.url + place);
    await page.waitForSelector(
      PARTS[place] ?? ':is(main h1, .board[data-origin]):not([data-left])',
    );
    said.set(place, await texts(table));
  }
  return said;
}

/** A game of a small puzzle: a hint to its end, the dialogs, the win. */
async function play(table: Table, say: (text: string) => string, said: Map<string, string[]>) {
  const { page } = table;
  await page.goto(site.url + `play/${SMALL}/`);
  await table.ready();
  await page.keyboard.press('h');
  for (let grade = 1; grade <= GRADES; grade++) {
    await page.waitForSelector(`aside li:nth-child(${grade}) p`);
    if (grade === 2) await page.waitForSelector('aside li a:not(:text-matches("-"))');
    if (grade < GRADES) await page.click('aside .primary');
  }
  said.set('the hint', await texts(table));
  await page.click(`aside [aria-label="${say('Close')}"]`);
  for (const name of ['Settings', 'Keys', 'Share']) {
    await page.click(`[aria-label="${say('More')}"]`);
    await page.click(`[role="menuitem"]:has-text("${say(name)}")`);
    await page.waitForSelector(name === 'Share' ? 'dialog figure svg' : 'dialog[open]');
    said.set(name, await texts(table));
    await page.click(`dialog [aria-label="${say('Close')}"]`);
    await page.waitForSelector('dialog', { state: 'detached' });
  }
  for (const [row, from, to] of runs(solution(SMALL))) await table.drag([row, from], [row, to]);
  await table.solved();
  said.set('the win', await texts(table));
}

describe('every place', () => {
  const english = new Map<string, string[]>();
  it.each(Object.keys(LANGUAGES) as Language[])('is said in %s', async (language) => {
    const catalogue = language === 'en' ? {} : readCatalogue(language);
    const table = await open(language);
    const walked = await walk(table);
    await play(table, (text) => (catalogue[text] as string | undefined) ?? text, walked);
    if (language === 'en') {
      walked.forEach((said, place) => english.set(place, said));
      return;
    }
    const same = sameTexts(catalogue);
    const left = (place: string) =>
      walked
        .get(place)!
        .filter(
          (text) =>
            english.get(place)!.includes(text) &&
            ![same, NAMES].some((known) => known.test(text)) &&
            !titles.has(text),
        );
    const everywhere = [...walked.keys()];
    expect(everywhere.flatMap((place) => left(place).map((text) => `${place}: ${text}`))).toEqual(
      [],
    );
  });
});

it('the editor says its pens and inks in the language', async () => {
  const { page } = await (await site.open('create/', { locale: 'de-DE' })).ready();
  for (const [key, said] of [
    ['l', 'Linie'],
    ['0', 'Papier'],
    ['1', 'Schwarz'],
  ]) {
    await page.keyboard.press(key);
    const live = `[aria-live]:text-matches("^${said}$", "i")`;
    await page.waitForSelector(live, { state: 'attached' });
  }
});
