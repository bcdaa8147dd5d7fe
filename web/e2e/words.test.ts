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
  ...['', 'learn/', 'daily/', 'endless/', 'records/', 'play/1/'],
  ...['solve/', 'create/', 'techniques/', 'techniques/glue/'],
];

/** What stands on a page in any language: names of things, units, keys. */
const NAMES = /^(Nonogram|English|PNG|SVG|PDF|A4|Ctrl|Shift|Esc|[a-z])$/;

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
      if (element.closest('[lang=en], script, style, code, kbd')) continue;
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
  for (const place of PLACES) {
    await page.goto(site.url + place);
    await page.waitForSelector('main h1, .board[data-origin]');
    said.set(place, await texts(table));
    if (process.env.SHOTS)
      await page.screenshot({
        path: `${process.env.SHOTS}/${language}-${place.replaceAll('/', '_')}.png`,
        fullPage: true,
      });
  }
  return said;
}

describe('every place', () => {
  it('is said in the language that was chosen', async () => {
    const english = await walk('en');
    const left: string[] = [];
    for (const language of (process.env.LANGS?.split(',') ??
      Object.keys(LANGUAGES)) as Language[]) {
      if (language === 'en') continue;
      const file = (await import(`../src/words/${language}.ts`)) as { default: Catalogue };
      const same = new Set(Object.values(file.default).filter((told) => typeof told === 'string'));
      for (const [place, said] of await walk(language)) {
        const known = new Set(english.get(place));
        left.push(
          ...said
            .filter((text) => known.has(text) && !same.has(text) && !NAMES.test(text))
            .map((text) => `${language} ${place}: ${text}`),
        );
      }
    }
    expect(left).toEqual([]);
  });
});
