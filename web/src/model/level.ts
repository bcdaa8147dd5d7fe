import { msg } from '../i18n/languages';

/** Levels of difficulty, as `nonogram rate` names them, the easiest first. */
export const LEVELS = ['trivial', 'easy', 'medium', 'hard', 'very hard', 'expert'] as const;
export type Level = (typeof LEVELS)[number];

/** The names of the levels, in English, for t. */
export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  trivial: msg('Gentle'),
  easy: msg('Easy'),
  medium: msg('Medium'),
  hard: msg('Hard'),
  'very hard': msg('Very hard'),
  expert: msg('Expert'),
};
