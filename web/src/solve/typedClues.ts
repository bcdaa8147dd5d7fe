// Typed clues: one text per line, with numbers separated by anything else. In color puzzles
// a number is followed by the letter of its ink; the default is the first ink. A blank line
// is not typed yet, "0" is an empty clue, and "*" one of which nothing is known.

import {
  type Axis,
  type Block,
  type Clue,
  isMissing,
  MAX_SIDE,
  MISSING,
  type Puzzle,
} from '../model/puzzle';
import { colorName } from '../ui/colorName';
import { BLACK_AND_WHITE, type Swatch } from '../model/puzzle';
import { plural, t } from '../i18n/i18n.svelte';

export interface TypedClues {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly palette: readonly Swatch[];
}

export interface TypedLine {
  readonly clue: Clue;
  /** Filled cells. */
  readonly sum: number;
  /** The cells that the blocks take including gaps. */
  readonly least: number;
  /** blank: not typed; long: does not fit; bad: unreadable. */
  readonly state: 'blank' | 'good' | 'long' | 'bad';
  /** The error message. */
  readonly message?: string;
}

const SEPARATORS = /[\s,;.:/|+_–-]+/;

export function readLine(text: string, length: number, palette: readonly Swatch[]): TypedLine {
  const words = text.split(SEPARATORS).filter(Boolean);
  if (words.length === 0) return { clue: [], sum: 0, least: 0, state: 'blank' };
  if (text.trim() === '*') return { clue: MISSING, sum: 0, least: 0, state: 'good' };
  const clue: Block[] = [];
  for (const word of words) {
    const block = readBlock(word, palette);
    if (typeof block === 'string') {
      return { clue: [], sum: 0, least: 0, state: 'bad', message: block };
    }
    if (block.length > 0 || isBlotted(word)) clue.push(block);
  }
  const sum = clue.reduce((total, b) => total + b.length, 0);
  const least = leastLength(clue);
  if (least <= length) return { clue, sum, least, state: 'good' };
  return {
    clue,
    sum,
    least,
    state: 'long',
    message: t('needs {least} cells, the line has {length}', { least, length }),
  };
}

/** Reports whether a word is a block of unknown length. */
const isBlotted = (word: string) => word.startsWith('?');

/** A block, or an error message. */
function readBlock(word: string, palette: readonly Swatch[]): Block | string {
  const found = /^(\d{1,4}|\?)(\D?)$/.exec(word);
  if (!found) return t('“{word}” is no number', { word: word.slice(0, 12) });
  const length = isBlotted(word) ? 0 : Number(found[1]);
  if (!found[2]) return { length, color: 1 };
  const color = colorOf(found[2], palette);
  return color > 0
    ? { length, color }
    : t('no color has the letter “{letter}”', { letter: found[2] });
}

/** The ink of a letter. Case matters only if two inks need it. */
function colorOf(letter: string, palette: readonly Swatch[]): number {
  const exact = palette.findIndex((s, i) => i > 0 && s.symbol === letter);
  if (exact > 0) return exact;
  const lower = letter.toLowerCase();
  return palette.findIndex((s, i) => i > 0 && s.symbol.toLowerCase() === lower);
}

/** The least length of a clue: with gaps between blocks of one color, and 1 for unknown lengths. */
export function leastLength(clue: Clue): number {
  return clue.reduce(
    (total, b, i) => total + (b.length || 1) + (i > 0 && clue[i - 1].color === b.color ? 1 : 0),
    0,
  );
}

export interface Sheet {
  readonly rows: readonly TypedLine[];
  readonly columns: readonly TypedLine[];
}

export function readSheet({ rows, columns, palette }: TypedClues): Sheet {
  return {
    rows: rows.map((text) => readLine(text, columns.length, palette)),
    columns: columns.map((text) => readLine(text, rows.length, palette)),
  };
}

export interface Totals {
  readonly rows: number;
  readonly columns: number;
  /** Inks whose sums in rows and columns differ. */
  readonly uneven: readonly {
    readonly color: number;
    readonly rows: number;
    readonly columns: number;
  }[];
  readonly blank: number;
  /** Lines that are too long or unreadable. */
  readonly wrong: number;
}

export function totalsOf(sheet: Sheet, colors: number): Totals {
  const per = (lines: readonly TypedLine[]) => {
    const sums = new Array<number>(colors).fill(0);
    for (const { clue } of lines) {
      if (!isMissing(clue)) for (const b of clue) sums[b.color] += b.length;
    }
    return sums;
  };
  const [rows, columns] = [per(sheet.rows), per(sheet.columns)];
  const all = [...sheet.rows, ...sheet.columns];
  // With an unknown length, or a clue of which nothing is known, the sum is unknown.
  const unknown = (color: number) =>
    all.some(
      ({ clue }) => isMissing(clue) || clue.some((b) => b.color === color && b.length === 0),
    );
  const count = (...states: TypedLine['state'][]) =>
    all.filter((l) => states.includes(l.state)).length;
  return {
    rows: rows.reduce((a, b) => a + b, 0),
    columns: columns.reduce((a, b) => a + b, 0),
    uneven: rows.flatMap((sum, color) =>
      sum === columns[color] || unknown(color)
        ? []
        : [{ color, rows: sum, columns: columns[color] }],
    ),
    blank: count('blank'),
    wrong: count('long', 'bad'),
  };
}

/** The difference of rows and columns as a sentence; empty if there is none. */
export function disagreement(totals: Totals, palette: readonly Swatch[]): string {
  return totals.uneven
    .map(({ color, rows, columns }) => {
      const ink = palette.length > 2 ? `${colorName(palette[color].name)}: ` : '';
      const by = Math.abs(rows - columns);
      const told =
        rows > columns
          ? plural(
              by,
              'the rows have {n} cell more than the columns',
              'the rows have {n} cells more than the columns',
            )
          : plural(
              by,
              'the columns have {n} cell more than the rows',
              'the columns have {n} cells more than the rows',
            );
      return ink + told;
    })
    .join('; ');
}

/** Splits pasted text into clues. A table pasted into the columns is read downwards. */
export function pastedClues(text: string, axis: Axis): string[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  if (axis === 'column' && lines.length > 1 && lines.some((l) => l.includes('\t'))) {
    const table = lines.map((l) => l.split('\t').map((cell) => cell.trim()));
    const width = Math.max(...table.map((row) => row.length));
    return Array.from({ length: width }, (_, x) =>
      table
        .map((row) => row[x] ?? '')
        .filter(Boolean)
        .join(' '),
    );
  }
  return lines.map((l) => l.replaceAll('\t', ' ').trim());
}

/** The lines with pasted ones from an index on. The list can grow. */
export function withPasted(
  lines: readonly string[],
  at: number,
  pasted: readonly string[],
): string[] {
  const next = lines.slice();
  pasted.slice(0, MAX_SIDE - at).forEach((text, i) => (next[at + i] = text));
  return next;
}

/** The first lines, padded to a count. */
export function resized(lines: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => lines[i] ?? '');
}

export function typedPuzzle(typed: TypedClues, sheet: Sheet): Puzzle {
  return {
    width: typed.columns.length,
    height: typed.rows.length,
    palette: typed.palette,
    rows: sheet.rows.map((l) => l.clue),
    columns: sheet.columns.map((l) => l.clue),
  };
}

/** The clues of a puzzle as texts to edit. */
export function typedFrom(p: Puzzle): TypedClues {
  const colored = p.palette.length > 2;
  const text = (clue: Clue) => {
    if (isMissing(clue)) return '*';
    if (clue.length === 0) return '0';
    return clue
      .map((b) => `${b.length || '?'}${colored ? p.palette[b.color].symbol : ''}`)
      .join(' ');
  };
  return { rows: p.rows.map(text), columns: p.columns.map(text), palette: p.palette };
}

export const blankClues = (width: number, height: number): TypedClues => ({
  rows: resized([], height),
  columns: resized([], width),
  palette: BLACK_AND_WHITE,
});

/** The clues with another palette: the letters of inks that have changed change with them. */
export function recolored(
  typed: TypedClues,
  palette: readonly Swatch[],
  removed?: number,
): TypedClues {
  const letters = new Map<string, string>();
  typed.palette.forEach(({ symbol }, i) => {
    const now = removed === undefined || i < removed ? i : i - 1;
    const next = i === removed ? undefined : palette[now]?.symbol;
    if (i > 0 && next !== undefined) letters.set(symbol.toLowerCase(), next);
  });
  const change = (text: string) => [...text].map((c) => letters.get(c.toLowerCase()) ?? c).join('');
  return { rows: typed.rows.map(change), columns: typed.columns.map(change), palette };
}
