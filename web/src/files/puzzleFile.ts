// Names and sizes of puzzle files.

import { t } from '../i18n/i18n.svelte';
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
  json.triddler ? t('Triddler') : `${json.columns?.length ?? 0} × ${json.rows?.length ?? 0}`;
