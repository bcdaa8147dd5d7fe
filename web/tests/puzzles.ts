// Small puzzles for tests, written as pictures: '.' empty, other characters inks.

import { namePalette } from '../src/model/colors';
import { toJSON } from '../src/model/json';
import { BLACK_AND_WHITE, type Clue, type Puzzle, MAYBE, UNKNOWN } from '../src/model/puzzle';
import { triddler } from '../src/model/triddler';
import { puzzleKey } from '../src/model/share';

/** The clue of a line of cells. */
export function clueOfCells(cells: readonly number[]): Clue {
  const clue: { length: number; color: number }[] = [];
  cells.forEach((color, i) => {
    if (color === 0) return;
    if (i > 0 && cells[i - 1] === color) clue[clue.length - 1].length++;
    else clue.push({ length: 1, color });
  });
  return clue;
}

/** The puzzle of a picture; "#" is the only ink, or "a", "b", … are several. */
export function fromPicture(...rows: string[]): Puzzle {
  const grid = rows.map((row) => [...row].map(colorOf));
  const inks = Math.max(1, ...grid.flat());
  const colors = ['#ffffff', '#d62828', '#2458c8', '#2a9d3a', '#f5d90a'];
  const palette = inks === 1 ? BLACK_AND_WHITE : namePalette(colors.slice(0, inks + 1));
  return {
    width: grid[0].length,
    height: grid.length,
    palette,
    rows: grid.map(clueOfCells),
    columns: grid[0].map((_, x) => clueOfCells(grid.map((row) => row[x]))),
  };
}

/** The triddler of a picture, which has a triangle a column. */
export function onTriddler(sides: readonly number[], ...rows: string[]): Puzzle {
  const shape = triddler(sides)!;
  const picture = fromPicture(...rows);
  const grid = cells(rows.join(''));
  const clues = shape.lines.map((line) => clueOfCells(line.map((cell) => grid[cell])));
  const { height } = shape;
  return { ...picture, shape, rows: clues.slice(0, height), columns: clues.slice(height) };
}

function colorOf(c: string): number {
  if (c === '.') return 0;
  return c === '#' ? 1 : c.charCodeAt(0) - 96;
}

/** Cells from text: '?' unknown, '.' crossed, '#' or letters filled. */
export function cells(text: string): Uint8Array {
  return Uint8Array.from(text.replaceAll(/\s/g, ''), (c) =>
    c === '?' ? UNKNOWN : c === '!' ? MAYBE : colorOf(c),
  );
}

/** Numbers that look random and are the same every time (mulberry32). */
export function randomFrom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** So many begun games of saved puzzles, as they are stored, by key. */
export function begunGames(count: number, from = 0): Record<string, string> {
  const text = (value: unknown) => JSON.stringify({ version: 1, value });
  const stored: Record<string, string> = {};
  const side = 20;
  const cells = `${from || ''}${from ? '?' : ''}60A${340 - from}?`;
  for (let i = 0; i < count; i++) {
    const rows = Array.from({ length: side }, (_, y) =>
      Array.from({ length: side }, (_, x) => ((x * 7 + y * 11 + i * (x + 3)) % 5 < 2 ? '#' : '.')),
    );
    // Its number in the first row makes every puzzle another one.
    rows[0] = [...i.toString(2).padStart(side, '0')].map((bit) => (bit === '1' ? '#' : '.'));
    rows[1] = Array.from({ length: side }, () => '.');
    const puzzle = fromPicture(...rows.map((row) => row.join('')));
    const name = 'own/' + puzzleKey(puzzle);
    const undo = Array.from({ length: 60 }, (_, n) => `73,1,${(from + n).toString(36)},1,1@1a`);
    stored['nonogram/puzzle/' + name] = text(toJSON({ ...puzzle, title: `Picture ${i}` }));
    stored['nonogram/game/' + name] = text({ cells, undo, redo: [], seconds: 9 });
    stored['nonogram/progress/' + name] = text({
      ...{ solved: false, share: 0.3, seconds: 9, updated: 1_700_000_000_000 + i },
    });
  }
  return stored;
}
