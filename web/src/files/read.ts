// Reads puzzles from files and pasted texts, in any format of the engine. A file can
// contain several puzzles, and some may be unreadable.

import { EngineError } from '../engine';
import { ask, RefusedError } from '../engine/operations';
import type { PuzzleJSON } from '../model/json';
import { t } from '../i18n/i18n.svelte';

export interface Opened {
  /** The name of the file, if any. */
  readonly name?: string;
  readonly format?: string;
  /** How an ambiguous text was read. */
  readonly readAs?: string;
  readonly puzzles: readonly PuzzleJSON[];
  /** Errors of unreadable puzzles in the file. */
  readonly errors: readonly FileTrouble[];
}

/** An error in a file. The message is for people. */
export interface FileTrouble {
  readonly message: string;
  /** The message is English. */
  readonly english?: boolean;
  /** The position from 1, if known. */
  readonly line?: number;
  readonly column?: number;
  /** The line itself, if the file is text. */
  readonly text?: string;
  /** The formats that it can be read in, if it is ambiguous. */
  readonly formats?: readonly string[];
}

/** A file that cannot be read at all. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';

  constructor(readonly trouble: FileTrouble) {
    super(trouble.message);
  }
}

/** Larger than any collection of puzzles. */
const MAX_BYTES = 16 << 20;
/** The number of characters of a line that are shown. */
const SHOWN = 80;

export async function readText(text: string, name?: string, format?: string): Promise<Opened> {
  if (text.trim() === '') throw new UnreadableError({ message: t('There is nothing in it.') });
  return decode({ text }, name, text, format);
}

export async function readFile(file: File, format?: string): Promise<Opened> {
  if (file.size > MAX_BYTES) {
    const size = Math.round(file.size / (1 << 20));
    throw new UnreadableError({
      message: t('This file has {size} MB; at most {most} MB are read.', {
        size,
        most: MAX_BYTES >> 20,
      }),
    });
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === 0) throw new UnreadableError({ message: t('This file is empty.') });
  const text = asText(bytes);
  return text === undefined
    ? decode({ data: toBase64(bytes) }, file.name, undefined, format)
    : decode({ text }, file.name, text, format);
}

/** Decodes UTF-8 text; undefined for binary data. */
function asText(bytes: Uint8Array): string | undefined {
  if (bytes.subarray(0, 1024).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const CHUNK = 0x8000;

export function toBase64(bytes: Uint8Array | Uint8ClampedArray): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  }
  return btoa(binary);
}

async function decode(
  input: { text: string } | { data: string },
  name: string | undefined,
  text: string | undefined,
  as: string | undefined,
): Promise<Opened> {
  try {
    const request = {
      ...input,
      ...(name ? { filename: name } : {}),
      ...(as ? { format: as } : {}),
    };
    const { format, read_as: readAs, puzzles, errors = [] } = await ask('decode', request);
    return {
      name,
      format,
      readAs,
      puzzles,
      errors: errors.map((e) => locate(e.message, e.where, text)),
    };
  } catch (e) {
    if (e instanceof RefusedError) {
      // The page has a button for each format.
      const message = e.message.replace(/; the format says which.*/, '.');
      const trouble = { ...locate(message, e.where, text), english: true };
      throw new UnreadableError(
        e.formats.length > 0 ? { ...trouble, formats: e.formats } : trouble,
      );
    }
    if (e instanceof EngineError) {
      throw new UnreadableError({
        message: t(
          'The engine could not be loaded. Check the connection and try again; nothing you have drawn is lost.',
        ),
      });
    }
    throw e;
  }
}

/** Parses a position like "clues.non:3:7" or "3:7", and quotes the line. */
export function locate(
  message: string,
  where: string | undefined,
  text: string | undefined,
): FileTrouble {
  const found = /(\d+):(\d+)$/.exec(where ?? '') ?? undefined;
  if (!found) return { message };
  const [line, column] = [Number(found[1]), Number(found[2])];
  const quoted = text?.split(/\r\n|\r|\n/)[line - 1];
  return { message, line, column, ...(quoted === undefined ? {} : { text: cut(quoted, column) }) };
}

function cut(line: string, column: number): string {
  const from = Math.max(0, Math.min(column - SHOWN / 2, line.length - SHOWN));
  const part = line.slice(from, from + SHOWN);
  return (from > 0 ? '…' : '') + part + (from + SHOWN < line.length ? '…' : '');
}
