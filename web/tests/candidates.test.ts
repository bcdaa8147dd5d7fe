// Candidates of an image in Create: what the engine is asked, how its answers are read, and
// how a sheet of them stops and goes on.

import { describe, expect, it, vi } from 'vitest';
import type { GenerateAnswer } from '../src/model/schema';

vi.mock('../src/engine', () => ({ EngineError: class extends Error {}, call: vi.fn() }));

const { candidateRequest, CandidateSheet, CANDIDATES, readCandidate } =
  await import('../src/create/candidates.svelte');
const { DEFAULT_IMAGE_OPTIONS } = await import('../src/create/imageImport');

type Candidate = ReturnType<typeof readCandidate>;

const WISH = { ...DEFAULT_IMAGE_OPTIONS, side: 40, specks: 2, bias: 0.7, invert: true };

const answer = (mode: string, width: number, height: number, more = {}): GenerateAnswer => ({
  kind: 'image',
  puzzles: [{ width: 2, height: 1, rows: [[1]], columns: [[1], []], goal: ['#.'] }] as never,
  candidates: [
    {
      number: 5,
      mode,
      width,
      height,
      inks: 1,
      changed: 4,
      reached: true,
      after: { status: 'unique', open: 0, differ: 0, level: 'easy' },
      ...more,
    },
  ],
});

describe('a candidate', () => {
  it('is asked for with the settings that it shares with the others', () => {
    const size = { width: 320, height: 240 };
    expect(candidateRequest(size, { width: 40, height: 30 }, WISH, 5)).toEqual({
      kind: 'image',
      width: 40,
      height: 30,
      image: { ...size, rgba: '' },
      fit: 'stretch',
      specks: 2,
      invert: true,
      local: 0.5,
      candidate: 5,
    });
  });

  it('is the repaired drawing, and the settings that lead near it', () => {
    const made = readCandidate(WISH, answer('ink', 56, 42, { bias: -0.5 }));
    expect(made.drawing).toMatchObject({ width: 2, height: 1 });
    expect([...made.drawing.cells]).toEqual([1, 255]);
    expect(made.changed).toBe(4);
    expect(made.wish).toEqual({ ...WISH, mode: 'ink', side: 56, bias: -0.5 });
  });

  it('has settings within their limits', () => {
    const { wish } = readCandidate(WISH, answer('color', 30, 112, { inks: 0 }));
    expect(wish).toEqual({ ...WISH, mode: 'color', side: 80, bias: 0, inks: 1 });
    expect(readCandidate(WISH, answer('edges', 3, 2)).wish.side).toBe(5);
  });
});

describe('a sheet', () => {
  /** A sheet whose candidates are made when the test says so. */
  function held() {
    const asked: number[] = [];
    let settle: { resolve: () => void; reject: (e: unknown) => void };
    const sheet = new CandidateSheet(WISH, (number, signal) => {
      asked.push(number);
      return new Promise<Candidate>((resolve, reject) => {
        signal.onabort = () => reject(signal.reason);
        settle = { resolve: () => resolve({ record: { number } } as Candidate), reject };
      });
    });
    const next = async (act: () => void) => {
      act();
      await new Promise((done) => setTimeout(done));
    };
    return {
      sheet,
      asked,
      make: () => next(() => settle.resolve()),
      fail: (e: unknown) => next(() => settle.reject(e)),
    };
  }

  it('makes twelve, one after the other', async () => {
    const { sheet, asked, make } = held();
    sheet.run();
    sheet.run();
    for (let i = 1; i <= CANDIDATES; i++) {
      expect(sheet.task?.phase).toBe('working');
      expect(asked.at(-1)).toBe(i);
      await make();
    }
    expect(sheet.task?.phase).toBe('done');
    expect(sheet.list.map((c) => c.record.number)).toEqual(asked);
    sheet.run();
    expect(asked).toHaveLength(CANDIDATES);
  });

  it('keeps what it has when it stops, and goes on from there', async () => {
    const { sheet, asked, make } = held();
    sheet.run();
    await make();
    sheet.stop();
    expect(sheet.task?.phase).toBe('cancelled');
    sheet.run();
    await make();
    expect(sheet.list.map((c) => c.record.number)).toEqual([1, 2]);
    expect(asked).toEqual([1, 2, 2, 3]);
  });

  it('tells an error, and can be asked again', async () => {
    const { sheet, asked, make, fail } = held();
    sheet.run();
    await make();
    await fail(new Error('too large'));
    expect(sheet.task?.phase).toBe('failed');
    expect(sheet.task?.error).toEqual(new Error('too large'));
    sheet.run();
    expect([sheet.task?.phase, asked]).toEqual(['working', [1, 2, 2]]);
    expect(sheet.list).toHaveLength(1);
  });
});
