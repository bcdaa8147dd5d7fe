// Reads a printed puzzle from a photo. The browser decodes and rotates it; the engine reads
// it in a worker. Nothing leaves the device.

import { ask } from '../engine/operations';
import { toBase64 } from '../files/read';
import type { ScanResponse } from '../model/schema';

/** More pixels make the engine slower without reading better. */
const MAX_PIXELS = 8_000_000;

/** The photo at the size at which it is read. */
export function photoPixels(image: ImageBitmap): ImageData {
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (image.width * image.height)));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const ctx = canvas.getContext('2d', { willReadFrequently: true })!;
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(image, 0, 0, width, height);
  return ctx.getImageData(0, 0, width, height);
}

export const askPhoto = (pixels: ImageData, signal: AbortSignal): Promise<ScanResponse> =>
  ask(
    'scan',
    { image: { width: pixels.width, height: pixels.height, rgba: toBase64(pixels.data) } },
    { signal },
  );
