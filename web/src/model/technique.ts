// What the techniques are called, in English, for t; the names are those of the engine.

import { word } from '../words/word';

const NAMES: Readonly<Record<string, string>> = {
  'empty-line': word('empty line'),
  'shared-colors': word('shared colors'),
  'full-line': word('full line'),
  'completed-line': word('completed line'),
  punctuating: word('punctuating'),
  'completed-blocks': word('completed blocks'),
  'edge-logic': word('edge logic'),
  'simple-boxes': word('simple boxes'),
  'color-adjacency': word('color adjacency'),
  glue: word('glue'),
  mercury: word('mercury'),
  'joining-and-splitting': word('joining and splitting'),
  'simple-spaces': word('simple spaces'),
  forcing: word('forcing'),
  'bounded-runs': word('bounded runs'),
  squeezing: word('squeezing'),
  'line-logic': word('complete line logic'),
  'edge-contradiction': word('edge contradiction'),
  contradiction: word('contradiction'),
  cases: word('case by case'),
};

/** The name of a technique, by its id; the id itself where there is none. */
export const techniqueName = (id: string): string => NAMES[id] ?? id;
