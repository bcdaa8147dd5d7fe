// Random sequences of what players do on several devices, for tests: strokes, undo, playing
// again, wins, drafts, names, deletions, times without network, full storage, wrong clocks,
// and synchronization in any order, also while the player goes on and with lost responses.
//
// Beside the devices a model of versions is kept. Every change of a draft, a game or a name
// makes a version, whose parent is the version that the player saw. Versions without a child
// are what must be there in the end, and nothing else.

import { Drafts } from '../src/games/drafts';
import { blankDrawing } from '../src/games/drawing';
import { Game } from '../src/games/game.svelte';
import { Records } from '../src/games/records';
import { Games, ownGame } from '../src/games/savedGames';
import { Sync } from '../src/games/sync';
import { puzzleKey } from '../src/model/share';
import { Store } from '../src/storage/store';
import { Memory } from './memory';
import { fromPicture, randomFrom } from './puzzles';

/** Large, so that every stroke can fill another cell, and never solved by chance. */
const WIDE = fromPicture(...Array.from({ length: 12 }, () => '#'.repeat(24)));
const SMALL = fromPicture('##', '#.');
const OWN = puzzleKey(SMALL);
const DAY = 86_400_000;

export const KINDS = [
  ...['stroke', 'stroke', 'stroke', 'undo', 'undo', 'redo', 'again', 'win', 'day'],
  ...['newDraft', 'editDraft', 'editDraft', 'editDraft', 'deleteDraft', 'label', 'label'],
  ...['keep', 'remove', 'restore', 'forget', 'setting', 'reload', 'full', 'room'],
  ...['offline', 'online', 'sync', 'sync', 'sync', 'sync', 'syncAndGo', 'loseResponse'],
] as const;
export type Kind = (typeof KINDS)[number];

export interface Step {
  readonly device: number;
  readonly kind: Kind;
  /** From 0 to 1, to choose by. */
  readonly pick: number;
}

export interface Sequence {
  readonly devices: number;
  /** The clocks are wrong by up to a day. */
  readonly wrongClocks: boolean;
  readonly steps: readonly Step[];
}

export function sequenceOf(seed: number): Sequence {
  const next = randomFrom(seed);
  const devices = 2 + Math.floor(next() * 3);
  const steps = Array.from({ length: 5 + Math.floor(next() * 40) }, () => ({
    device: Math.floor(next() * devices),
    kind: KINDS[Math.floor(next() * KINDS.length)],
    pick: next(),
  }));
  return { devices, wrongClocks: seed % 2 === 0, steps };
}

/** Versions of one thing, such as a game or the drafts. */
class Versions {
  readonly parents = new Map<string, readonly string[]>();

  add(version: string, ...parents: string[]): string {
    this.parents.set(version, [...(this.parents.get(version) ?? []), ...parents]);
    return version;
  }

  /** Versions without a child. */
  heads(): string[] {
    const seen = new Set([...this.parents.values()].flat());
    return [...this.parents.keys()].filter((version) => !seen.has(version));
  }
}

let clock = 1_700_000_000_000;

class Device {
  readonly memory = new Memory();
  store = new Store(this.memory);
  offline = false;
  /** The versions that have arrived here. */
  readonly known = new Set<string>();
  /** Those that are in the state that is synchronized, which the player may have left. */
  private sending = new Set<string>();
  /** The next response is lost. */
  deaf = false;
  /** What the player does while a request is under way. */
  meanwhile: () => void = () => undefined;
  games!: Games;
  drafts!: Drafts;
  records!: Records;
  sync!: Sync;

  constructor(
    private readonly server: typeof fetch,
    private readonly address: string,
    /** How wrong its clock is, in milliseconds. */
    readonly skew: number,
    /** The versions that have arrived at the server. */
    private readonly there: Set<string>,
  ) {
    this.load();
  }

  now(): number {
    return clock + this.skew;
  }

  load(): void {
    this.store = new Store(this.memory);
    const keys = this.store.keys.bind(this.store);
    this.store.keys = (prefix) => {
      if (prefix === '') this.sending = new Set(this.known);
      return keys(prefix);
    };
    this.games = new Games(this.store, () => false);
    this.drafts = new Drafts(this.store, () => this.now());
    this.records = new Records(this.store);
    this.sync = new Sync(this.store, this.address, ((...request) =>
      this.ask(...request)) as typeof fetch);
  }

  private async ask(...request: Parameters<typeof fetch>): Promise<Response> {
    if (this.offline) throw new TypeError('offline');
    const response = await this.server(...request);
    const { method } = request[1]!;
    if (method !== 'GET' && response.ok) this.sending.forEach((version) => this.there.add(version));
    if (method === 'GET' && response.ok)
      for (const set of [this.known, this.sending])
        this.there.forEach((version) => set.add(version));
    this.meanwhile();
    this.meanwhile = () => undefined;
    if (this.deaf) {
      this.deaf = false;
      throw new TypeError('lost');
    }
    return response;
  }

  stored(): string {
    const rows = [...this.memory.map].filter(([key]) => !/^nonogram\/(sync|damaged\/)/.test(key));
    return rows
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map((row) => row.join(' '))
      .join('\n');
  }
}

/** The fault that a sequence shows; undefined if there is none. */
export async function play(
  { devices, wrongClocks, steps }: Sequence,
  server: { fetch: typeof fetch; address?: string },
): Promise<string | undefined> {
  const real = Date.now;
  let world: World | undefined;
  try {
    world = new World(devices, wrongClocks, server);
    Date.now = () => world!.active.now();
    await world.connect();
    for (const step of steps) await world.take(step);
    return await world.end();
  } catch (e) {
    return String(e instanceof Error ? e.stack : e);
  } finally {
    Date.now = real;
  }
}

class World {
  readonly devices: Device[];
  active: Device;
  private readonly games = new Versions();
  private readonly drafts = new Versions();
  private readonly names = new Versions();
  /** The boards of the versions of the game. */
  private readonly boards = new Map<string, string>();
  /** The boards that the player has seen before a version. */
  private readonly seen = new Map<string, ReadonlySet<string>>();
  /** The boards that one device has made and another one has left. */
  private readonly twice = new Set<string>(['']);
  private wins = 0;
  private won = false;
  private days = new Set<string>();
  private tokens = 0;
  private cell = 0;
  /** A full storage has cost a history. */
  private trimmed = false;

  constructor(
    count: number,
    wrong: boolean,
    { fetch, address = '/progress' }: { fetch: typeof globalThis.fetch; address?: string },
  ) {
    const there = new Set<string>();
    const skews = wrong ? [0, DAY, -DAY, DAY / 2] : [0, 0, 0, 0];
    this.devices = skews.slice(0, count).map((skew) => new Device(fetch, address, skew, there));
    this.active = this.devices[0];
  }

  async connect(): Promise<void> {
    const [first, ...others] = this.devices;
    const begun = await first.sync.begin();
    if (begun !== 'kept') throw new Error(`begin: ${begun}`);
    for (const { sync } of others) await sync.join(first.sync.kept!.code);
  }

  /** The wide game on a device. */
  private shown(device: Device): Game {
    return new Game(WIDE, device.games.load('wide', WIDE).state);
  }

  private boardOf = (cells: Uint8Array): string =>
    [...cells.keys()].filter((i) => cells[i] === 1).join(' ');

  /** The boards that a player can see: the one on the table, and those that undo leads to. */
  private boardsOf = (game: Game): Set<string> =>
    new Set([...game.earlier(), game.cells].map(this.boardOf));

  /** Saves a game that the player has gone on with, after a board before. */
  private saveGame(device: Device, before: Game, change: (game: Game) => Game): void {
    const seen = this.boardsOf(before);
    // Who has seen a board has seen every version with it, such as the same undo elsewhere. The
    // board of such a version may stay, but need not.
    const parents = this.games.heads().filter((head) => seen.has(this.boards.get(head)!));
    for (const parent of parents)
      if (!device.known.has(parent)) this.twice.add(this.boards.get(parent)!);
    const game = change(before);
    const board = this.boardOf(game.cells);
    const version = this.games.add(`g${this.tokens++}`, ...parents);
    for (const [left, by] of this.seen) {
      if (device.known.has(left) || parents.includes(left) || !by.has(board)) continue;
      this.games.add(left, version);
      this.twice.add(board);
    }
    this.boards.set(version, board);
    this.seen.set(version, seen);
    device.known.add(version);
    device.games.save('wide', game, device.now());
    if (game.steps > 0 && this.shown(device).steps === 0) this.trimmed = true;
  }

  async take({ device: index, kind, pick }: Step): Promise<void> {
    const device = this.devices[index % this.devices.length];
    this.active = device;
    clock += 1000;
    await this.act(device, kind, pick);
  }

  private async act(device: Device, kind: Kind, pick: number): Promise<void> {
    const { games, drafts, records, store, memory } = device;
    const drawn = drafts.list().sort((a, b) => (a.id < b.id ? -1 : 1));
    const draft = drawn[Math.floor(pick * drawn.length)];
    switch (kind) {
      case 'stroke': {
        const cell = this.cell++;
        if (cell >= WIDE.width * (WIDE.height - 1)) return;
        return this.saveGame(device, this.shown(device), (game) => fill(game, cell));
      }
      case 'undo':
      case 'redo': {
        const game = this.shown(device);
        if (!(kind === 'undo' ? game.canUndo : game.canRedo)) return;
        return this.saveGame(device, game, () => (game[kind](), game));
      }
      case 'again': {
        const cell = this.cell++;
        return this.saveGame(device, this.shown(device), () => fill(new Game(WIDE), cell));
      }
      case 'win': {
        const game = new Game(SMALL);
        for (const cell of [0, 1, 2]) game.draw([{ cell, from: 255, to: 1 }]);
        games.save('small', game, device.now());
        this.won = true;
        records.add({ ...SOLVE, at: 10_000 + this.wins++ });
        return;
      }
      case 'day': {
        const day = `2026-11-${10 + Math.floor(pick * 20)}`;
        records.add({ ...SOLVE, name: 'day/' + day, at: 10_000 + this.wins++, day });
        this.days.add(day);
        return;
      }
      case 'newDraft':
      case 'editDraft': {
        const before = kind === 'newDraft' ? undefined : draft;
        const title = `t${this.tokens++}`;
        this.drafts.add(title, ...(before ? [before.texts.title] : []));
        const texts = { title, author: '', license: '', notes: '' };
        drafts.save({ ...(before ?? drafts.fresh(blankDrawing(2, 2))), texts });
        return;
      }
      case 'deleteDraft':
        if (!draft) return;
        this.drafts.add(`deleted ${this.tokens++}`, draft.texts.title);
        drafts.remove(draft.id);
        return;
      case 'label': {
        const before = games.label(OWN).name.split(' / ').filter(Boolean);
        const name = `n${this.tokens++}`;
        this.names.add(name, ...before);
        games.setLabel(OWN, name, '');
        return;
      }
      case 'keep':
        games.keepPuzzle(SMALL);
        return;
      case 'remove':
        if (games.kept().includes(OWN)) games.remove(OWN);
        return;
      case 'restore':
        games.restore(OWN);
        return;
      case 'forget':
        if (games.removed().includes(OWN)) games.forget(OWN);
        return;
      case 'setting':
        store.update(SETTINGS, {}, (all) => ({ ...all, theme: pick < 0.5 ? 'dark' : 'light' }));
        return;
      case 'reload':
        if (!store.unsaved) device.load();
        return;
      case 'full':
        memory.room = memory.used + Math.floor(pick * 600);
        return;
      case 'room':
        memory.room = Infinity;
        store.retry();
        return;
      case 'offline':
      case 'online':
        device.offline = kind === 'offline';
        return;
      case 'loseResponse':
        device.deaf = true;
        return;
      case 'syncAndGo':
        device.meanwhile = () => {
          const kinds = ['stroke', 'undo', 'editDraft', 'deleteDraft', 'label'] as const;
          void this.act(device, kinds[Math.floor(pick * kinds.length)], pick);
        };
        await device.sync.run();
        device.meanwhile = () => undefined;
        return;
      case 'sync':
        await device.sync.run();
        return;
    }
  }

  /** Brings all devices together, and compares with the model. */
  async end(): Promise<string | undefined> {
    for (const device of this.devices) {
      device.memory.room = Infinity;
      device.offline = device.deaf = false;
      device.store.retry();
      if (device.store.unsaved) return 'something is not written although there is room';
    }
    await this.round();
    await this.round();
    const [first, ...others] = this.devices.map((device) => device.stored());
    if (others.some((other) => other !== first))
      return `devices differ:\n${this.devices.map((d) => d.stored()).join('\n--\n')}`;
    await this.round();
    if (this.devices.some((device) => device.stored() !== first)) return 'a second round changes';
    return this.compare();
  }

  private async round(): Promise<void> {
    for (const device of this.devices) {
      this.active = device;
      clock += 1000;
      const outcome = await device.sync.run();
      if (outcome !== 'kept') throw new Error(`sync: ${outcome}`);
    }
  }

  private compare(): string | undefined {
    const [device] = this.devices;
    const titles = device.drafts.list().map((draft) => draft.texts.title);
    const wanted = this.drafts.heads().filter((head) => !head.startsWith('deleted'));
    if (titles.sort().join() !== wanted.sort().join())
      return `drafts: found ${titles.join()}, expected ${wanted.join()}`;
    const names = device.games.label(OWN).name.split(' / ').filter(Boolean).sort();
    // A name that was replaced may stay beside the others after a conflict of three.
    const named = this.names.heads();
    const lost = named.filter((name) => !names.includes(name));
    if (lost.length > 0 || names.some((name) => !this.names.parents.has(name)))
      return `names: found ${names.join()}, expected ${named.join()}`;
    const records = device.records.list().map(({ at }) => at);
    if (records.length !== this.wins || new Set(records).size !== this.wins)
      return `records: found ${records.join()}, expected ${this.wins}`;
    const days = new Set(device.records.days());
    if (days.size !== this.days.size) return `days: found ${days.size}`;
    if (this.won && device.games.progress()['small']?.solved !== true) return 'a win is lost';
    if (!this.won && device.games.progress()['small']) return 'a win appears';
    if (device.games.progress()[ownGame(OWN)]) return 'a game appears';
    return this.trimmed ? undefined : this.compareGame(device);
  }

  private compareGame(device: Device): string | undefined {
    const game = this.shown(device);
    const boards = this.boardsOf(game);
    const heads = this.games.heads().map((head) => this.boards.get(head)!);
    const lost = heads.filter((head) => !boards.has(head));
    if (lost.length > 0)
      return `boards lost: ${lost.join(' | ')}; found ${[...boards].join(' | ')}`;
    const board = this.boardOf(game.cells);
    // By wrong clocks an earlier board may be on the table, with the later ones in its history.
    const right = this.devices.every(({ skew }) => skew === 0);
    if (
      right
        ? !heads.includes(board) && !this.twice.has(board)
        : ![...this.boards.values(), ''].includes(board)
    )
      return `the board ${board} appears; expected ${heads.join(' | ')}`;
    return undefined;
  }
}

function fill(game: Game, cell: number): Game {
  game.draw([{ cell, from: game.cells[cell], to: 1 }]);
  return game;
}

const SOLVE = { name: 'small', width: 2, height: 2, inks: 1, seconds: 1, hints: 0 };

const SETTINGS = {
  key: 'settings',
  version: 1,
  read: (value: unknown) => value as Record<string, unknown>,
};

/** A shorter sequence that fails too: steps are left out as long as it does. */
export async function shrink<S extends { readonly steps: readonly unknown[] }>(
  sequence: S,
  fails: (sequence: S) => Promise<boolean>,
): Promise<S> {
  let kept = sequence;
  for (let size = Math.ceil(kept.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < kept.steps.length;) {
      const steps = [...kept.steps.slice(0, at), ...kept.steps.slice(at + size)];
      if (await fails({ ...kept, steps })) kept = { ...kept, steps };
      else at += size;
    }
  }
  return kept;
}
