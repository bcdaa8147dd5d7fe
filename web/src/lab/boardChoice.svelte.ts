// The board for the methods: from the pack, random as by boardgen, or the player's own as a
// file, text or link.

import { ask } from '../engine/operations';
import { troubleText } from '../engine/task.svelte';
import { fromJSON, rectangular } from '../model/json';
import { isColored, type Puzzle } from '../model/puzzle';
import { decodePuzzle } from '../model/share';
import { PACK, packPuzzle } from '../pack/pack';
import { t } from '../i18n/i18n.svelte';
import type { RandomBoard } from './presets';

export type BoardKind = 'pack' | 'random' | 'own';

/** The methods of the lab keep a line in one machine word. */
export const MAX_SIDE = 40;

/** The puzzles that the classic methods can solve. */
export const LAB_PACK = PACK.filter((e) => e.inks === 1);

export async function randomBoards(
  board: RandomBoard,
  count = 1,
  lastDensity = board.density,
  signal?: AbortSignal,
): Promise<Puzzle[]> {
  const request = {
    kind: 'random',
    width: board.width,
    height: board.height,
    density: board.density / 100,
    last_density: lastDensity / 100,
    seed: board.seed,
    shuffle: board.shuffle,
    count,
  };
  const { puzzles } = await ask('generate', request, { signal });
  return puzzles.map(fromJSON);
}

/** Reads the player's own board: a link, a share code or a text in any format. */
export async function readOwn(text: string, filename?: string): Promise<Puzzle> {
  const code = /(?:#|^)p=([\w-]+)/.exec(text.trim())?.[1];
  if (code) return rectangular(decodePuzzle(code));
  const request = { text, ...(filename ? { filename } : {}) };
  const { puzzles } = await ask('decode', request);
  return rectangular(fromJSON(puzzles[0]));
}

export class BoardChoice {
  kind = $state<BoardKind>('random');
  number = $state(LAB_PACK[0]?.number ?? 1);
  random = $state<RandomBoard>({ width: 7, height: 7, density: 50, seed: '3' });
  own = $state('');
  /** The board, once it is loaded. */
  puzzle = $state.raw<Puzzle>();
  error = $state('');
  private turn = 0;
  private loading: Promise<void> = Promise.resolve();

  /** Loads the board. The last of several calls wins. */
  load(): Promise<void> {
    return (this.loading = this.loadOnce());
  }

  /** Waits for the last call. */
  async settled(): Promise<void> {
    for (let last; last !== this.loading;) await (last = this.loading);
  }

  private async loadOnce(): Promise<void> {
    const turn = ++this.turn;
    this.error = '';
    let puzzle: Puzzle | undefined;
    let error = '';
    try {
      puzzle = await this.read();
    } catch (e) {
      error = troubleText(e);
    }
    if (turn !== this.turn) return;
    this.puzzle = puzzle;
    this.error = error;
  }

  private async read(): Promise<Puzzle | undefined> {
    if (this.kind === 'pack') return packPuzzle(this.number);
    if (this.kind === 'random') return (await randomBoards(this.random))[0];
    return this.own.trim() === '' ? undefined : readOwn(this.own);
  }

  /** Why the classic methods cannot solve the board; empty if they can. */
  get trouble(): string {
    const p = this.puzzle;
    if (!p) return '';
    if (isColored(p))
      return t('The classic methods know black and white only; the engine knows colors.');
    return '';
  }

  /** A short description of the board. */
  get name(): string {
    const p = this.puzzle;
    const size = p ? `${p.width}×${p.height}` : '';
    if (this.kind === 'pack')
      return t('No. {number} of the pack, {size}', { number: this.number, size });
    if (this.kind === 'random') {
      const { density, seed } = this.random;
      return t('random board {size}, {density} % filled, seed {seed}', { size, density, seed });
    }
    return t('your board, {size}', { size });
  }
}
