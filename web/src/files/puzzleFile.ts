// Names and sizes of puzzle files.

import type { PuzzleJSON } from '../model/json';

/** A file name: the title in ASCII letters. */
export function fileName(title: string | undefined): string {
  const plain = (title ?? '')
    .normalize('NFKD')
    .replaceAll(/[^\w -]/g, '')
    .trim()
    .replaceAll(/[\s_-]+/g, '-')
    .toLowerCase()
    .slice(0, 60);
  return plain || 'nonogram';
}

/** The size of a puzzle, as shown in lists. */
export const sizeText = (json: PuzzleJSON): string =>
  `${json.columns?.length ?? 0} × ${json.rows?.length ?? 0}`;
