// Two tabs of one browser, by random sequences of what a player does in them: strokes in Play and
// Create, typed clues, settings and records. Each tab has modules of its own, the storage is
// shared, and the events of the storage arrive late: before the player goes on in a tab where
// pages show what is stored, and much later for settings and records. Those of a page that the
// browser has put away are lost. A model follows every cell, text and setting: the last value that
// a player has given it is there in the end. Where one tab waits for room and the other changes
// the same cell, either value may be.
// Sequences that have failed once are kept.

import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Drawing } from '../src/games/drawing';
import { shrink } from './devices';
import { Memory } from './memory';
import { fromPicture, randomFrom } from './puzzles';

const COUNT = process.env.NONOGRAM_LONG === undefined ? 200 : 5000;
const FIRST = Number(process.env.NONOGRAM_SEED ?? 1);
const LONGEST_MS = 3_600_000;

const PUZZLE = fromPicture(...Array.from({ length: 8 }, () => '#'.repeat(12)));

const KINDS = [
  ...['stroke', 'stroke', 'undo', 'redo', 'again', 'draw', 'draw', 'undraw', 'redraw', 'title'],
  ...['type', 'type', 'untype', 'setting', 'setting', 'record', 'reload', 'away', 'full', 'room'],
] as const;
type Kind = (typeof KINDS)[number];

interface Sequence {
  readonly steps: readonly { tab: number; kind: Kind; pick: number }[];
}

function sequenceOf(seed: number): Sequence {
  const next = randomFrom(seed);
  const steps = Array.from({ length: 5 + Math.floor(next() * 40) }, () => ({
    tab: Math.floor(next() * 2),
    kind: KINDS[Math.floor(next() * KINDS.length)] as Kind,
    pick: next(),
  }));
  return { steps };
}

const memory = new Memory();
let writing = 0;
/** The events that have not arrived, by tab. */
const late: string[][] = [[], []];

const storage = {
  ...{ getItem: (key: string) => memory.getItem(key), key: (i: number) => memory.key(i) },
  setItem(key: string, value: string) {
    memory.setItem(key, value);
    late[1 - writing].push(key);
  },
  removeItem(key: string) {
    memory.removeItem(key);
    late[1 - writing].push(key);
  },
  get length() {
    return memory.length;
  },
};

/** The modules of a tab, and what its pages show. */
async function openTab() {
  vi.resetModules();
  const listeners: ((event: { key: string; storageArea: unknown }) => void)[] = [];
  let comeBack: (event: { persisted: boolean }) => void;
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', { documentElement: { dataset: {}, lang: '' } });
  vi.stubGlobal('addEventListener', (name: string, tell: (event: object) => void) => {
    if (name === 'storage') listeners.push(tell);
    if (name === 'pageshow') comeBack = tell;
  });
  const { store } = await import('../src/storage/store');
  const { choose, followSettings, settings } = await import('../src/app/settings.svelte');
  const typing = await import('../src/solve/typedCluesStore');
  const { drafts, draftKey } = await import('../src/games/drafts');
  const { blankDrawing } = await import('../src/games/drawing');
  const { EditorState } = await import('../src/create/editorState.svelte');
  const { Game } = await import('../src/games/game.svelte');
  const { Games } = await import('../src/games/savedGames');
  const { records } = await import('../src/games/records');
  const games = new Games(store, () => false);
  const load = () => new Game(PUZZLE, games.load('wide', PUZZLE).state);
  const edit = () =>
    new EditorState(
      drafts.list()[0] ?? { ...drafts.fresh(blankDrawing(12, 8)), id: 'draft' },
      drafts,
    );
  const tab = {
    ...{ store, settings, choose, typing, records },
    game: load(),
    editor: edit(),
    typed: typing.loadTyped(),
    saveGame: () => games.save('wide', tab.game, Date.now()),
    again: () => (tab.game = new Game(PUZZLE)),
    /** The pages as they are when they are opened. */
    reload() {
      [tab.game, tab.editor, tab.typed] = [load(), edit(), typing.loadTyped()];
    },
    /** Comes back after a time in which no event has arrived. */
    back: () => comeBack({ persisted: true }),
    hear(key: string) {
      for (const tell of listeners) tell({ key, storageArea: storage });
    },
  };
  followSettings();
  typing.followTyped((typed) => (tab.typed = typed));
  store.onOutside((key) => {
    if (key === 'game/wide') tab.game = load();
    if (key === draftKey(tab.editor.id)) tab.editor.follow();
  });
  return tab;
}

type Tab = Awaited<ReturnType<typeof openTab>>;
let tabs: Tab[];
/** What a tab shows at first. */
let blank: unknown[];

beforeAll(async () => {
  tabs = [await openTab(), await openTab()];
  blank = seen(tabs[0]);
});

/** Lets the events of a tab arrive. */
function hear(index: number): void {
  for (const key of late[index].splice(0)) tabs[index].hear(key);
}

const filled = (cells: Uint8Array) => [...cells.keys()].filter((i) => cells[i] === 1).join(' ');
const shown = ({ cells }: Pick<Drawing, 'cells'>) => filled(cells);

/** The fault that a sequence shows; undefined if there is none. */
async function play({ steps }: Sequence): Promise<string | undefined> {
  memory.map.clear();
  memory.room = Infinity;
  for (const [i, tab] of tabs.entries()) {
    late[i] = [];
    tab.hear('nonogram/settings');
    while (tab.typing.canUndoTyped()) tab.typing.undoTyped();
    tab.reload();
  }
  memory.map.clear();
  for (const tab of tabs) tab.reload();
  [late[0], late[1]] = [[], []];
  let cell = 0;
  let solves = 0;
  const model = new Model();
  for (const { tab: index, kind, pick } of steps) {
    const tab = tabs[index];
    const { game, editor, typing, store, records } = tab;
    writing = index;
    if (kind === 'away') {
      late[index] = [];
      tab.back();
    }
    if (!['setting', 'record', 'full', 'room'].includes(kind)) hear(index);
    const before = seen(tab);
    const waits = tabs.some((tab) => tab.store.unsaved);
    const next = cell++ % 90;
    switch (kind) {
      case 'stroke':
      case 'again': {
        const drawn = kind === 'again' ? '' : filled(tab.game.cells);
        if (kind === 'again') tab.again();
        if (tab.game.cells[next] === 1) break;
        tab.game.draw([{ cell: next, from: 255, to: 1 }]);
        tab.saveGame();
        const wanted = [...drawn.split(' ').filter(Boolean).map(Number), next];
        if (filled(tab.game.cells) !== wanted.sort((a, b) => a - b).join(' '))
          return `the stroke ${next} on ${drawn} gives ${filled(tab.game.cells)}`;
        break;
      }
      case 'undo':
      case 'redo':
        if (game[kind]()) tab.saveGame();
        break;
      case 'draw':
        editor.apply([{ cell: next, from: 0, to: 1 }]);
        break;
      case 'undraw':
        editor.undo();
        break;
      case 'redraw':
        editor.redo();
        break;
      case 'title':
        editor.write({ title: `t${next}` });
        break;
      case 'type': {
        const line = Math.floor(pick * 10);
        const rows = tab.typed.rows.map((text, i) => (i === line ? `${1 + (next % 9)}` : text));
        tab.typed = { ...tab.typed, rows };
        typing.saveTyped(tab.typed, `row ${line}`);
        break;
      }
      case 'untype':
        tab.typed = typing.undoTyped() ?? tab.typed;
        break;
      case 'setting': {
        const change =
          pick < 0.5 ? { warn: pick < 0.25 } : { hand: pick < 0.75 ? 'left' : 'right' };
        tab.choose(change as never);
        // A choice counts even if this tab has shown it before.
        model.give(index, pick < 0.5 ? WARN : HAND, Object.values(change)[0], waits);
        break;
      }
      case 'record':
        records.add({ ...SOLVE, at: 1000 + solves++ });
        break;
      case 'reload':
        if (!store.unsaved) tab.reload();
        break;
      case 'full':
        memory.room = memory.used + Math.floor(pick * 300);
        break;
      case 'room':
        memory.room = Infinity;
        store.retry();
        break;
    }
    model.change(index, before, seen(tab), waits);
  }
  memory.room = Infinity;
  for (let round = 0; round < 3; round++) {
    for (const [i, { store }] of tabs.entries()) {
      writing = i;
      store.retry();
      hear(i);
    }
  }
  return difference(model, solves);
}

const SOLVE = { name: 'x', width: 2, height: 2, inks: 1, seconds: 1, hints: 0 };

/** Everything that a tab shows. */
const seen = ({ game, editor, typed, settings }: Tab): unknown[] => [
  ...[editor.texts.title, settings.warn, settings.hand],
  ...[...typed.rows, ...game.cells, ...editor.drawing.cells],
];

const [WARN, HAND] = [1, 2];

/** The last values that players have given, by their places in what a tab shows. */
class Model {
  /** The values of each tab. */
  private readonly given = new Map<number, Map<number, unknown>>();

  /** A player has given a value in a tab, while one of the tabs may wait for room. */
  give(tab: number, place: number, value: unknown, waits: boolean): void {
    const others = waits ? (this.given.get(place) ?? []) : [];
    this.given.set(place, new Map([...others, [tab, value]]));
  }

  /** A player has changed what a tab shows. */
  change(tab: number, before: unknown[], after: unknown[], waits: boolean): void {
    for (const [place, value] of after.entries())
      if (value !== before[place]) this.give(tab, place, value, waits);
  }

  /** What is not as a player has left it. */
  lost(end: unknown[]): string | undefined {
    for (const [place, value] of end.entries()) {
      const wanted = [...(this.given.get(place)?.values() ?? [blank[place]])];
      if (!wanted.includes(value))
        return `${place} of what is shown is ${String(value)}, expected ${wanted.join(' or ')}`;
    }
    return undefined;
  }
}

/** In what the tabs differ, or what is lost. */
function difference(model: Model, solves: number): string | undefined {
  const [one, two] = tabs.map((tab) => ({
    game: filled(tab.game.cells),
    drawing: shown(tab.editor.drawing),
    title: tab.editor.texts.title,
    typed: tab.typed.rows.join(),
    warn: tab.settings.warn,
    hand: tab.settings.hand,
    records: tab.records.list().length,
  }));
  if (JSON.stringify(one) !== JSON.stringify(two))
    return `the tabs differ: ${JSON.stringify(one)} ${JSON.stringify(two)}`;
  const lost = model.lost(seen(tabs[0]));
  if (lost) return lost;
  if (one.records !== solves) return `${solves - one.records} records are lost`;
  if (tabs.some(({ store }) => store.unsaved)) return 'something is not written';
  const [tab] = tabs;
  const before = JSON.stringify(one);
  tab.reload();
  const stored = {
    ...{ game: filled(tab.game.cells), drawing: shown(tab.editor.drawing) },
    ...{ title: tab.editor.texts.title, typed: tab.typed.rows.join() },
  };
  if (!before.startsWith(JSON.stringify(stored).slice(0, -1)))
    return `stored is ${JSON.stringify(stored)}, shown ${before}`;
  return undefined;
}

const write = ({ steps }: Sequence) =>
  steps.map(({ tab, kind, pick }) => `${tab} ${kind} ${pick.toFixed(2)}`).join(', ');

function parse(text: string): Sequence {
  const steps = text.split(', ').map((step) => {
    const [tab, kind, pick] = step.split(' ');
    return { tab: Number(tab), kind: kind as Kind, pick: Number(pick) };
  });
  return { steps };
}

const KEPT = [
  '0 full 0.19, 1 setting 0.91, 1 setting 0.45, 0 setting 0.19',
  '1 full 0.36, 1 full 0.85, 1 draw 0.21, 1 setting 0.46, 1 stroke 0.82, 0 stroke 0.28, 1 full 0.25, 1 draw 0.39, 1 redraw 0.75, 1 draw 0.15, 1 stroke 0.61, 0 setting 0.12, 1 again 0.68',
];

describe('two tabs', () => {
  it.each(KEPT)('%s', async (text) => {
    expect(await play(parse(text))).toBeUndefined();
  });

  it(
    `agree after ${COUNT} random sequences, and lose nothing`,
    async () => {
      for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
        const sequence = sequenceOf(seed);
        if ((await play(sequence)) === undefined) continue;
        const short = await shrink(sequence, async (s) => (await play(s)) !== undefined);
        expect.fail(`seed ${seed}: '${write(short)}': ${await play(short)}`);
      }
    },
    LONGEST_MS,
  );
});
