// The marks of an image in Create: strokes of the brush, and what the engine is sent of them.

import { describe, expect, it, vi } from 'vitest';
vi.mock('../src/engine', () => ({ EngineError: class extends Error {}, call: vi.fn() }));

const { maskRequest, newMask, stroked } = await import('../src/create/mask');

const WHOLE = { left: 0, right: 0, top: 0, bottom: 0 };
const marksOf = (base64: string) => [...Buffer.from(base64, 'base64')];
const count = (marks: Iterable<number>, mark: number) =>
  [...marks].filter((m) => m === mark).length;

describe('a mask', () => {
  const empty = newMask({ width: 3000, height: 1500 });

  it('has the proportions of the image, and a mark for each side of a narrow one', () => {
    expect([empty.width, empty.height]).toEqual([96, 48]);
    expect(newMask({ width: 1, height: 9000 }).width).toBe(1);
  });

  it('gets strokes as thick as the brush, which later ones replace or erase', () => {
    const line = stroked(empty, { x: 0.25, y: 0.5 }, { x: 0.75, y: 0.5 }, 'subject');
    expect(empty.marks.some((m) => m > 0)).toBe(false);
    expect(line.marks[24 * 96 + 48]).toBe(1);
    expect(line.marks[27 * 96 + 48]).toBe(0);
    const crossed = stroked(line, { x: 0.5, y: 0 }, { x: 0.5, y: 1 }, 'background');
    expect(crossed.marks[24 * 96 + 48]).toBe(2);
    expect(count(crossed.marks, 1)).toBeLessThan(count(line.marks, 1));
    const gone = stroked(crossed, { x: 0, y: 0.5 }, { x: 1, y: 0.5 }, 'none');
    expect(count(gone.marks, 1)).toBe(0);
  });

  it('may be painted from outside of the image', () => {
    const dot = stroked(empty, { x: -0.01, y: 1.01 }, { x: -0.01, y: 1.01 }, 'subject');
    expect(dot.marks[47 * 96]).toBe(1);
  });
});

describe('the engine', () => {
  const mask = stroked(
    newMask({ width: 96, height: 96 }),
    { x: 0.75, y: 0.25 },
    { x: 0.75, y: 0.25 },
    'subject',
  );

  it('is sent nothing where nothing is marked', () => {
    expect(maskRequest(undefined, WHOLE)).toBeUndefined();
    expect(maskRequest(newMask({ width: 9, height: 9 }), WHOLE)).toBeUndefined();
    expect(maskRequest(mask, { ...WHOLE, top: 0.5 })).toBeUndefined();
  });

  it('is sent the marks of the part that is used', () => {
    const whole = maskRequest(mask, WHOLE)!;
    expect(marksOf(whole.marks)).toEqual([...mask.marks]);
    const part = maskRequest(mask, { ...WHOLE, left: 0.5, bottom: 0.5 })!;
    expect([part.width, part.height]).toEqual([48, 48]);
    expect(marksOf(part.marks)[24 * 48 + 24]).toBe(1);
    expect(count(marksOf(part.marks), 1)).toBe(count(mask.marks, 1));
    expect(maskRequest(mask, { left: 0.75, right: 0.25, top: 0.25, bottom: 0.74 })!.width).toBe(1);
  });
});
