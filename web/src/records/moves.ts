// The player's moves as JSON lines for "nonogram rate --calibrate" (docs/difficulty.md): the
// puzzles, then a session with the strokes of each replay and their times. Strokes that were
// undone, titles and dates are left out.

import { toJSON } from '../model/json';
import { EMPTY, isOpen, type Puzzle } from '../model/puzzle';
import type { Entry } from '../games/history';
import type { Solve } from '../games/records';

/** The moves of all solved games whose replays have times; empty if there are none. */
export async function movesOf(
  solves: readonly Solve[],
  find: (game: string) => Promise<Puzzle | undefined>,
  replay: (game: string, puzzle: Puzzle) => readonly Entry[],
): Promise<string> {
  const queue: string[] = [];
  const puzzles: object[] = [];
  const events: object[] = [];
  let now = 0;
  const event = (type: string, fields: object) =>
    events.push({ type, ...fields, t: new Date(now).toISOString() });
  for (const id of new Set(solves.map(({ name }) => name))) {
    const puzzle = await find(id);
    const entries = puzzle ? replay(id, puzzle) : [];
    if (!puzzle || !entries.some(({ after }) => after)) continue;
    const { palette, rows, columns, given } = toJSON(puzzle);
    puzzles.push({ id, palette, rows, columns, given });
    queue.push(id);
    for (const { changes, after = 0 } of entries) {
      now += after;
      for (const { cell, to } of changes) {
        const value = isOpen(to) ? 0 : to === EMPTY ? -1 : to;
        event('move', { r: Math.floor(cell / puzzle.width), c: cell % puzzle.width, value });
      }
    }
    event('check_bank', { puzzle_id: id, solved: true, mismatches: [] });
  }
  const start = { type: 'session_start', queue, t: new Date(0).toISOString() };
  const lines = queue.length > 0 ? [...puzzles, start, ...events] : [];
  return lines.map((line) => JSON.stringify(line) + '\n').join('');
}
