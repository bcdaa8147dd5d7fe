// The live verdict, with an engine that the test controls.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { blankDrawing, puzzleOf } from '../src/games/drawing';
import { fromPicture } from './puzzles';

interface Asked {
  operation: string;
  signal?: AbortSignal;
  answer: (value: unknown) => void;
  fail: (error: Error) => void;
}
const asked: Asked[] = [];

vi.mock('../src/engine/techniqueNames.svelte', () => ({
  loadTechniqueNames: () => Promise.resolve(),
  techniqueName: (id: string) => id.replace('-', ' '),
}));

vi.mock('../src/engine', () => ({ EngineError: class extends Error {} }));
vi.mock('../src/engine/operations', () => ({
  RefusedError: class extends Error {},
  parseLine: () => undefined,
  ask: (operation: string, _: unknown, options?: { signal?: AbortSignal }) =>
    new Promise((answer, fail) => {
      asked.push({ operation, signal: options?.signal, answer, fail });
      options?.signal?.addEventListener('abort', () => fail(new Error('aborted')));
    }),
}));

import type { Rating } from '../src/create/liveVerdict.svelte';

const { LiveVerdict, reasons, verdictText } = await import('../src/create/liveVerdict.svelte');

const DIAGONAL = fromPicture('#.', '.#');
const FULL = fromPicture('##', '##');
const stats = { guesses: 0, conflicts: 0, line_solves: 4, line_open: 0 };
const unique = { status: 'unique', grid: ['##', '##'], elapsed_ms: 1, stats };
const ambiguous = {
  status: 'multiple',
  grids: [
    ['#.', '.#'],
    ['.#', '#.'],
  ],
  elapsed_ms: 1,
  stats,
};
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  asked.length = 0;
});

describe('the judge', () => {
  it('says what is ambiguous, and where', async () => {
    const judge = new LiveVerdict();
    judge.look(DIAGONAL);
    expect(judge.current).toBe(false);
    asked[0].answer(ambiguous);
    await settle();
    expect(judge.current).toBe(true);
    expect(judge.verdict).toEqual({
      kind: 'ambiguous',
      cells: [0, 1, 2, 3],
      solutions: 2,
      more: false,
    });
    expect(asked).toHaveLength(1);
  });

  it('rates what is unique', async () => {
    const judge = new LiveVerdict();
    judge.look(FULL);
    asked[0].answer(unique);
    await settle();
    expect(judge.verdict).toEqual({ kind: 'unique', lines: true, open: 0 });
    expect(asked[1].operation).toBe('rate');
    asked[1].answer({ level: 'trivial' });
    await settle();
    expect(judge.rating).toEqual({ level: 'trivial' });
  });

  it('asks nobody about a blank sheet', async () => {
    const judge = new LiveVerdict();
    judge.look(puzzleOf(blankDrawing(3, 3)));
    await settle();
    expect([judge.verdict.kind, judge.current, asked.length]).toEqual(['blank', true, 0]);
  });

  it('lets go of an answer about an older picture', async () => {
    const judge = new LiveVerdict();
    judge.look(FULL);
    judge.look(DIAGONAL);
    asked[0].answer(unique);
    await settle();
    expect(judge.current).toBe(false);
    expect(judge.verdict.kind).toBe('blank');
    asked[1].answer(ambiguous);
    await settle();
    expect(judge.verdict.kind).toBe('ambiguous');
  });

  it('skips the pictures between the first and the last', async () => {
    const judge = new LiveVerdict();
    for (const puzzle of [FULL, DIAGONAL, FULL, DIAGONAL]) judge.look(puzzle);
    asked[0].answer(unique);
    await settle();
    asked[1].answer(ambiguous);
    await settle();
    expect(asked).toHaveLength(2);
    expect(judge.verdict.kind).toBe('ambiguous');
  });

  it('ends a search that takes long while a newer picture waits', async () => {
    vi.useFakeTimers();
    const judge = new LiveVerdict();
    judge.look(FULL);
    judge.look(DIAGONAL);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked[0].signal?.aborted).toBe(true);
    expect(judge.thinking).toBe(true);
    asked[1].answer(ambiguous);
    await vi.advanceTimersByTimeAsync(0);
    expect([judge.thinking, judge.verdict.kind]).toEqual([false, 'ambiguous']);
    vi.useRealTimers();
  });

  it('says so when there is no verdict', async () => {
    const judge = new LiveVerdict();
    judge.look(DIAGONAL);
    asked[0].answer({ status: 'undecided', reason: 'time', elapsed_ms: 1, stats });
    await settle();
    expect(verdictText(judge.verdict)).toContain('Undecided');
    judge.look(FULL);
    asked[1].fail(new Error('broken'));
    await settle();
    expect(judge.verdict).toEqual({ kind: 'failed', error: new Error('broken') });
  });
});

describe('reasons', () => {
  const rating = {
    status: 'unique',
    level: 'easy',
    score: 10,
    line_solvable: true,
    hardest: 'edge-logic',
    depth: 0,
    rounds: 9,
    deductions: 26,
    offers: { mean: 3, fewest: 1 },
    techniques: [{ technique: 'edge-logic', deductions: 5 }],
  } as unknown as Rating;

  it('begin with the hardest step', () => {
    expect(reasons(rating)).toEqual([
      'You need “edge logic” 5 times, and nothing harder.',
      '26 deductions in 9 rounds.',
      'At the narrowest point only one line leads on.',
    ]);
    expect(reasons({ ...rating, depth: 1 })[1]).toBe('Single lines do not get to the end.');
  });
});
