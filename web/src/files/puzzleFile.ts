// A puzzle in the project's JSON in full, with the texts and the picture that the
// board has no use for. It is what files hold, and what the engine reads and writes.

import type { PuzzleJSON } from '../model/json';

export interface PuzzleFileJSON extends PuzzleJSON {
  id?: string;
  copyright?: string;
  license?: string;
  source?: string;
  notes?: string;
  width?: number;
  height?: number;
  /** The picture. */
  goal?: string[];
}

/** A name for a file: the title in plain letters. */
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

/** How many puzzles a size is said with. */
export const sizeText = (json: PuzzleFileJSON): string =>
  `${json.columns?.length ?? 0} × ${json.rows?.length ?? 0}`;
