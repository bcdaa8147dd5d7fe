import { describe, expect, it } from 'vitest';
import { setLanguage } from '../src/i18n/i18n.svelte';
import { inkLetters, namePalette, nearestName } from '../src/model/colors';
import { packPuzzle, PACK } from '../src/pack/pack';
import { colorName } from '../src/ui/colorName';

describe('colors', () => {
  it.each([
    ['#444444', 'dark grey'],
    ['#101010', 'black'],
    ['#888888', 'grey'],
    ['#bdbdbd', 'silver'],
    ['#fffdf8', 'white'],
    ['#14245c', 'navy'],
    ['#0000ff', 'blue'],
    ['#ff0000', 'red'],
    ['#8b4513', 'brown'],
    ['#3d2314', 'brown'],
    ['#00ff00', 'lime'],
    ['#006400', 'green'],
    ['#ffff00', 'yellow'],
    ['#ffc0cb', 'pink'],
    ['#87ceeb', 'cyan'],
    ['#800080', 'purple'],
    ['#ffa500', 'orange'],
  ])('%s is called %s', (rgb, name) => expect(nearestName(rgb)).toBe(name));

  it('have letters of their names, and first letters first', () => {
    const letters = (...names: string[]) =>
      inkLetters(['white', ...names].map((name) => ({ name, symbol: '?', rgb: '#000000' }))).slice(
        1,
      );
    expect(letters('brown', 'green', 'red')).toEqual(['B', 'G', 'R']);
    expect(letters('black', 'brown', 'blue')).toEqual(['B', 'R', 'L']);
    expect(letters('black', 'brown', 'red')).toEqual(['B', 'O', 'R']);
    expect(letters('red', 'red 2', 'red 3', 'red 4')).toEqual(['R', 'E', 'D', '4']);
    expect(letters('rot', 'grün', 'Ölgrün')).toEqual(['R', 'G', 'Ö']);
  });

  it('have different symbols, however many there are', () => {
    const many = Array.from({ length: 64 }, (_, i) => '#' + (i * 4).toString(16).padStart(6, '0'));
    const symbols = namePalette(many)
      .slice(1)
      .map((s) => s.symbol);
    expect(new Set(symbols.slice(0, 62)).size).toBe(62);
  });

  it('of the pack have names in every language', async () => {
    const names = new Set<string>();
    for (const { number } of PACK.filter((e) => e.inks > 1))
      for (const { name } of (await packPuzzle(number))!.palette) names.add(name);
    expect(names.size).toBeGreaterThan(20);
    await setLanguage('ja');
    const same = [...names].filter((name) => colorName(name) === name);
    await setLanguage('en');
    expect(same).toEqual([]);
  });

  it('of the pack have letters of their names', async () => {
    for (const { number } of PACK.filter((e) => e.inks > 1)) {
      const { palette } = (await packPuzzle(number))!;
      inkLetters(palette).forEach((letter, i) => {
        if (i > 0) expect(palette[i].name.toUpperCase(), `No. ${number}`).toContain(letter);
      });
    }
  });
});
