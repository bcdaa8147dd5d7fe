// Names and letters for colors without any, as in share links. The name is that of the
// nearest well-known color; the letter is taken from the name.

import { msg } from '../i18n/languages';
import type { Swatch } from './puzzle';
import { halves } from './triangles';

/** Well-known colors. Some have several shades. */
const KNOWN: readonly (readonly [string, string])[] = [
  [msg('black'), '#000000'],
  [msg('white'), '#ffffff'],
  [msg('grey'), '#808080'],
  [msg('silver'), '#c0c0c0'],
  [msg('dark grey'), '#484848'],
  [msg('red'), '#d62828'],
  [msg('maroon'), '#7a1020'],
  [msg('orange'), '#f08c1e'],
  [msg('brown'), '#8a5a2b'],
  [msg('brown'), '#3d2314'],
  [msg('tan'), '#d8b48c'],
  [msg('yellow'), '#f5d90a'],
  [msg('olive'), '#7a7a1a'],
  [msg('lime'), '#8fd14f'],
  [msg('green'), '#2a9d3a'],
  [msg('teal'), '#1f8a8a'],
  [msg('cyan'), '#35c4e8'],
  [msg('blue'), '#2458c8'],
  [msg('navy'), '#14245c'],
  [msg('purple'), '#7b3fb0'],
  [msg('magenta'), '#d037b8'],
  [msg('pink'), '#f49ac0'],
];

/** The names of well-known colors, in English, for t. */
export const COLOR_NAMES: readonly string[] = KNOWN.map(([name]) => name);

export function parseRGB(rgb: string): [number, number, number] {
  const value = parseInt(rgb.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export const formatRGB = (value: number): string => '#' + value.toString(16).padStart(6, '0');

/** The approximate perceived difference of two colors, weighted as in "redmean". */
export function colorDistance(a: string, b: string): number {
  const [r1, g1, b1] = parseRGB(a);
  const [r2, g2, b2] = parseRGB(b);
  const mean = (r1 + r2) / 2;
  return (
    (2 + mean / 256) * (r1 - r2) ** 2 +
    4 * (g1 - g2) ** 2 +
    (2 + (255 - mean) / 256) * (b1 - b2) ** 2
  );
}

/** OKLab (Björn Ottosson, 2020): lightness and two color axes. */
function oklab(rgb: string): readonly [l: number, a: number, b: number] {
  const [r, g, b] = parseRGB(rgb).map(linear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Colors with less chroma are greys. */
const GREY_CHROMA = 0.035;

/** The name of the most similar known color; greys are compared only with greys. */
export function nearestName(rgb: string): string {
  const [l, a, b] = oklab(rgb);
  const isGrey = (a: number, b: number) => Math.hypot(a, b) < GREY_CHROMA;
  let [best, least] = ['', Infinity];
  for (const [name, known] of KNOWN) {
    const [l2, a2, b2] = oklab(known);
    if (isGrey(a, b) !== isGrey(a2, b2)) continue;
    // Hue matters more than lightness.
    const distance = Math.hypot(0.5 * (l - l2), a - a2, b - b2);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * A distinct character for every name except the first (the paper): its first letter if
 * free, else another letter of it, else any of `others`.
 */
function charactersFor(names: readonly string[], others: string): string[] {
  const found = names.map(() => '');
  const taken = new Set<string>();
  const take = (i: number, wanted: readonly string[]) => {
    const free = found[i] === '' ? wanted.find((c) => !taken.has(c)) : undefined;
    if (free === undefined) return;
    found[i] = free;
    taken.add(free);
  };
  const spelled = names.map((name) => [...name.replaceAll(/[^\p{L}\p{N}]/gu, '')]);
  for (let i = 1; i < names.length; i++) take(i, spelled[i].slice(0, 1));
  for (let i = 1; i < names.length; i++) take(i, [...spelled[i], ...others]);
  return found;
}

/** A palette from colors, the background first. */
export function namePalette(colors: readonly string[]): Swatch[] {
  const count = new Map<string, number>();
  const plain = colors.map((rgb) => {
    const two = halves(rgb);
    return two
      ? nearestName(two.left) + (two.rising ? '/' : '\\') + nearestName(two.right)
      : nearestName(rgb);
  });
  const symbols = charactersFor(plain, LETTERS);
  return colors.map((rgb, i) => {
    const nth = (count.get(plain[i]) ?? 0) + 1;
    count.set(plain[i], nth);
    const name = nth === 1 ? plain[i] : `${plain[i]} ${nth}`;
    if (i === 0) return { name, symbol: '.', rgb };
    return { name, symbol: colors.length === 2 ? '#' : symbols[i] || '*', rgb };
  });
}

const known = new WeakMap<readonly Swatch[], readonly string[]>();

/**
 * The letters of the inks in cells and clues. The symbols of a palette are not suitable,
 * because files may use any character.
 */
export function inkLetters(palette: readonly Swatch[]): readonly string[] {
  let letters = known.get(palette);
  if (!letters) {
    const names = palette.map((s) => s.name.toUpperCase());
    letters = charactersFor(names, LETTERS.slice(26));
    known.set(palette, letters);
  }
  return letters;
}

const linear = (value: number): number => {
  const s = value / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
};

/** Black or white, whichever has more contrast with a color (WCAG relative luminance). */
export function textOn(rgb: string): '#000000' | '#ffffff' {
  const [r, g, b] = parseRGB(rgb).map(linear);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff';
}
