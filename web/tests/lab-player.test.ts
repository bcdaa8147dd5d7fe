// The clock of the playback, with frames that come when the test says, and the turns
// that timings take.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Playback } from '../src/lab/playback.svelte';
import { Replay } from '../src/play/replay.svelte';
import { SerialQueue } from '../src/lab/serialQueue';
import { Workers } from '../src/lab/workerPool';
import { cells, fromPicture } from './puzzles';

const newEngine = vi.hoisted(() => vi.fn());
vi.mock('../src/engine', () => ({ newEngine, engineFor: newEngine, isReady: () => true }));

let frame: ((now: number) => void) | undefined;
let now = 0;

beforeEach(() => {
  now = 0;
  frame = undefined;
  vi.stubGlobal('requestAnimationFrame', (callback: (now: number) => void) => {
    frame = callback;
    return 1;
  });
  vi.stubGlobal('cancelAnimationFrame', () => (frame = undefined));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Lets time pass and the next frame come. */
function pass(ms: number): void {
  now += ms;
  const callback = frame;
  frame = undefined;
  callback?.(now);
}

describe('the player', () => {
  it('chooses a speed at which the longest run is pleasant to watch', () => {
    const player = new Playback();
    player.include(100);
    expect(player.speed).toBe(10);
    player.include(1300);
    expect([player.length, player.speed]).toEqual([1300, 200]);
    player.include(50);
    expect(player.length).toBe(1300);
    player.include(20_000);
    expect(player.speed).toBe(2000);
  });

  it('goes on by the speed, whatever the length of the frames', () => {
    const player = new Playback();
    player.include(100);
    player.speed = 20;
    player.play();
    pass(50);
    expect(player.step).toBe(1);
    for (let i = 0; i < 10; i++) pass(10);
    expect(player.step).toBe(3);
    // A tab that was away for an hour does not jump.
    pass(3_600_000);
    expect(player.step).toBe(5);
  });

  it('stops at the end, and begins again from there', () => {
    const player = new Playback();
    player.include(3);
    player.speed = 50;
    player.play();
    pass(100);
    expect([player.step, player.playing, frame]).toEqual([3, false, undefined]);
    player.play();
    expect([player.step, player.playing]).toEqual([0, true]);
    player.toggle();
    expect([player.playing, frame]).toEqual([false, undefined]);
  });

  it('steps by hand, within the run', () => {
    const player = new Playback();
    player.play();
    expect(player.playing).toBe(false); // nothing to play
    player.include(10);
    player.play(); // slowly, so the first step is taken at once
    player.move(3);
    expect([player.step, player.playing]).toEqual([4, false]);
    player.move(-9);
    expect(player.step).toBe(0);
    player.move(99);
    expect(player.step).toBe(10);
    player.change(1);
    expect(player.speed).toBe(2);
    player.change(-1);
    player.change(-1);
    expect(player.speed).toBe(1);
    player.reset();
    expect([player.step, player.length]).toEqual([0, 0]);
  });
});

describe('a replay', () => {
  it('shows stroke after stroke, and ends after the last board', () => {
    vi.useFakeTimers();
    const ended = vi.fn();
    const strokes = [0, 1, 2].map((cell) => ({ changes: [{ cell, from: 255, to: 1 }] }));
    const replay = new Replay(fromPicture('##', '#.'), strokes, ended);
    for (const board of ['#???', '##??', '###?']) {
      expect([replay.cells, ended.mock.calls.length]).toEqual([cells(board), 0]);
      vi.advanceTimersByTime(250);
    }
    expect(ended).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});

describe('turns', () => {
  it('come one after the other, and go on after a failure', async () => {
    const turns = new SerialQueue();
    const order: string[] = [];
    let finish = () => {};
    const first = turns.take(async () => {
      order.push('first begins');
      await new Promise<void>((resolve) => (finish = resolve));
      order.push('first ends');
      throw new Error('no');
    });
    const second = turns.take(async () => order.push('second'));
    await Promise.resolve();
    expect(order).toEqual(['first begins']);
    finish();
    await expect(first).rejects.toThrow('no');
    await second;
    expect(order).toEqual(['first begins', 'first ends', 'second']);
  });
});

describe('workers', () => {
  it('are not started any more once the page is left', async () => {
    const close = vi.fn();
    newEngine.mockReturnValue({ call: () => new Promise(() => undefined), close });
    const leaving = new AbortController();
    const workers = new Workers(leaving.signal);
    void workers.start(0, new AbortController().signal);
    expect(newEngine).toHaveBeenCalledOnce();
    leaving.abort();
    workers.close();
    expect(close).toHaveBeenCalledOnce();
    // A run that was waiting for its turn goes on.
    await expect(workers.ask(1, 'measure', {})).rejects.toThrow();
    expect(newEngine).toHaveBeenCalledOnce();
  });
});
