// The positions of the numbers of a clue in its bar. A row clue that is too long is condensed,
// then on two lines, then cut off; a tap shows it larger.

import { type Block, type Clue, EMPTY, UNKNOWN } from '../model/puzzle';

/** A digit's width in a system font with tabular figures, in ems. */
const DIGIT = 0.6;
/** The gap between the numbers of a row clue, in ems. Chips need more. */
const GAP = 0.36;
const CHIP_GAP = 0.55;
const LINE_HEIGHT = 1.2;
const CHIP_HEIGHT = 1.42;
/** The letter of a color beside the number in a chip, in ems. */
export const LETTER = 0.5;
/** The gaps between a clue and the cells, and between a clue and the edge. */
const INDENT = 4;
export const PADDING = INDENT + 1;
/** The smallest scale of a clue that is too long for its bar, before it is cut off. */
export const MIN_SQUEEZE = 0.75;
/** The size of the area in which a number can be tapped. */
const TOUCH = 24;
/** The smallest cells in which a row clue has two lines. */
export const TWO_LINES = 16;

/** The look of clues. */
export interface Look {
  /** Clues are colored chips, which take more room. */
  readonly chips: boolean;
  /** Chips contain the letter of their color. */
  readonly letters: boolean;
}

/** The bars with the clues, see Layout. */
export interface ClueBars {
  readonly font: number;
  readonly cell: number;
  readonly gridX: number;
  readonly gridY: number;
}

/** A number, ? if it is not known, * for the clue of a line of which nothing is known. */
export const numberText = (b: Block): string =>
  b.color === UNKNOWN ? '*' : b.length === 0 ? '?' : String(Math.max(0, b.length));

/** A clue as it is shown: an empty line has a 0. */
export const shownClue = (clue: Clue): Clue => (clue.length > 0 ? clue : ZERO);
const ZERO: Clue = [{ length: -1, color: EMPTY }];

export const blockEms = (d: Look, b: Block): number =>
  DIGIT * numberText(b).length + (d.chips ? CHIP_GAP : GAP) + (d.letters ? LETTER : 0);

export const clueEms = (d: Look, clue: Clue): number =>
  Math.max(
    DIGIT + GAP,
    clue.reduce((sum, b) => sum + blockEms(d, b), 0),
  );

/** Chips on two lines have no more room than numbers. */
const tight = (d: Look): Look => ({ ...d, chips: false });

/** A row clue on two lines: the number of blocks on the first, and the ems of the longer line. */
export function wrapped(d: Look, clue: Clue): { first: number; ems: number } {
  const lineEms = (blocks: Clue) => clueEms(tight(d), blocks);
  const ems = (first: number) =>
    Math.max(lineEms(clue.slice(0, first)), lineEms(clue.slice(first)));
  let first = Math.floor(clue.length / 2);
  for (let i = 1; i < clue.length; i++) if (ems(i) < ems(first)) first = i;
  return { first, ems: ems(first) };
}

export const columnStep = (d: Look): number => (d.chips ? CHIP_HEIGHT : LINE_HEIGHT);

/** The scale of a clue that needs a number of ems in a bar. */
function squeeze(ems: number, font: number, bar: number): number {
  const need = ems * font;
  return need + PADDING <= bar ? 1 : Math.max(MIN_SQUEEZE, (bar - PADDING) / need);
}

/** Reports whether a clue is too long for one line in its bar: a tap shows it larger. */
export function isCrowded(d: Look, l: ClueBars, clue: Clue, axis: 'row' | 'column'): boolean {
  const { lines, length } = cluePlaces(d, l, clue, axis);
  return lines > 1 || length > (axis === 'row' ? l.gridX : l.gridY);
}

/** The index of the number of a clue at a point, if any. */
export function blockAt(
  d: Look,
  l: ClueBars & { readonly clueX: number; readonly clueY: number },
  clue: Clue,
  axis: 'row' | 'column',
  x: number,
  y: number,
): number | undefined {
  const away = axis === 'row' ? l.gridX + l.clueX - x : l.gridY + l.clueY - y;
  const { numbers } = cluePlaces(d, l, clue, axis);
  const distance = (i: number) => Math.abs(numbers[i].away - away);
  const nearest = numbers.map((_, i) => i).sort((a, b) => distance(a) - distance(b))[0];
  const reach = Math.max(l.font, TOUCH) / 2;
  return nearest !== undefined && distance(nearest) <= reach ? nearest : undefined;
}

/** A number of a clue: the distances of its middle from the cells and from the line's middle. */
interface Place {
  readonly away: number;
  readonly beside: number;
  readonly width: number;
}

/**
 * The positions of the numbers of a clue. A condensed clue also has a smaller font, so that
 * "1 1" never reads as "11". A row clue that is too long for that is on two lines.
 */
export function cluePlaces(
  d: Look,
  l: ClueBars,
  clue: Clue,
  axis: 'row' | 'column',
): { numbers: Place[]; length: number; font: number; lines: number } {
  const across = axis === 'row';
  const bar = across ? l.gridX : l.gridY;
  const ems = across ? clueEms(d, clue) : clue.length * columnStep(d);
  const font = l.font * squeeze(ems, l.font, bar);
  const length = INDENT + ems * font;
  if (!across || length <= bar || l.cell < TWO_LINES)
    return { numbers: placesOf(d, clue, axis, font, 0), length, font, lines: 1 };
  let { first, ems: longer } = wrapped(d, clue);
  const small = Math.min(l.font * squeeze(longer, l.font, bar), l.cell / 2 - 0.5);
  const most = (bar - INDENT) / small;
  if (longer > most) {
    // Two lines do not suffice: the lower one is full, the upper one is cut off.
    for (first = clue.length - 1; clueEms(tight(d), clue.slice(first - 1)) <= most;) first--;
    longer = clueEms(tight(d), clue.slice(0, first));
  }
  const beside = l.cell / 4 - 0.5;
  const numbers = [
    ...placesOf(tight(d), clue.slice(0, first), axis, small, -beside),
    ...placesOf(tight(d), clue.slice(first), axis, small, beside),
  ];
  return { numbers, length: INDENT + longer * small, font: small, lines: 2 };
}

/** The positions of the numbers of one line of a clue. */
function placesOf(d: Look, clue: Clue, axis: 'row' | 'column', font: number, beside: number) {
  const step = (block: Block) => (axis === 'row' ? blockEms(d, block) : columnStep(d));
  let left = clue.reduce((sum, block) => sum + step(block), 0);
  return clue.map((block): Place => {
    left -= step(block);
    const away = INDENT + (left + step(block) / 2) * font;
    return { away, beside, width: blockEms(d, block) * font };
  });
}
