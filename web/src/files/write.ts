// Writing puzzles in any format, and drawing them, by the engine; and handing files
// to the browser.

import { ask } from '../engine/operations';
import type { ConvertResponse, Format, RenderRequest, RenderResponse } from '../model/schema';
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
  /** What the format could not hold. */
  readonly losses: readonly string[];
}

/** Writes a puzzle; what the format cannot hold is left out, and listed. */
export async function convert(puzzle: PuzzleJSON, to: string): Promise<MadeFile> {
  return made(await ask('convert', { puzzle, to, lossy: true }));
}

export async function draw(
  puzzle: PuzzleJSON,
  options: Omit<RenderRequest, 'puzzle'>,
): Promise<MadeFile> {
  return made(await ask('render', { puzzle, ...options }));
}

function made(file: ConvertResponse | RenderResponse): MadeFile {
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

/** Long enough for the slowest browser to begin reading. */
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
