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
  type Shape,
} from './puzzle';
import type { Nonogram } from './schema';
import { halves, PAINT } from './triangles';
import { triddler } from './triddler';

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
  const slanted = json?.triddler && [...list(json.rising), ...list(json.falling)];
  const cols = slanted ?? json?.columns;
  if (!json || !Array.isArray(json.rows) || !Array.isArray(cols)) {
    throw new PuzzleError('a puzzle has "rows" and "columns"');
  }
  const palette = json.palette ? readPalette(json.palette) : BLACK_AND_WHITE;
  const shape = json.triddler && readShape(json);
  const { width, height } = shape ?? { width: cols.length, height: json.rows.length };
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
  const columns = cols.map((clue) => readClue(clue, palette));
  const clues = { palette, rows, columns };
  const puzzle: Puzzle = { width, height, ...(shape && { shape }), ...clues, ...texts(json) };
  return json.given ? { ...puzzle, given: parseRows(puzzle, json.given) } : puzzle;
}

/** Returns a puzzle if it is a rectangle, for what takes nothing else. */
export function rectangular(puzzle: Puzzle): Puzzle {
  if (puzzle.shape) throw new PuzzleError(msg('it is a triddler, and this takes only rectangles'));
  return puzzle;
}

const list = <T>(clues: readonly T[] | undefined): readonly T[] =>
  Array.isArray(clues) ? clues : [];

function readShape({ triddler: sides, rows, rising, falling }: PuzzleJSON): Shape {
  // A side longer than a board would make a table of its lines.
  const shape = list(sides).every((n) => n <= MAX_SIDE) ? triddler(list(sides)) : undefined;
  const counts = [rows, rising, falling].map((clues) => list(clues).length).join();
  if (!shape) throw new PuzzleError('"triddler" has the lines at six sides');
  const { height, lines } = shape;
  if (counts !== [height, shape.rising, lines.length - height - shape.rising].join())
    throw new PuzzleError('a triddler has a clue for each of its lines');
  return shape;
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
    ...(p.shape
      ? {
          triddler: [...p.shape.sides],
          rising: p.columns.slice(0, p.shape.rising).map(clue),
          falling: p.columns.slice(p.shape.rising).map(clue),
        }
      : { columns: p.columns.map(clue) }),
    ...(p.given ? { given: gridRows(p, p.given) } : {}),
  };
}
