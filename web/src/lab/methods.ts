// The methods, as the engine lists them, and what people want to know of each before
// they start it: the idea, what it costs, and whether it has a chance on a board.
// What the engine says (source, description, size) is taken from it; the notes on idea
// and cost are those at the head of the files of package lab.

export interface MethodOption {
  readonly name: string;
  readonly values: readonly string[];
  readonly default: string;
  readonly description: string;
}

export interface Method {
  readonly number: number;
  readonly name: string;
  readonly family: string;
  readonly source: string;
  readonly description: string;
  /** Ends with a proven answer, given time and memory. */
  readonly complete: boolean;
  /** The largest practical board, "15×15" or "any". */
  readonly size: string;
  readonly options?: readonly MethodOption[];
}

/** What the name of a run is made of: "table_dfs:none" is a method with an option. */
export const baseName = (label: string): string => label.split(':')[0];

/** The side of the largest practical board. */
export function practicalSide(m: Method): number {
  const found = /^(\d+)/.exec(m.size);
  return found ? Number(found[1]) : Infinity;
}

/** Options change how far a method gets; these were found by trying. */
const SIDE_WITH_OPTION: Record<string, number> = {
  'table_dfs:none': 7,
  'table_bfs:none': 6,
  'shift_bfs:visited': 7,
};

/** Says so if a method will probably not end on a board of this size. */
export function warning(
  m: Method,
  label: string,
  width: number,
  height: number,
): string | undefined {
  const side = SIDE_WITH_OPTION[label] ?? practicalSide(m);
  // What counts is the number of cells; a long thin board is as easy as a small one.
  if (width * height <= side * side) return undefined;
  return `Practical up to ${side}×${side}. On ${width}×${height} it will probably not end.`;
}

export interface Note {
  readonly idea: string;
  /** In the size of the board. */
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
export const NOTES: Record<string, Note> = {
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
  dfs: { idea: ROWS, cost: ROW_COST },
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

/** Methods by family, in the order of the table. */
export function byFamily(methods: readonly Method[]): { family: string; methods: Method[] }[] {
  const groups: { family: string; methods: Method[] }[] = [];
  for (const m of methods) {
    const group = groups.find((g) => g.family === m.family);
    if (group) group.methods.push(m);
    else groups.push({ family: m.family, methods: [m] });
  }
  return groups;
}
