import type { Size } from './layout';

/**
 * Resizes a canvas to a size in CSS pixels if necessary, which clears it. Drawing then uses
 * CSS pixels.
 */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  room: Size,
  dpr: number,
): { ctx: CanvasRenderingContext2D; cleared: boolean } {
  const width = Math.round(room.width * dpr);
  const height = Math.round(room.height * dpr);
  const cleared = canvas.width !== width || canvas.height !== height;
  if (cleared) {
    canvas.width = width;
    canvas.height = height;
  }
  const ctx = canvas.getContext('2d')!;
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  return { ctx, cleared };
}
