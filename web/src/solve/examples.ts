// Example puzzles, one for each verdict, as .non files.

import { msg } from '../i18n/languages';

export interface Example {
  readonly name: string;
  readonly about: string;
  readonly text: string;
}

const non = (title: string, rows: string, columns: string): string =>
  [
    `title "${title}"`,
    `width ${columns.split(' ').length}`,
    `height ${rows.split(' ').length}`,
    'rows',
    ...rows.split(' '),
    'columns',
    ...columns.split(' '),
    '',
  ].join('\n');

export const EXAMPLES: readonly Example[] = [
  {
    name: msg('Heart'),
    about: msg('one solution, line by line'),
    text: non(msg('Heart'), '2,2 4,4 9 9 7 5 3 1', '3 5 6 6 6 6 6 5 3'),
  },
  {
    name: msg('Knot'),
    about: msg('one solution, but lines are not enough'),
    text: non(
      msg('Knot'),
      '1,1,2,1 5 1,3 3,1,2 2,2,1 2,1,1,1 3,3,2 1,1 1,3 2,3,1',
      '1,1,2 2,2 1,2,1,1 2,1 2,1,2 2,1,1,1 1,4,1 3,2 3,1,1 8',
    ),
  },
  {
    name: msg('Two ways'),
    about: msg('more than one solution'),
    text: non(msg('Two ways'), '5 0 1 1 0', '1 1,1 1,1 1 1'),
  },
  {
    name: msg('Slip of the pen'),
    about: msg('no solution'),
    text: non(msg('Slip of the pen'), '5 0 2 0 0', '1 1,1 1 1,1 1'),
  },
];
