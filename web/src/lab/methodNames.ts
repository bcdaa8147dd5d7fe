// What the methods do, in a few words, to show above the names that commands and the API use.

import { msg } from '../i18n/languages';
import { t } from '../i18n/i18n.svelte';
import { baseName } from './methods';

const NAMES: Record<string, string> = {
  engine: msg('The engine of this app'),
  bruteforce: msg('Every picture, cell by cell'),
  bruteforce_rulecut: msg('Cell by cell, turning back early'),
  bruteforce_wiki: msg('Certain cells, then every picture'),
  bruteforce_rulecut_wiki: msg('Certain cells, then turning back early'),
  'liao:dfs': msg('Row by row at random'),
  dfs_rulecut: msg('Row by row, checking the columns'),
  dfs_wiki: msg('Certain cells, then rows at random'),
  dfs_rulecut_wiki: msg('Certain cells, then rows with checks'),
  dfs_possiblecut: msg('Row by row, looking ahead'),
  dfs_possiblecut_wiki: msg('Certain cells, then looking ahead'),
  recursive_intersect: msg('Overlaps, then a guess'),
  recursive_intersect_greedy: msg('Overlaps, then the likeliest guess'),
  table_bfs: msg('Many boards at once, row by row'),
  table_dfs: msg('One board at a time, row by row'),
  shift_bfs: msg('Blocks pushed to the right'),
  row_dfs: msg('Rows in order'),
  row_dfs_cutoff: msg('Rows in order, turning back early'),
  force: msg('Random boards'),
  perm_elim: msg('Striking out lines that cannot be'),
};

/** The words for a method or a variant of it; undefined for methods that have none. */
export const methodTitle = (label: string): string | undefined => {
  const name = NAMES[label] ?? NAMES[baseName(label)];
  return name && t(name);
};
