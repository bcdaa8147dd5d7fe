// Makes a drawing from an image. The browser decodes the file and crops it to a few pixels
// per cell; the engine decides the cells.

import { ask } from '../engine/operations';
import type { GenerateRequest } from '../model/schema';
import { toBase64 } from '../files/read';
import { msg } from '../i18n/languages';
import { namePalette } from '../model/colors';
import { drawingIn } from '../games/drafts';
import type { Drawing } from '../games/drawing';
import { type Crop, type Mask, maskRequest } from './mask';

export type Mode = NonNullable<GenerateRequest['mode']>;

export const MODE_NAMES: Record<Mode, string> = {
  threshold: msg('Black'),
  ink: msg('Inked'),
  edges: msg('Outlines'),
  dither: msg('Dots'),
  color: msg('Colors'),
};

/** The modes in which darkness decides the cells around a threshold. */
export const hasThreshold = (mode: Mode): boolean => mode === 'threshold' || mode === 'ink';

/** The limits of the longer side, in cells. */
export const SIDES = { least: 5, most: 80 };

export interface ImageOptions {
  readonly crop: Crop;
  /** The number of cells of the longer side. */
  readonly side: number;
  readonly mode: Mode;
  /** Above 0 more cells become black, below fewer; -1 to 1. */
  readonly bias: number;
  /** How much the threshold adapts to the surroundings; 0 to 1. */
  readonly local: number;
  readonly invert: boolean;
  /** The number of inks besides the paper. */
  readonly inks: number;
  /** Areas of up to this many cells are removed. */
  readonly specks: number;
  /** What is marked on the whole image. */
  readonly mask?: Mask;
}

export const DEFAULT_IMAGE_OPTIONS: ImageOptions = {
  crop: { left: 0, right: 0, top: 0, bottom: 0 },
  side: 25,
  mode: 'threshold',
  bias: 0,
  local: 0.5,
  invert: false,
  inks: 3,
  specks: 0,
};

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the drawing in cells, and the cropped part in pixels. */
export function sizes(image: Size, { crop, side }: Pick<ImageOptions, 'crop' | 'side'>) {
  const part = {
    x: Math.floor(image.width * crop.left),
    y: Math.floor(image.height * crop.top),
    width: Math.max(1, Math.round(image.width * (1 - crop.left - crop.right))),
    height: Math.max(1, Math.round(image.height * (1 - crop.top - crop.bottom))),
  };
  const scale = side / Math.max(part.width, part.height);
  const cells = {
    width: Math.max(1, Math.round(part.width * scale)),
    height: Math.max(1, Math.round(part.height * scale)),
  };
  return { part, cells };
}

/** Pixels per cell. The engine samples 4 × 4 points of each. */
const DENSITY = 8;

/** The cropped part, no larger than the engine needs. */
export function pixels(image: ImageBitmap, wish: ImageOptions): ImageData {
  const { part, cells } = sizes(image, wish);
  const width = Math.min(part.width, cells.width * DENSITY);
  const height = Math.min(part.height, cells.height * DENSITY);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const ctx = canvas.getContext('2d', { willReadFrequently: true })!;
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, width, height);
  return ctx.getImageData(0, 0, width, height);
}

export interface FromImage {
  readonly drawing: Drawing;
  readonly doubt: readonly number[];
  /** The number of cells that a repair has changed, if there was one. */
  readonly changed?: number;
}

export async function askImage(
  image: ImageBitmap,
  wish: ImageOptions,
  signal: AbortSignal,
): Promise<FromImage> {
  const { cells } = sizes(image, wish);
  const { width, height, data } = pixels(image, wish);
  const colored = wish.mode === 'color';
  const request: GenerateRequest = {
    kind: 'image',
    ...cells,
    image: { width, height, rgba: toBase64(data) },
    mode: wish.mode,
    fit: 'stretch', // the part has the right proportions except for rounding
    specks: wish.specks,
    mask: maskRequest(wish.mask, wish.crop),
    ...(colored ? { colors: wish.inks } : { bias: wish.bias, invert: wish.invert }),
    ...(hasThreshold(wish.mode) ? { local: wish.local } : {}),
  };
  const { puzzles, doubt = [] } = await ask('generate', request, { signal });
  const drawing = drawingIn(puzzles[0])!;
  const palette = namePalette(drawing.palette.map((s) => s.rgb));
  return { drawing: { ...drawing, palette }, doubt };
}
