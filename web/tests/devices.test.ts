// Several devices of one player, by random sequences (devices.ts): with a server in memory, and
// some with `nonogram serve --sync`. Sequences that have failed once are kept.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND } from './command';
import { type Kind, play, type Sequence, sequenceOf, shrink } from './devices';
import { SyncServer } from './syncServer';

const LONG = process.env.NONOGRAM_LONG !== undefined;
const COUNT = LONG ? 5000 : 300;
/** The first seed; another one tries other sequences. */
const FIRST = Number(process.env.NONOGRAM_SEED ?? 1);
const LONGEST_MS = LONG ? 3_600_000 : 120_000;

/** As "devices clocks: device kind pick, …". */
const KEPT = [
  '2 right: 1 full 0.20, 1 syncAndGo 0.84, 1 again 0.26',
  '3 wrong: 1 stroke 0.82, 0 stroke 0.48, 1 sync 0.73, 1 undo 0.86',
  '3 wrong: 1 stroke 0.45, 0 stroke 0.27, 1 sync 0.85, 2 sync 0.61, 2 stroke 0.05',
  '3 right: 1 loseResponse 0.94, 1 editDraft 0.10, 1 sync 0.89, 1 editDraft 0.44',
  '2 right: 0 editDraft 0.09, 0 sync 0.88, 1 sync 0.13, 1 editDraft 0.01, 0 editDraft 0.41, 1 syncAndGo 0.53',
  '2 right: 0 stroke 0.92, 1 stroke 0.88, 1 syncAndGo 0.56, 1 again 0.41, 1 undo 0.27',
  '2 wrong: 1 stroke 0.58, 1 stroke 0.78, 1 stroke 0.73, 1 sync 0.38, 0 sync 0.94, 1 undo 0.21, 0 undo 0.95, 1 syncAndGo 0.41, 1 again 0.92',
  '3 right: 2 stroke 0.98, 2 sync 0.31, 2 stroke 0.76, 1 sync 0.22, 2 undo 0.58, 1 stroke 0.32, 2 again 0.59, 1 undo 0.15',
  '3 wrong: 2 syncAndGo 0.59, 2 sync 0.42, 1 syncAndGo 0.44, 2 editDraft 0.69, 1 editDraft 0.12, 1 sync 0.81, 2 full 0.10, 2 syncAndGo 0.47',
  '3 right: 0 editDraft 0.17, 2 newDraft 0.76, 2 sync 0.00, 1 sync 0.42, 0 sync 0.13, 0 deleteDraft 0.46, 0 editDraft 0.97, 0 sync 0.33, 2 sync 0.17, 1 syncAndGo 0.43, 1 syncAndGo 0.28, 2 editDraft 0.01, 1 editDraft 0.80',
  '3 right: 0 stroke 0.50, 1 again 0.99, 0 syncAndGo 0.63, 0 offline 0.90, 1 sync 0.60, 0 undo 0.88, 1 again 0.54, 0 redo 0.85',
  '2 right: 1 stroke 0.36, 1 sync 0.20, 0 stroke 0.83, 1 loseResponse 0.44, 0 sync 0.19, 0 again 0.34, 1 stroke 0.52, 1 sync 0.08, 1 stroke 0.72, 1 syncAndGo 0.23',
  '3 wrong: 0 editDraft 0.77, 0 sync 0.87, 2 sync 0.89, 2 editDraft 0.50, 0 editDraft 0.34, 2 sync 0.75, 0 syncAndGo 0.60, 2 syncAndGo 0.40',
  '4 right: 1 stroke 0.53, 1 loseResponse 0.98, 1 syncAndGo 0.14, 1 syncAndGo 0.22, 0 sync 0.47, 0 stroke 0.03',
  '2 wrong: 1 newDraft 0.05, 1 sync 0.07, 0 sync 0.93, 1 full 0.62, 0 win 0.37, 1 editDraft 0.42, 0 syncAndGo 0.45, 1 sync 0.19, 1 editDraft 0.44, 0 syncAndGo 0.45, 0 editDraft 0.92, 1 sync 0.70',
  '4 wrong: 3 editDraft 0.29, 3 syncAndGo 0.57, 0 sync 0.44, 0 editDraft 0.28, 3 sync 0.39, 3 editDraft 0.39, 0 sync 0.03, 3 syncAndGo 0.76',
];

function parse(text: string): Sequence {
  const [head, body] = text.split(': ');
  const steps = body.split(', ').map((step) => {
    const [device, kind, pick] = step.split(' ');
    return { device: Number(device), kind: kind as Kind, pick: Number(pick) };
  });
  return { devices: parseInt(head), wrongClocks: head.endsWith('wrong'), steps };
}

function write({ devices, wrongClocks, steps }: Sequence): string {
  const texts = steps.map(({ device, kind, pick }) => `${device} ${kind} ${pick.toFixed(2)}`);
  return `'${devices} ${wrongClocks ? 'wrong' : 'right'}: ${texts.join(', ')}'`;
}

const fault = (sequence: Sequence) => play(sequence, new SyncServer());

describe('devices', () => {
  it.each(KEPT)('%s', async (text) => {
    expect(await fault(parse(text))).toBeUndefined();
  });

  it(
    `agree after ${COUNT} random sequences, without losing or inventing anything`,
    async () => {
      for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        const sequence = sequenceOf(seed);
        if ((await fault(sequence)) === undefined) continue;
        const short = await shrink(sequence, async (s) => (await fault(s)) !== undefined);
        expect.fail(`seed ${seed}: ${write(short)}: ${await fault(short)}`);
      }
    },
    LONGEST_MS,
  );
});

describe('devices and the server of the command', () => {
  /** Runs work with the address of a new server. */
  async function withServer(work: (address: string) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'nonogram-devices-'));
    const server = spawn(COMMAND, ['serve', '--addr', '127.0.0.1:0', '--sync', folder]);
    const ended = new Promise((done) => server.once('exit', done));
    try {
      const url = await new Promise<string>((found, failed) => {
        server.once('error', failed);
        server.stdout.on('data', (data: Buffer) => found(/http:\S+/.exec(String(data))![0]));
      });
      await work(url + 'api/v1/progress');
    } finally {
      server.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    }
  }

  it(
    'agree after random sequences',
    async () => {
      const end = FIRST + 10_000 + (LONG ? 1000 : 30);
      // A server lets an address store 5 MB at once.
      for (let seed = FIRST + 10_000; seed < end;)
        await withServer(async (address) => {
          for (const last = Math.min(end, seed + 200); seed < last; seed++)
            expect(
              await play(sequenceOf(seed), { fetch, address }),
              `seed ${seed}`,
            ).toBeUndefined();
        });
    },
    LONGEST_MS,
  );
});
