// Writing puzzles in any format, and drawing them, by the engine; and handing files
// to the browser.

import { ask } from '../engine/operations';
import type { PuzzleFileJSON } from './puzzleFile';

export interface Format {
  readonly name: string;
  readonly title: string;
  readonly extensions: readonly string[];
  readonly writes: boolean;
  readonly colors: boolean;
  readonly picture: boolean;
}

/** The formats that can be written. */
export async function listFormats(): Promise<Format[]> {
  const { formats } = await ask<{ formats: Format[] }>('formats', {});
  return formats.filter((f) => f.writes);
}

export interface MadeFile {
  readonly extension: string;
  readonly type: string;
  readonly content: string | Uint8Array;
  /** What the format could not hold. */
  readonly losses: readonly string[];
}

interface FileJSON {
  extension: string;
  media_type?: string;
  text?: string;
  data?: string;
  losses?: string[];
}

/** Writes a puzzle; what the format cannot hold is left out, and listed. */
export async function convert(puzzle: PuzzleFileJSON, to: string): Promise<MadeFile> {
  return made(await ask<FileJSON>('convert', { puzzle, to, lossy: true }));
}

export interface DrawingOptions {
  readonly as: 'svg' | 'png' | 'pdf';
  /** What is drawn into the puzzle; only its clues if missing. */
  readonly state?: readonly string[];
  readonly theme?: 'light' | 'dark';
  readonly cell?: number;
  readonly paper?: 'a4' | 'letter' | 'a5';
  /** PDF: the picture on a page of its own at the back. */
  readonly answers?: boolean;
  /** The cells alone. */
  readonly bare?: boolean;
}

export async function draw(puzzle: PuzzleFileJSON, options: DrawingOptions): Promise<MadeFile> {
  return made(await ask<FileJSON>('render', { puzzle, ...options }));
}

function made(file: FileJSON): MadeFile {
  return {
    extension: file.extension,
    type: file.media_type ?? 'text/plain; charset=utf-8',
    content:
      file.data === undefined
        ? (file.text ?? '')
        : Uint8Array.from(atob(file.data), (c) => c.charCodeAt(0)),
    losses: file.losses ?? [],
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
