// The size of a board as text.

import { plural } from '../i18n/i18n.svelte';
import type { Puzzle } from './puzzle';

/** 15 × 10, or the number of triangles of a triddler. */
export const sizeName = ({
  width,
  height,
  shape,
}: Pick<Puzzle, 'width' | 'height' | 'shape'>): string =>
  shape
    ? plural(
        shape.of.filter(Boolean).length,
        'Triddler with {n} triangle',
        'Triddler with {n} triangles',
      )
    : `${width} × ${height}`;
