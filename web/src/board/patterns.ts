// Patterns that identify colors without color vision: strokes in a unit square, one pattern
// per ink, in black or white.

type Stroke = readonly [x1: number, y1: number, x2: number, y2: number];

const PATTERNS: readonly (readonly Stroke[])[] = [
  [[0, 1, 1, 0]],
  [[0, 0.5, 1, 0.5]],
  [[0.5, 0, 0.5, 1]],
  [[0, 0, 1, 1]],
  [
    [0, 0.5, 1, 0.5],
    [0.5, 0, 0.5, 1],
  ],
  [
    [0, 1, 1, 0],
    [0, 0, 1, 1],
  ],
  [
    [0, 0.33, 1, 0.33],
    [0, 0.67, 1, 0.67],
  ],
  [
    [0.33, 0, 0.33, 1],
    [0.67, 0, 0.67, 1],
  ],
  [
    [0, 0.5, 0.5, 0],
    [0.5, 1, 1, 0.5],
  ],
  [
    [0, 0.5, 0.5, 1],
    [0.5, 0, 1, 0.5],
  ],
];

const strokesOf = (color: number) => PATTERNS[(color - 1) % PATTERNS.length];

/** The pattern of a color as a path in a unit square. */
export const patternPath = (color: number): string =>
  strokesOf(color)
    .map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`)
    .join('');

/** Strokes the pattern of a color in a square. The ten patterns repeat. */
export function strokePattern(
  ctx: CanvasRenderingContext2D,
  color: number,
  x: number,
  y: number,
  size: number,
): void {
  ctx.beginPath();
  for (const [x1, y1, x2, y2] of strokesOf(color)) {
    ctx.moveTo(x + x1 * size, y + y1 * size);
    ctx.lineTo(x + x2 * size, y + y2 * size);
  }
  ctx.stroke();
}
