// Images for sharing: the finished picture, and a card about the result that does not show
// it. Both are drawn in the browser and leave it only through the system's share sheet.

import { download } from '../files/write';
import type { Coloring } from '../board/canvasPainter';
import type { Puzzle } from '../model/puzzle';
import { fillPaint } from '../model/triangles';

/** The side of the card and the longer side of a picture, in pixels. */
const SIDE = 1080;

export interface Card {
  /** The date or the number. */
  readonly name: string;
  /** Size, time and hints. */
  readonly facts: string;
  /** The name of the app. */
  readonly app: string;
  /** The pattern is made from this text alone. */
  readonly seed: string;
}

const FONT = ' system-ui, sans-serif';
const CARD = { paper: '#faf7f0', ink: '#1d1b18', quiet: '#645e54' };
const PATTERN_COLORS = ['#2455c4', '#e4572e', '#f4bd33', '#41801f', '#57407d', '#1e6d69'];
const PATTERN = { cells: 11, top: 120, side: 616 };

/** A mirrored pattern of colors, by a seed: true to nothing but the seed. */
export function patternOf(seed: string, cells = PATTERN.cells): number[][] {
  let state = 2166136261;
  for (const c of seed) state = Math.imul(state ^ c.charCodeAt(0), 16777619) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const inks = [0, 1].map(() => 1 + Math.floor(next() * PATTERN_COLORS.length));
  return Array.from({ length: cells }, () => {
    const half = Array.from({ length: Math.ceil(cells / 2) }, () =>
      next() < 0.5 ? 0 : inks[Math.floor(next() * inks.length)],
    );
    return [...half, ...half.slice(0, Math.floor(cells / 2)).reverse()];
  });
}

function drawCard(ctx: CanvasRenderingContext2D, { name, facts, app, seed }: Card): void {
  ctx.fillStyle = CARD.paper;
  ctx.fillRect(0, 0, SIDE, SIDE);
  const size = PATTERN.side / PATTERN.cells;
  const left = (SIDE - PATTERN.side) / 2;
  patternOf(seed).forEach((row, y) =>
    row.forEach((color, x) => {
      if (color === 0) return;
      ctx.fillStyle = PATTERN_COLORS[color - 1];
      ctx.fillRect(left + x * size, PATTERN.top + y * size, size, size);
    }),
  );
  ctx.textAlign = 'center';
  const write = (text: string, y: number, font: string, color: string) => {
    ctx.font = font + FONT;
    ctx.fillStyle = color;
    ctx.fillText(text, SIDE / 2, y, SIDE - 120);
  };
  write(name, 850, '600 72px', CARD.ink);
  write(facts, 930, '400 44px', CARD.quiet);
  write(app, 1020, '600 36px', CARD.quiet);
}

async function image(
  draw: (ctx: CanvasRenderingContext2D) => void,
  width = SIDE,
  height = SIDE,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  draw(canvas.getContext('2d')!);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no image'))), 'image/png'),
  );
}

const file = (blob: Blob, name: string): File =>
  new File(
    [blob],
    name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() + blob.type.replace('image/', '.'),
    { type: blob.type },
  );

async function save(shared: File): Promise<void> {
  const content = new Uint8Array(await shared.arrayBuffer());
  download({ extension: '', type: shared.type, content, losses: [] }, shared.name);
}

/** Opens the share sheet. Cancelling it is not an error. */
const openSheet = (data: ShareData): Promise<void> => navigator.share(data).catch(() => undefined);

/** Without HTTPS there is no clipboard, and a player may forbid it. */
const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Shares a card with a text through the share sheet. Without one for files it copies the text
 * and returns a function that saves the card.
 */
export async function shareCard(
  card: Card,
  text: string,
): Promise<{ copied: boolean; save: () => void } | undefined> {
  const shared = file(await image((ctx) => drawCard(ctx, card)), card.name);
  if (navigator.canShare?.({ files: [shared] })) {
    await openSheet({ files: [shared], text });
    return undefined;
  }
  const copied = await copyText(text);
  return { copied, save: () => void save(shared) };
}

/** Shares the colored picture, or saves it if the system cannot share. */
export async function shareColored(
  { width, height }: Puzzle,
  { cells, colors }: Coloring,
  title = 'nonogram',
): Promise<void> {
  const cell = Math.floor(SIDE / Math.max(width, height));
  const draw = (ctx: CanvasRenderingContext2D) =>
    cells.forEach((color, i) =>
      fillPaint(ctx, colors[color], (i % width) * cell, Math.floor(i / width) * cell, cell, cell),
    );
  await shareFile(await image(draw, width * cell, height * cell), title);
}

/** Shares a picture under a title, or saves it if the system cannot share. */
export async function shareFile(blob: Blob, title = 'nonogram'): Promise<void> {
  const shared = file(blob, title);
  if (navigator.canShare?.({ files: [shared] })) await openSheet({ files: [shared], title });
  else await save(shared);
}
