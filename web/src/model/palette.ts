// Changes palettes. Names and letters follow from the colors (model/colors.ts).

import { colorDistance, namePalette } from './colors';
import type { Swatch } from './puzzle';
import { type Halves, halves, plainColor } from './triangles';

/** The largest number of inks, as in pictures from images. */
export const MAX_INKS = 16;

/** New inks in order: distinct, and dark enough for paper. */
const OFFERED = [
  '#000000',
  '#d62828',
  '#2458c8',
  '#2a9d3a',
  '#f08c1e',
  '#7b3fb0',
  '#8a5a2b',
  '#35c4e8',
  '#f49ac0',
  '#f5d90a',
  '#808080',
  '#14245c',
  '#7a1020',
  '#8fd14f',
  '#1f8a8a',
  '#d8b48c',
];

const colors = (palette: readonly Swatch[]): string[] => palette.map((s) => s.rgb);

/** The palette with another ink that differs from the existing ones. */
export function addInk(palette: readonly Swatch[]): Swatch[] {
  const apart = (rgb: string) => Math.min(...palette.map((s) => colorDistance(s.rgb, rgb)));
  const next =
    OFFERED.find((rgb) => apart(rgb) > 10_000) ??
    OFFERED.reduce((a, b) => (apart(a) >= apart(b) ? a : b));
  return namePalette([...colors(palette), next]);
}

export const removeInk = (palette: readonly Swatch[], color: number): Swatch[] =>
  namePalette(colors(palette).filter((_, i) => i !== color));

export const recolor = (palette: readonly Swatch[], color: number, rgb: string): Swatch[] =>
  namePalette(colors(palette).map((old, i) => (i === color ? rgb.toLowerCase() : old)));

/** Divides the cells of an ink into triangles, of its color and of paper, or makes them whole. */
export function divide(palette: readonly Swatch[], color: number): Swatch[] {
  const { rgb } = palette[color];
  return recolor(palette, color, halves(rgb) ? plainColor(rgb) : `${rgb}/${palette[0].rgb}`);
}

/** Recolors one triangle of an ink, or turns its diagonal. */
export function reshape(
  palette: readonly Swatch[],
  color: number,
  change: Partial<Halves>,
): Swatch[] {
  const { left, right, rising } = { ...halves(palette[color].rgb)!, ...change };
  return recolor(palette, color, left + (rising ? '/' : '\\') + right);
}
