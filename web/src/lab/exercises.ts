// Exercises for a course. Nothing here knows an answer: to check one, the engine runs the methods
// on the board of the exercise.

import { ask } from '../engine/operations';
import { msg } from '../i18n/languages';
import { t } from '../i18n/i18n.svelte';
import { fromJSON, toJSON } from '../model/json';
import type { Puzzle } from '../model/puzzle';
import type { SolveAnswer } from '../model/schema';
import { randomBoards } from './boardChoice.svelte';
import { DEFAULT_SEED } from './methods';
import type { RandomBoard } from './presets';
import type { Workers } from './workerPool';

export interface Exercise {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  /** Shown with the right answer. */
  readonly because: string;
  /** The answers to choose from, with their texts; a number is asked for if there are none. */
  readonly choices?: () => { value: string; label: string }[];
  readonly board: (answer: string) => Promise<Puzzle>;
  /** The methods to watch on the board. */
  readonly methods: readonly string[];
  readonly step?: number;
  isRight: (answer: string, board: Puzzle, solve: Solve) => Promise<boolean>;
}

const clues = (text: string) => async (): Promise<Puzzle> =>
  fromJSON((await ask('decode', { text, filename: 'board.nin' })).puzzles[0]);

const random = (side: number, density: number, seed: string): RandomBoard => ({
  width: side,
  height: side,
  density,
  seed,
});

const one = (board: RandomBoard) => async (): Promise<Puzzle> => (await randomBoards(board))[0];

/** Runs a method, with its first steps if trace is not 0. */
export type Solve = (
  puzzle: Puzzle,
  method: string,
  limit?: number,
  trace?: number,
) => Promise<SolveAnswer>;

/** Runs methods in a worker of the lab. */
export const solveIn =
  (workers: Workers): Solve =>
  (puzzle, method, limit = 1, trace = 0) =>
    workers.ask<SolveAnswer>(0, 'solve', {
      puzzle: toJSON(puzzle),
      method,
      limit,
      seed: String(DEFAULT_SEED),
      timeout_ms: 10_000,
      ...(trace > 0 ? { trace } : {}),
    });

const SMALL = clues('3 3\n1 1\n1\n3\n1 1\n2\n1 1\n');
const CUTOFF = 'row_dfs_cutoff';
const literal = (values: readonly string[]) => () =>
  values.map((value) => ({ value, label: value }));

/** The steps of depth first with cut-off after the first row. */
async function afterFirstRow(puzzle: Puzzle, solve: Solve) {
  const { trace } = await solve(puzzle, CUTOFF, 1, 100);
  const events = trace?.events ?? [];
  return events.slice(events.findIndex((e) => e.kind === 'place' && e.row === 2));
}

const ORDERED = ['bruteforce_rulecut', 'row_dfs_cutoff', 'recursive_intersect_greedy'];
const [A, B, C] = ORDERED;
const ORDERS = [
  [A, B, C],
  [A, C, B],
  [B, A, C],
  [B, C, A],
  [C, A, B],
  [C, B, A],
].map((order) => order.join(' < '));

const DENSITIES = ['20', '50', '80'];
const GREEDY = ['recursive_intersect', 'recursive_intersect_greedy'];

export const EXERCISES: readonly Exercise[] = [
  {
    id: 'next',
    title: msg('Predict the next node'),
    question: msg(
      'Depth first with cut-off has placed the first row, #.#. Which row does it place next?',
    ),
    because: msg('It takes the possibilities of a row from the left to the right.'),
    choices: literal(['#..', '.#.', '..#']),
    board: SMALL,
    methods: [CUTOFF],
    isRight: async (answer, board, solve) =>
      (await afterFirstRow(board, solve))[0]?.cells === answer,
  },
  {
    id: 'cut',
    title: msg('Why is this branch cut?'),
    question: msg('In the same search the row #.. is cut off at once. Which line refutes it?'),
    because: msg(
      'Column 1 has the clue 1 1, and rows 1 and 2 would make a block of 2. Without cut-off the search goes on to row 3, because it looks at columns of full boards only.',
    ),
    choices: () => [
      { value: 'row', label: t('row {n}', { n: 2 }) },
      ...[1, 2, 3].map((n) => ({ value: String(n), label: t('column {n}', { n }) })),
    ],
    board: SMALL,
    methods: [CUTOFF, 'row_dfs'],
    isRight: async (answer, board, solve) => {
      const failed = (await afterFirstRow(board, solve)).find(
        (e) => e.kind === 'check' && e.failed,
      );
      return (failed?.column ? String(failed.column) : 'row') === answer;
    },
  },
  {
    id: 'certain',
    title: msg('Certain cells'),
    question: msg('A block of 4 lies in a line of 6 cells. How many cells are certainly filled?'),
    because: msg('The middle two: a block that is longer than half of the line overlaps itself.'),
    board: clues('6 2\n4\n4\n1\n1\n2\n2\n1\n1\n'),
    methods: ['recursive_intersect'],
    isRight: async (answer) => {
      const { listed } = await ask('lines', { length: 6, clue: [4] });
      const certain = [...listed[0]].filter((_, i) => listed.every((line) => line[i] === '1'));
      return certain.length === Number(answer);
    },
  },
  {
    id: 'leaves',
    title: msg('The size of a tree'),
    question: msg(
      'A board of 3×3 has the rows 1, 2 and 1. How many full boards does breadth first reach without pruning?',
    ),
    because: msg('3 · 2 · 3 = 18: each row multiplies the boards by its possibilities.'),
    board: clues('3 3\n1\n2\n1\n1\n1\n2\n'),
    methods: ['table_bfs:none', 'table_dfs:none'],
    isRight: async (answer, board, solve) =>
      (await solve(board, 'table_bfs:none', 1000)).stats.boards === Number(answer),
  },
  {
    id: 'order',
    title: msg('Order these methods'),
    question: msg('Order the methods by the lines that they look at on this board.'),
    because: msg(
      'Brute force checks two lines for every cell that it fills, depth first a few columns for every row. Intersection looks at all possibilities, but hardly ever guesses.',
    ),
    choices: literal(ORDERS),
    board: one(random(6, 50, '2')),
    methods: ORDERED,
    isRight: async (answer, board, solve) => {
      const runs = await Promise.all(ORDERED.map((method) => solve(board, method)));
      const looks = new Map(ORDERED.map((method, i) => [method, runs[i].stats.looks ?? 0]));
      const order = [...ORDERED].sort((a, b) => looks.get(a)! - looks.get(b)!);
      return order.join(' < ') === answer;
    },
  },
  {
    id: 'greedy',
    title: msg('A board on which greedy loses'),
    question: msg(
      'Random boards of 10×10, 45 % filled: find a seed on which the greedy guess needs more nodes than the random one.',
    ),
    because: msg('The most probable cell is not always the one that decides most.'),
    board: async (answer) => one(random(10, 45, answer === '' ? '2' : answer))(),
    methods: GREEDY,
    isRight: async (_, board, solve) => {
      const [guess, greedy] = await Promise.all(GREEDY.map((method) => solve(board, method)));
      return greedy.stats.nodes > guess.stats.nodes;
    },
  },
  {
    id: 'density',
    title: msg('What makes a board hard?'),
    question: msg(
      'Five boards of 8×8 for depth first with cut-off: with which percentage of filled cells does it place the most rows?',
    ),
    because: msg('Few short blocks have many places, while a long block has a certain middle.'),
    choices: () => DENSITIES.map((value) => ({ value, label: `${value} %` })),
    board: one(random(8, 20, String(DEFAULT_SEED))),
    methods: [CUTOFF],
    isRight: async (answer, _, solve) => {
      const nodes = await Promise.all(
        DENSITIES.map(async (density) => {
          const boards = await randomBoards(random(8, Number(density), String(DEFAULT_SEED)), 5);
          const runs = await Promise.all(boards.map((board) => solve(board, CUTOFF)));
          return runs.reduce((sum, run) => sum + run.stats.nodes, 0);
        }),
      );
      return DENSITIES[nodes.indexOf(Math.max(...nodes))] === answer;
    },
  },
  {
    id: 'stall',
    title: msg('Where elimination stalls'),
    question: msg(
      'All four lines of a board of 2×2 have the clue 1. How many cells does permutation elimination leave open?',
    ),
    because: msg('All four: the board has two solutions, and they differ in every cell.'),
    board: clues('2 2\n1\n1\n1\n1\n'),
    methods: ['perm_elim', 'recursive_intersect'],
    isRight: async (answer, board, solve) =>
      (await solve(board, 'perm_elim')).stats.line_open === Number(answer),
  },
];
