/** Levels of difficulty, as `nonogram rate` names them, the easiest first. */
export const LEVELS = ['trivial', 'easy', 'medium', 'hard', 'very hard', 'expert'] as const;
export type Level = (typeof LEVELS)[number];
