// Writes and draws puzzles with the engine, and downloads files.

import { ask } from '../engine/operations';
import type { ConvertAnswer, Format, RenderRequest, RenderAnswer } from '../model/schema';
import type { PuzzleJSON } from '../model/json';

/** The formats that can be written. */
export async function listFormats(): Promise<Format[]> {
  const { formats } = await ask('formats', {});
  return formats.filter((f) => f.writes);
}

export interface MadeFile {
  readonly extension: string;
  readonly type: string;
  readonly content: string | Uint8Array;
  /** What the format cannot hold. */
  readonly losses: readonly string[];
}

/** Writes a puzzle in a format. Properties that the format cannot hold are left out. */
export async function convert(puzzle: PuzzleJSON, to: string): Promise<MadeFile> {
  return made(await ask('convert', { puzzle, to, lossy: true }));
}

export async function draw(
  puzzle: PuzzleJSON,
  options: Omit<RenderRequest, 'puzzle'>,
): Promise<MadeFile> {
  return made(await ask('render', { puzzle, ...options }));
}

function made(file: ConvertAnswer | RenderAnswer): MadeFile {
  return {
    extension: file.extension,
    type: 'media_type' in file ? file.media_type : 'text/plain; charset=utf-8',
    content:
      file.data === undefined
        ? (file.text ?? '')
        : Uint8Array.from(atob(file.data), (c) => c.charCodeAt(0)),
    losses: ('losses' in file && file.losses) || [],
  };
}

/** The time after which the address of a download is released. */
const KEPT_MS = 60_000;

export function download(file: MadeFile, name: string): void {
  const blob = new Blob([file.content as BlobPart], { type: file.type });
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name + file.extension;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
