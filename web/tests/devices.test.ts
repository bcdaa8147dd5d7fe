// Several devices of one player, by random sequences (devices.ts): with a server in memory, and
// some with `nonogram serve --sync`. Sequences that have failed once are kept.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from './command';
import { type Kind, play, type Sequence, sequenceOf, shrink } from './devices';
import { SyncServer } from './syncServer';

const LONG = process.env.NONOGRAM_LONG !== undefined;
const COUNT = LONG ? 5000 : 300;

/** As "devices clocks: device kind pick, …". */
const KEPT = [
  '2 right: 1 full 0.20, 1 syncAndGo 0.84, 1 again 0.26',
  '3 wrong: 1 stroke 0.82, 0 stroke 0.48, 1 sync 0.73, 1 undo 0.86',
  '3 wrong: 1 stroke 0.45, 0 stroke 0.27, 1 sync 0.85, 2 sync 0.61, 2 stroke 0.05',
  '3 right: 1 loseResponse 0.94, 1 editDraft 0.10, 1 sync 0.89, 1 editDraft 0.44',
  '2 right: 0 editDraft 0.09, 0 sync 0.88, 1 sync 0.13, 1 editDraft 0.01, 0 editDraft 0.41, 1 syncAndGo 0.53',
  '2 right: 0 stroke 0.92, 1 stroke 0.88, 1 syncAndGo 0.56, 1 again 0.41, 1 undo 0.27',
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

  it(`agree after ${COUNT} random sequences, without losing or inventing anything`, async () => {
    for (let seed = 1; seed <= COUNT; seed++) {
      const sequence = sequenceOf(seed);
      if ((await fault(sequence)) === undefined) continue;
      const short = await shrink(sequence, async (s) => (await fault(s)) !== undefined);
      expect.fail(`seed ${seed}: ${write(short)}: ${await fault(short)}`);
    }
  });
});

describe('devices and the server of the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nonogram-devices-'));
  let server: ChildProcess;
  let address: string;

  beforeAll(async () => {
    server = spawn(COMMAND, ['serve', '--addr', '127.0.0.1:0', '--sync', folder]);
    const url = await new Promise<string>((found, failed) => {
      server.once('error', failed);
      server.stdout!.on('data', (data: Buffer) => found(/http:\S+/.exec(String(data))![0]));
    });
    address = url + 'api/v1/progress';
  });
  afterAll(async () => {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  });

  it('agree after random sequences', async () => {
    // The server gives an address 40 codes at once.
    for (let seed = 10_001; seed <= 10_030; seed++)
      expect(await play(sequenceOf(seed), { fetch, address }), `seed ${seed}`).toBeUndefined();
  });
});
