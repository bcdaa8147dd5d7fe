// Colors whose cells are two triangles. Such a color is written "#rrggbb/#rrggbb": the left
// triangle, the diagonal (/ or \), the right one. For the puzzle it is a color like others.

/** A color, or two with a diagonal between them. */
export const PAINT = /^#[0-9a-f]{6}([/\\]#[0-9a-f]{6})?$/i;

export interface Halves {
  readonly left: string;
  readonly right: string;
  /** The diagonal is /. */
  readonly rising: boolean;
}

/** The triangles of a color, or undefined if it fills its cells. */
export const halves = (rgb: string): Halves | undefined =>
  rgb[0] === '#' && (rgb[7] === '/' || rgb[7] === '\\')
    ? { left: rgb.slice(0, 7), right: rgb.slice(8), rising: rgb[7] === '/' }
    : undefined;

/** The color where triangles cannot be drawn: that of the left one. */
export const plainColor = (rgb: string): string => rgb.slice(0, 7);

/** A color for CSS backgrounds. */
export function cssPaint(rgb: string): string {
  const two = halves(rgb);
  if (!two) return rgb;
  return `linear-gradient(to ${two.rising ? 'bottom' : 'top'} right, ${two.left} 50%, ${two.right} 50%)`;
}

/** A background for text: triangles have a plate in the middle, on which any text can be read. */
export const cssChip = (rgb: string): string =>
  halves(rgb)
    ? `linear-gradient(var(--paper), var(--paper)) center / calc(100% - 8px) calc(100% - 8px) no-repeat, ${cssPaint(rgb)}`
    : rgb;

/** The corners of the right triangle of a cell of side 1 × 1. */
export const rightCorners = ({ rising }: Halves): readonly (readonly [x: number, y: number])[] => [
  rising ? [1, 0] : [0, 0],
  rising ? [1, 1] : [1, 0],
  rising ? [0, 1] : [1, 1],
];

/** Fills a rectangle of a canvas with a color. */
export function fillPaint(
  ctx: CanvasRenderingContext2D,
  rgb: string,
  x: number,
  y: number,
  w: number,
  h: number,
): void {
  const two = halves(rgb);
  ctx.fillStyle = plainColor(rgb);
  ctx.fillRect(x, y, w, h);
  if (!two) return;
  ctx.fillStyle = two.right;
  ctx.beginPath();
  for (const [across, down] of rightCorners(two)) ctx.lineTo(x + across * w, y + down * h);
  ctx.fill();
}
