// Reads a printed puzzle from a photo. The browser decodes and rotates it; the engine reads
// it in a worker. Nothing leaves the device.

import { ask } from '../engine/operations';
import { msg } from '../i18n/languages';
import type { ScanAnswer } from '../model/schema';

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

/** The stages of reading, each with its text and the report of the engine that ends it. */
export const STAGES: readonly { readonly text: string; readonly end?: string }[] = [
  { text: msg('Preparing the photo…') },
  { text: msg('Looking for the board…'), end: '1-board' },
  { text: msg('Looking for the clues…'), end: '3-clues' },
  { text: msg('Reading the numbers…'), end: '4-digits' },
  { text: msg('Checking the numbers…') },
];

/** Reads a photo. `onstage` is called with the index of each stage that begins. */
export function askPhoto(
  pixels: ImageData,
  signal: AbortSignal,
  onstage: (stage: number) => void,
): Promise<ScanAnswer> {
  const { width, height, data: rgba } = pixels;
  onstage(1);
  const onProgress = ({ stage }: { stage?: string }) => {
    const ended = STAGES.findIndex(({ end }) => end !== undefined && end === stage);
    if (ended >= 0) onstage(ended + 1);
  };
  return ask('scan', { image: { width, height, rgba: '' } }, { signal, onProgress, rgba });
}
