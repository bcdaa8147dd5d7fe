import { word } from '../words/word';

/** Levels of difficulty, as `nonogram rate` names them, the easiest first. */
export const LEVELS = ['trivial', 'easy', 'medium', 'hard', 'very hard', 'expert'] as const;
export type Level = (typeof LEVELS)[number];

/** The levels as they are called, in English, for t. */
export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  trivial: word('Trivial'),
  easy: word('Easy'),
  medium: word('Medium'),
  hard: word('Hard'),
  'very hard': word('Very hard'),
  expert: word('Expert'),
};
