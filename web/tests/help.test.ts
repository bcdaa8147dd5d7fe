// Help in a game, with an engine that answers when the test says.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game } from '../src/games/game.svelte';
import type { Help } from '../src/play/help.svelte';
import { fromPicture } from './puzzles';

const engine = vi.hoisted(() => ({
  askHint: vi.fn(),
  askCheck: vi.fn(),
  askOnlySolution: vi.fn(),
}));
const notify = vi.hoisted(() => vi.fn());
vi.mock('../src/engine/operations', () => ({ ...engine, GRADES: 4, PATIENCE_MS: 1000 }));
vi.mock('../src/engine', () => ({ isReady: () => true, newEngine: vi.fn() }));
vi.mock('../src/engine/task.svelte', () => ({ notifyError: notify }));
vi.mock('../src/app/notices.svelte', () => ({ notify }));

const { Session } = await import('../src/play/session.svelte');

const PUZZLE = fromPicture('##', '#.');

let session: InstanceType<typeof Session>;
let game: Game;
let help: Help;

beforeEach(() => {
  vi.resetAllMocks();
  session = new Session({ name: 'test', puzzle: PUZZLE }, true);
  ({ game, help } = session);
  game.draw([{ cell: 3, from: 255, to: 1 }]);
});

/** A call that fails when it is cancelled, as the engine's do. */
const untilCancelled = (signal: AbortSignal) =>
  new Promise((_, fail) => signal.addEventListener('abort', () => fail(new Error('cancelled'))));

describe('rewinding', () => {
  const said = () => notify.mock.calls.map(([text]) => text as string);

  it('that is cancelled changes nothing and says nothing', async () => {
    engine.askOnlySolution.mockImplementation((_, signal: AbortSignal) => untilCancelled(signal));
    const rewinding = session.rewind();
    help.cancel();
    await rewinding;
    expect([game.cells[3], said()]).toEqual([1, []]);
  });

  it('without a verdict changes nothing and says so', async () => {
    engine.askOnlySolution.mockResolvedValue(undefined);
    engine.askCheck.mockResolvedValue({ status: 'undecided', wrong: 0 });
    await session.rewind();
    expect([game.cells[3], said()]).toEqual([1, [expect.stringContaining('reasonable time')]]);
  });

  it('goes to the last board without a wrong mark', async () => {
    engine.askOnlySolution.mockResolvedValue(Uint8Array.from([1, 1, 1, 0]));
    await session.rewind();
    expect([game.cells[3], said()]).toEqual([255, [expect.stringContaining('The last board')]]);
  });
});

it('a hint while marks are checked shows the hint', async () => {
  engine.askCheck.mockImplementation((...request: unknown[]) =>
    untilCancelled(request.at(-1) as AbortSignal),
  );
  engine.askHint.mockResolvedValue({ kind: 'step', message: 'Look at row 1.', cells: [] });
  const checking = help.check();
  await help.more();
  await checking;
  expect([help.topic, help.hint?.message, help.busy]).toEqual(['hint', 'Look at row 1.', false]);
});

it('wrong marks at once are tried again after a failure', async () => {
  engine.askOnlySolution.mockRejectedValueOnce(new Error('no network'));
  await help.learn();
  expect(notify).toHaveBeenCalledOnce();
  engine.askOnlySolution.mockResolvedValue(Uint8Array.from([1, 1, 1, 0]));
  await help.learn();
  expect(engine.askOnlySolution).toHaveBeenCalledTimes(2);
  expect(notify).toHaveBeenCalledOnce();
});
