// Shares the finished picture as an image, or downloads it if the system cannot share.

import { gridRows } from '../model/grid';
import { toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import { download, draw } from '../files/write';
import { picture } from '../games/game.svelte';

/** The approximate longer side in pixels. */
const SIDE = 1000;

export async function sharePicture(
  puzzle: Puzzle,
  cells: Uint8Array,
  title = 'nonogram',
): Promise<void> {
  const cell = Math.max(4, Math.floor(SIDE / Math.max(puzzle.width, puzzle.height)));
  const state = gridRows(puzzle, picture(cells));
  const made = await draw(toJSON(puzzle), { as: 'png', state, cell, bare: true });
  const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase();
  const file = new File([made.content as BlobPart], name + made.extension, { type: made.type });
  if (navigator.canShare?.({ files: [file] })) {
    // Cancelling the share dialog is not an error.
    await navigator.share({ files: [file], title }).catch(() => undefined);
  } else download(made, name);
}
