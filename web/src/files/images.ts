// Opens images, and passes one from page to page.

import { t } from '../i18n/i18n.svelte';

/** A file that cannot be opened as an image. The message is shown to the player. */
export class ImageError extends Error {
  override name = 'ImageError';
}

/** Larger than any camera's files. Decoding much larger ones can crash the browser. */
const MAX_FILE = 64 << 20;

/** An image that another page passes to the create page. */
let handed: File | undefined;

export const handImage = (file: File): void => void (handed = file);

export function takeImage(): File | undefined {
  const file = handed;
  handed = undefined;
  return file;
}

/** The longer side of an SVG drawing in pixels, more than the engine uses. */
const DRAWN_SIDE = 1024;

export async function openImage(file: Blob): Promise<ImageBitmap> {
  if (file.size > MAX_FILE) throw new ImageError(t('This file is too large for a picture.'));
  try {
    if (file.type === 'image/svg+xml') return await drawSVG(file);
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new ImageError(t('This file is not an image that the browser can read.'));
  }
}

/** Browsers make bitmaps of SVG only through an image element, which runs and fetches nothing. */
async function drawSVG(file: Blob): Promise<ImageBitmap> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const scale = DRAWN_SIDE / Math.max(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await createImageBitmap(canvas);
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** Reports whether the browser can show a file as an image. */
export const isImage = (file: Blob): Promise<boolean> =>
  openImage(file).then(
    (image) => (image.close(), true),
    () => false,
  );
