// Classes of puzzles by their size.

export const SIZES = ['small', 'medium', 'large', 'huge'] as const;
export type SizeClass = (typeof SIZES)[number];

/** The size class by the longer side. */
export function sizeClass({ width, height }: { width: number; height: number }): SizeClass {
  const side = Math.max(width, height);
  if (side <= 10) return 'small';
  if (side <= 15) return 'medium';
  return side <= 20 ? 'large' : 'huge';
}
