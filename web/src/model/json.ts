// Reads and writes puzzles as JSON (docs/formats.md). Stored JSON may be damaged, so
// everything is checked.

import { msg } from '../i18n/languages';
import { gridRows, parseRows } from './grid';
import {
  BLACK_AND_WHITE,
  type Block,
  type Clue,
  MAX_CELLS,
  MAX_COLORS,
  MAX_SIDE,
  MISSING,
  type Puzzle,
  type Swatch,
  isMissing,
} from './puzzle';
import type { Nonogram } from './schema';
import { halves, PAINT } from './triangles';

/** A puzzle in JSON, with texts and the picture that the board does not use. */
export type PuzzleJSON = Nonogram;
export type ClueJSON = NonNullable<Nonogram['rows']>[number];
export type BlockJSON = Exclude<ClueJSON, '*'>[number];

/** Invalid puzzle JSON. */
export class PuzzleError extends Error {
  override name = 'PuzzleError';
}

export function fromJSON(value: unknown): Puzzle {
  const json = value as PuzzleJSON | null;
  if (json?.triddler) {
    throw new PuzzleError(
      msg('it is a triddler, a board of triangles, which only the program draws'),
    );
  }
  if (!json || !Array.isArray(json.rows) || !Array.isArray(json.columns)) {
    throw new PuzzleError('a puzzle has "rows" and "columns"');
  }
  const palette = json.palette ? readPalette(json.palette) : BLACK_AND_WHITE;
  const width = json.columns.length;
  const height = json.rows.length;
  if (
    width < 1 ||
    height < 1 ||
    width > MAX_SIDE ||
    height > MAX_SIDE ||
    width * height > MAX_CELLS
  ) {
    throw new PuzzleError(msg('it has too many cells'));
  }
  const rows = json.rows.map((clue) => readClue(clue, palette));
  const columns = json.columns.map((clue) => readClue(clue, palette));
  const puzzle: Puzzle = { width, height, palette, rows, columns, ...texts(json) };
  return json.given ? { ...puzzle, given: parseRows(puzzle, json.given) } : puzzle;
}

function texts(json: PuzzleJSON): { title?: string; author?: string } {
  return {
    ...(typeof json.title === 'string' && json.title ? { title: json.title } : {}),
    ...(typeof json.author === 'string' && json.author ? { author: json.author } : {}),
  };
}

function readPalette(list: NonNullable<PuzzleJSON['palette']>): Swatch[] {
  if (!Array.isArray(list) || list.length < 2 || list.length > MAX_COLORS) {
    throw new PuzzleError(`a palette has 2 to ${MAX_COLORS} colors`);
  }
  return list.map(({ name, symbol, color }, i) => {
    if (typeof color !== 'string' || !PAINT.test(color) || (i === 0 && halves(color))) {
      throw new PuzzleError(`color ${i} of the palette has no "#rrggbb" or "#rrggbb/#rrggbb"`);
    }
    if (typeof symbol !== 'string' || symbol.length !== 1) {
      throw new PuzzleError(`color ${i} of the palette has no symbol`);
    }
    return { name: name || `color ${i}`, symbol, rgb: color.toLowerCase() };
  });
}

function readClue(clue: unknown, palette: readonly Swatch[]): Clue {
  if (clue === '*') return MISSING;
  if (!Array.isArray(clue)) throw new PuzzleError('a clue is a list of blocks');
  const blocks = clue.map((b: unknown) => readBlock(b, palette));
  // The clue of an empty line may be written as a block of length 0.
  return clue.length === 1 && clue[0] === 0 ? [] : blocks;
}

function readBlock(block: unknown, palette: readonly Swatch[]): Block {
  if (typeof block === 'number') return { length: checkLength(block), color: 1 };
  if (block === null) return { length: 0, color: 1 };
  const { n, c } = block as { n: unknown; c: unknown };
  const color = palette.findIndex((s, i) => i > 0 && (s.symbol === c || s.name === c));
  if (color < 0)
    throw new PuzzleError(`a block has the color ${JSON.stringify(c)}, which there is not`);
  return { length: n === null ? 0 : checkLength(n), color };
}

function checkLength(n: unknown): number {
  if (typeof n !== 'number' || !Number.isInteger(n) || n < 0 || n > MAX_SIDE) {
    throw new PuzzleError(`a block has the length ${JSON.stringify(n)}`);
  }
  return n;
}

export function toJSON(p: Puzzle): PuzzleJSON {
  const plain = p.palette.length === 2;
  const clue = (blocks: Clue): ClueJSON =>
    isMissing(blocks)
      ? '*'
      : blocks.map((b) => {
          const n = b.length === 0 ? null : b.length;
          return plain && n !== null ? n : { n, c: p.palette[b.color].symbol };
        });
  return {
    ...(p.title ? { title: p.title } : {}),
    ...(p.author ? { author: p.author } : {}),
    palette: p.palette.map((s) => ({ name: s.name, symbol: s.symbol, color: s.rgb })),
    rows: p.rows.map(clue),
    columns: p.columns.map(clue),
    ...(p.given ? { given: gridRows(p, p.given) } : {}),
  };
}
