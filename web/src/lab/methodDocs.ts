// The idea and the cost of every method, as in the comments of package lab. They are
// English in all languages.

export interface Note {
  readonly idea: string;
  /** By the size of the board. */
  readonly cost: string;
}

const CELLS =
  'Fills cell after cell, a space first and then a box, and looks at the clues when the board is full.';
const ROWS =
  'Lists the ways to fill each row, then lays row after row, one of them at random, and looks at the columns when the board is full.';
const TABLE =
  'A clue table holds all ways to fill a line for every clue. The tree has a level for every row and a branch for every way to fill it';
const WIKI = 'First fixes the cells on which all possibilities of a line agree, then goes on as ';
const ROW_COST = 'pⁿ boards with p possibilities a row; memory for the lists';

/** Ideas and costs by name; n is the side of a square board. */
export const METHOD_DOCS: Record<string, Note> = {
  engine: {
    idea: 'Solves every line completely until nothing is left to deduce, then tries cells both ways, then searches, learning a rule from every dead end.',
    cost: 'Single lines in about n² steps; the search is exponential at worst, and short on nearly every printed puzzle',
  },
  bruteforce: { idea: CELLS, cost: '2^(n²) boards; memory for one' },
  bruteforce_rulecut: {
    idea: 'Fills cell after cell, and holds row and column against their clues after each. What is wrong already is not continued.',
    cost: '2^(n²) boards at worst, in practice far fewer; memory for one',
  },
  bruteforce_wiki: { idea: WIKI + 'bruteforce.', cost: '2^(n²−k) boards with k cells fixed' },
  bruteforce_rulecut_wiki: {
    idea: WIKI + 'bruteforce_rulecut.',
    cost: '2^(n²−k) boards at worst with k cells fixed',
  },
  'liao:dfs': { idea: ROWS, cost: ROW_COST },
  dfs_rulecut: {
    idea: 'Lays row after row as dfs does, and holds the columns against their clues after each row.',
    cost: ROW_COST + '; cutting saves most of the boards',
  },
  dfs_wiki: { idea: WIKI + 'dfs.', cost: ROW_COST + ', with fewer possibilities' },
  dfs_rulecut_wiki: { idea: WIKI + 'dfs_rulecut.', cost: ROW_COST + ', with fewer possibilities' },
  dfs_possiblecut: {
    idea: 'Lists the possibilities of the columns too. After every row those that disagree with it go, and a column without any ends the branch: that sees trouble ahead, not only trouble that has happened.',
    cost: 'pⁿ boards at worst; memory for twice the lists',
  },
  dfs_possiblecut_wiki: {
    idea: WIKI + 'dfs_possiblecut.',
    cost: 'pⁿ boards at worst, with fewer possibilities',
  },
  recursive_intersect: {
    idea: 'Fixes cells on which all possibilities of a line agree, drops possibilities that disagree with fixed cells, and so on in turn. When nothing changes any more, it guesses that a random open cell is a box.',
    cost: '2n³·t without a guess, with t possibilities a line; g guesses make 2^g of that at worst',
  },
  recursive_intersect_greedy: {
    idea: 'As recursive_intersect, but guesses the cell and the value that most of the remaining possibilities have.',
    cost: '2n³·t without a guess; better guesses keep the exponent small, on average',
  },
  table_bfs: {
    idea: TABLE + ', and is searched level by level.',
    cost: 'sⁿ boards with s ways a row, less what is cut; a whole level in memory',
  },
  table_dfs: {
    idea: TABLE + ', and is searched branch by branch.',
    cost: 'sⁿ boards with s ways a row, less what is cut; memory for the table and one board',
  },
  shift_bfs: {
    idea: 'Starts with all blocks at the left. A move shifts one block a step to the right. Boards are visited in the order of moves until the columns fit: as often as moves lead to them, as in the source, or with “visited” once.',
    cost: 'The boards that the rows allow, nⁿ in the source’s estimate, each for every order of the moves to it; “visited” keeps all of them in memory instead',
  },
  row_dfs: {
    idea: 'Goes through the possibilities of every row in their order, row after row, and looks at the columns when the board is full.',
    cost: 'The product of the numbers of possibilities; memory for their sum',
  },
  row_dfs_cutoff: {
    idea: 'As row_dfs, but looks at the columns after every row and turns back at the first that breaks its clue.',
    cost: 'As row_dfs at worst; cutting off saves most of it',
  },
  force: {
    idea: 'Draws boards with the right number of boxes at random until one fits, but not more than ten, unless told otherwise. It proves nothing.',
    cost: 'Of C(n², k) boards with k boxes one is right: five million draws on 5×5 with 12',
  },
  perm_elim: {
    idea: 'Makes all lines there are and keeps those that fit each clue. Where all members of a row agree on a cell, the members of the column that disagree go, sweep by sweep. It cannot guess, so it stalls where lines alone do not suffice.',
    cost: '2ⁿ lines up front; a sweep looks at every member that is left',
  },
};
