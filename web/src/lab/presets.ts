// Comparisons to start with one click. The boards are those of boardgen (nonogram generate
// random), small enough for readable trees.

import { msg } from '../i18n/languages';

export interface RandomBoard {
  readonly width: number;
  readonly height: number;
  /** The percentage of filled cells. */
  readonly density: number;
  readonly seed: string;
  /** The Python version whose boardgen makes the same boards. */
  readonly shuffle?: 'python2' | 'python3';
}

export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly question: string;
  readonly board: RandomBoard;
  readonly methods: readonly string[];
}

const square = (side: number, density: number, seed: string): RandomBoard => ({
  width: side,
  height: side,
  density,
  seed,
});

export const PRESETS: readonly Preset[] = [
  {
    id: 'breadth',
    name: msg('Breadth against depth'),
    question: msg(
      'The same tree, level by level or branch by branch: who meets the solution first?',
    ),
    board: square(7, 50, '3'),
    methods: ['table_bfs', 'table_dfs'],
  },
  {
    id: 'pruning',
    name: msg('What pruning is worth'),
    question: msg('Columns looked at never, after every row, or up to the first that fails.'),
    board: square(6, 50, '2'),
    methods: ['table_dfs:none', 'table_dfs:columns', 'table_dfs:early'],
  },
  {
    id: 'guessing',
    name: msg('Random against greedy'),
    question: msg('When lines say no more: guess any cell, or the most probable one?'),
    board: square(15, 45, '3'),
    methods: ['recursive_intersect', 'recursive_intersect_greedy'],
  },
  {
    id: 'classics',
    name: msg('The classics on 5×5'),
    question: msg('Six ways to solve the same small board, from brute force to elimination.'),
    board: square(5, 50, '12345'),
    methods: [
      'bruteforce_rulecut',
      'liao:dfs',
      'table_bfs',
      'shift_bfs:visited',
      'recursive_intersect_greedy',
      'perm_elim',
    ],
  },
  {
    id: 'forgetting',
    name: msg('The price of forgetting'),
    question: msg('Moving blocks with a plain queue, as published, and with a memory for boards.'),
    board: square(4, 50, '12345'),
    methods: ['shift_bfs', 'shift_bfs:visited'],
  },
  {
    id: 'programmed',
    name: msg('As described, as programmed'),
    question: msg(
      'Why did cutting make a published program slower? Its loop searches branches again.',
    ),
    board: square(4, 50, '12345'),
    methods: ['dfs_rulecut', 'dfs_rulecut:liao'],
  },
];
