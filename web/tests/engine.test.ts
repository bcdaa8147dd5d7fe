// The client of the engine's worker: answers, errors, an end of the worker, and cancelling.

import { beforeEach, describe, expect, it } from 'vitest';
import { Engine, EngineError, type EngineWorker } from '../src/engine/client';
import type { FromWorker, ToWorker } from '../src/engine/workerMessages';

/** A worker that the test controls. */
class FakeWorker implements EngineWorker {
  onmessage: EngineWorker['onmessage'] = null;
  onerror: EngineWorker['onerror'] = null;
  readonly got: ToWorker[] = [];
  ended = false;

  postMessage(message: ToWorker) {
    this.got.push(message);
  }
  terminate() {
    this.ended = true;
  }
  say(message: FromWorker) {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
  answer(response: object) {
    const call = this.got.at(-1) as Extract<ToWorker, { kind: 'call' }>;
    this.say({ kind: 'answer', id: call.id, response: JSON.stringify(response) });
  }
}

let workers: FakeWorker[];
let engine: Engine;
const current = () => workers.at(-1)!;
beforeEach(() => {
  workers = [];
  engine = new Engine('/engine/', 'engine.wasm', () => {
    workers.push(new FakeWorker());
    return current();
  });
});

describe('the engine', () => {
  it('starts with the first call, and only then', async () => {
    expect(workers).toHaveLength(0);
    const answer = engine.call('solve', { puzzle: 1 });
    expect(current().got).toEqual([
      { kind: 'start', folder: '/engine/', file: 'engine.wasm', module: undefined },
    ]);
    current().say({ kind: 'ready' });
    expect(current().got[1]).toMatchObject({
      kind: 'call',
      operation: 'solve',
      request: '{"puzzle":1}',
    });
    current().answer({ status: 'unique' });
    expect(await answer).toEqual({ status: 'unique' });
  });

  it('is given pixels beside the request', () => {
    const rgba = new Uint8ClampedArray(4);
    void engine.call('scan', { image: {} }, { rgba });
    current().say({ kind: 'ready' });
    expect(current().got[1]).toMatchObject({ request: '{"image":{}}', rgba });
  });

  it('works on one call at a time, in order', async () => {
    const first = engine.call('a', {});
    const second = engine.call('b', {});
    current().say({ kind: 'ready' });
    expect(current().got).toHaveLength(2);
    current().answer({ n: 1 });
    expect(current().got[2]).toMatchObject({ operation: 'b' });
    current().answer({ n: 2 });
    expect(await Promise.all([first, second])).toEqual([{ n: 1 }, { n: 2 }]);
    expect(workers).toHaveLength(1);
  });

  it('cancels the running call by ending the worker, and goes on with another', async () => {
    const stop = new AbortController();
    const first = engine.call('slow', {}, { signal: stop.signal });
    const second = engine.call('b', {});
    const module = {} as WebAssembly.Module;
    current().say({ kind: 'ready', module });
    stop.abort();
    await expect(first).rejects.toThrow(/abort/i);
    expect(workers[0].ended).toBe(true);
    expect(workers).toHaveLength(2);
    expect(current().got[0]).toMatchObject({ kind: 'start', module });
    current().say({ kind: 'ready' });
    current().answer({ n: 2 });
    expect(await second).toEqual({ n: 2 });
  });

  it('cancels a waiting call without harm to the running one', async () => {
    const stop = new AbortController();
    const first = engine.call('a', {});
    const second = engine.call('b', {}, { signal: stop.signal });
    current().say({ kind: 'ready' });
    stop.abort();
    await expect(second).rejects.toThrow(/abort/i);
    expect(workers[0].ended).toBe(false);
    current().answer({ n: 1 });
    expect(await first).toEqual({ n: 1 });
    expect(current().got).toHaveLength(2);
  });

  it('refuses a call that is cancelled before it is made', async () => {
    await expect(engine.call('a', {}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(workers).toHaveLength(0);
  });

  it('tells of a broken start, and tries again with the next call', async () => {
    const first = engine.call('a', {});
    current().say({ kind: 'broken', message: 'the engine could not be fetched (404)' });
    await expect(first).rejects.toThrow(EngineError);
    const second = engine.call('a', {});
    expect(workers).toHaveLength(2);
    current().say({ kind: 'ready' });
    current().answer({});
    expect(await second).toEqual({});
  });

  it('passes on progress to the call it belongs to', async () => {
    const seen: number[] = [];
    const answer = engine.call('solve', {}, { onProgress: (p) => seen.push(p.steps) });
    current().say({ kind: 'ready' });
    current().say({ kind: 'progress', id: 1, progress: '{"elapsed_ms":1,"steps":5,"depth":1}' });
    current().say({ kind: 'progress', id: 99, progress: '{"elapsed_ms":1,"steps":6,"depth":1}' });
    current().answer({});
    await answer;
    expect(seen).toEqual([5]);
  });

  it('can be closed, and starts again when it is asked', async () => {
    const first = engine.call('a', {});
    const second = engine.call('b', {});
    current().say({ kind: 'ready' });
    engine.close();
    expect(workers[0].ended).toBe(true);
    await expect(first).rejects.toThrow(EngineError);
    await expect(second).rejects.toThrow(EngineError);
    const third = engine.call('c', {});
    expect(workers).toHaveLength(2);
    current().say({ kind: 'ready' });
    current().answer({ n: 3 });
    expect(await third).toEqual({ n: 3 });
  });

  it('hands a compiled module on to engines that share it', () => {
    const compiled = new Map<string, WebAssembly.Module>();
    const make = () => {
      workers.push(new FakeWorker());
      return current();
    };
    const module = {} as WebAssembly.Module;
    const call = (file: string) => {
      new Engine('/engine/', file, make, compiled).call('a', {}).catch(() => undefined);
      return current();
    };
    call('engine.wasm').say({ kind: 'ready', module });
    expect(call('engine.wasm').got[0]).toMatchObject({ kind: 'start', module });
    expect(call('files.wasm').got[0]).toMatchObject({ kind: 'start', module: undefined });
  });
});
