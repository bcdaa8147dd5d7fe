// What the maker has marked on an image as subject and as background, with a round brush. The
// engine cuts the subject out.

import type { Mask as MaskRequest } from '../model/schema';
import { toBase64 } from '../files/read';

/** The cropped fractions of the image, each from 0 to 1. */
export interface Crop {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The marks of an image, row by row, as the engine has them. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly marks: Uint8Array<ArrayBuffer>;
}

/** What a brush leaves. */
export type Mark = 'subject' | 'background' | 'none';

const VALUES: Record<Mark, number> = { none: 0, subject: 1, background: 2 };

/** A place of an image, from 0 to 1. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The number of marks along the longer side, and the radius of the brush in marks. */
const SIDE = 96;
const BRUSH = 2.5;

export function newMask(image: { readonly width: number; readonly height: number }): Mask {
  const scale = SIDE / Math.max(image.width, image.height);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  return { width, height, marks: new Uint8Array(width * height) };
}

/** The mask with a stroke from one place to another. */
export function stroked(mask: Mask, from: Place, to: Place, mark: Mark): Mask {
  const { width, height } = mask;
  const marks = mask.marks.slice();
  const [u, v] = [from.x * width, from.y * height];
  const [du, dv] = [to.x * width - u, to.y * height - v];
  const length = du * du + dv * dv;
  for (let i = 0; i < marks.length; i++) {
    const [x, y] = [(i % width) + 0.5 - u, Math.floor(i / width) + 0.5 - v];
    const along = length > 0 ? Math.min(1, Math.max(0, (x * du + y * dv) / length)) : 0;
    if (Math.hypot(x - along * du, y - along * dv) <= BRUSH) marks[i] = VALUES[mark];
  }
  return { width, height, marks };
}

/** The mask of the part of an image, for the engine; undefined if nothing is marked. */
export function maskRequest(mask: Mask | undefined, crop: Crop): MaskRequest | undefined {
  if (!mask) return undefined;
  const span = (size: number, before: number, after: number) => {
    const from = Math.min(size - 1, Math.round(size * before));
    return [from, Math.max(from + 1, Math.round(size * (1 - after)))];
  };
  const [left, right] = span(mask.width, crop.left, crop.right);
  const [top, bottom] = span(mask.height, crop.top, crop.bottom);
  const width = right - left;
  const marks = new Uint8Array(width * (bottom - top));
  for (let y = top; y < bottom; y++) {
    const row = mask.marks.subarray(y * mask.width + left, y * mask.width + right);
    marks.set(row, (y - top) * width);
  }
  if (!marks.some((m) => m > 0)) return undefined;
  return { width, height: bottom - top, marks: toBase64(marks) };
}
