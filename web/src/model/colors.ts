// Names and letters for colors that have none, as in share links, which carry only
// what a picture needs. Names come from the nearest of some well-known colors.

import type { Swatch } from './puzzle';

const KNOWN: readonly (readonly [string, string])[] = [
  ['black', '#000000'],
  ['white', '#ffffff'],
  ['grey', '#808080'],
  ['silver', '#c0c0c0'],
  ['red', '#d62828'],
  ['maroon', '#7a1020'],
  ['orange', '#f08c1e'],
  ['brown', '#8a5a2b'],
  ['tan', '#d8b48c'],
  ['yellow', '#f5d90a'],
  ['olive', '#7a7a1a'],
  ['lime', '#8fd14f'],
  ['green', '#2a9d3a'],
  ['teal', '#1f8a8a'],
  ['cyan', '#35c4e8'],
  ['blue', '#2458c8'],
  ['navy', '#14245c'],
  ['purple', '#7b3fb0'],
  ['magenta', '#d037b8'],
  ['pink', '#f49ac0'],
];

export function parseRGB(rgb: string): [number, number, number] {
  const value = parseInt(rgb.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export const formatRGB = (value: number): string => '#' + value.toString(16).padStart(6, '0');

/** How different two colors look, roughly; the weights are those of "redmean". */
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

function nearestName(rgb: string): string {
  let best = KNOWN[0];
  for (const known of KNOWN) {
    if (colorDistance(rgb, known[1]) < colorDistance(rgb, best[1])) best = known;
  }
  return best[0];
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A palette from bare colors, the background first. */
export function namePalette(colors: readonly string[]): Swatch[] {
  const names = new Map<string, number>();
  const taken = new Set<string>();
  return colors.map((rgb, i) => {
    const plain = nearestName(rgb);
    const nth = (names.get(plain) ?? 0) + 1;
    names.set(plain, nth);
    const name = nth === 1 ? plain : `${plain} ${nth}`;
    if (i === 0) return { name, symbol: '.', rgb };
    if (colors.length === 2) return { name, symbol: '#', rgb };
    const symbol = [...plain, ...LETTERS].find((c) => !taken.has(c)) ?? '*';
    taken.add(symbol);
    return { name, symbol, rgb };
  });
}

/** Black or white, whichever reads better on a color (relative luminance of WCAG). */
export function textOn(rgb: string): '#000000' | '#ffffff' {
  const [r, g, b] = parseRGB(rgb).map((v) => {
    const s = v / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff';
}
