// Classes of puzzles by their size.

import { msg } from '../i18n/languages';
export const SIZES = ['small', 'medium', 'large', 'huge'] as const;
export type SizeClass = (typeof SIZES)[number];

export const SIZE_NAMES: Record<SizeClass, string> = {
  small: msg('Up to 10 × 10'),
  medium: msg('Up to 15 × 15'),
  large: msg('Up to 20 × 20'),
  huge: msg('Larger'),
};

/** The size class by the longer side. */
export function sizeClass({ width, height }: { width: number; height: number }): SizeClass {
  const side = Math.max(width, height);
  if (side <= 10) return 'small';
  if (side <= 15) return 'medium';
  return side <= 20 ? 'large' : 'huge';
}
