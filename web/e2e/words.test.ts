// Every place in every language: nothing that is read or heard there is what the English
// page says, unless the language says the same. Elements that say of themselves that they
// are English (lang="en": what the engine tells, the prose on techniques) are left out.

import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Catalogue, type Language } from '../src/words/word';
import { type Table, useSite } from './app';

const site = useSite();

/** Places that are still English, in all languages. Nothing is added here; what is done goes. */
const OPEN = ['lab/'];

const PLACES = [
  ...['learn/', 'daily/', 'endless/', 'records/', 'play/1/'],
  ...['solve/', 'create/', 'techniques/', 'techniques/glue/', ''],
];

/** What is the same in any language: the name of this one, a file as programs write it, months. */
const NAMES = /^(English|width 5\n.*|November 2026)$/s;

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

async function walk(language: Language): Promise<Map<string, string[]>> {
  const table = await open(language);
  const { page } = table;
  await page.clock.setFixedTime(new Date('2026-11-16T08:00:00Z'));
  const said = new Map<string, string[]>();
  for (const place of [...PLACES, ...OPEN]) {
    // As a link would go there: without loading the page again.
    await page.evaluate((url) => {
      for (const left of document.querySelectorAll('main h1, .board'))
        left.setAttribute('data-left', '');
      history.pushState(null, '', url);
      dispatchEvent(new PopStateEvent('popstate'));
    }, site.url + place);
    await page.waitForSelector(':is(main h1, .board[data-origin]):not([data-left])');
    said.set(place, await texts(table));
  }
  return said;
}

describe('every place', () => {
  const english = new Map<string, string[]>();
  it.each(Object.keys(LANGUAGES) as Language[])('is said in %s', async (language) => {
    const walked = await walk(language);
    if (language === 'en') {
      walked.forEach((said, place) => english.set(place, said));
      return;
    }
    const file = (await import(`../src/words/${language}.ts`)) as { default: Catalogue };
    const same = sameTexts(file.default);
    const left = (place: string) =>
      walked
        .get(place)!
        .filter(
          (text) => english.get(place)!.includes(text) && !same.test(text) && !NAMES.test(text),
        );
    expect(PLACES.flatMap((place) => left(place).map((text) => `${place}: ${text}`))).toEqual([]);
    for (const place of OPEN) expect(left(place)).not.toEqual([]);
  });
});
