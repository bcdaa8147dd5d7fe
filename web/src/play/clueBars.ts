// The sizes of the clue bars that the player has chosen, for all large boards.

import type { Bars } from '../board/layout';
import { type Shape, store } from '../storage/store';

const BARS: Shape<Bars | null> = {
  key: 'bars',
  version: 1,
  read: (value) => {
    const { x, y } = (value ?? {}) as Partial<Bars>;
    return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
  },
};

export const loadBars = (): Bars | undefined => store.get(BARS, null) ?? undefined;

export function saveBars(bars: Bars | undefined): void {
  if (bars || loadBars()) store.write(BARS, bars ?? null);
}
