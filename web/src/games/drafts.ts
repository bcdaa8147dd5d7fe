// Drafts in the browser's storage. Each is written after every stroke under its own id.

import { fromJSON } from '../model/json';
import { namePalette } from '../model/colors';
import { parseRows } from '../model/grid';
import { MAX_SIDE, type Puzzle } from '../model/puzzle';
import type { PuzzleJSON } from '../model/json';
import { readCells, writeCells } from '../model/cellsText';
import { PAINT } from '../model/triangles';
import { triddler } from '../model/triddler';
import { shapes, type Shape, type Store, store, type WriteResult } from '../storage/store';
import { joinEach, joinFields } from '../storage/join';
import { blankDrawing, type Drawing, drawingOf, isBlank, PAPER, sameDrawing } from './drawing';

export interface Texts {
  readonly title: string;
  readonly author: string;
  readonly license: string;
  readonly notes: string;
}

export const NO_TEXTS: Texts = { title: '', author: '', license: '', notes: '' };

export interface Draft {
  readonly id: string;
  readonly drawing: Drawing;
  readonly texts: Texts;
  /** When it was last changed, in milliseconds since 1970. */
  readonly updated: number;
}

interface SavedDraft extends Partial<Texts> {
  width: number;
  height: number;
  /** The sides of a triddler. */
  triddler?: readonly number[];
  colors: string[];
  cells: string;
  updated: number;
}

const PREFIX = 'draft/';

/** The key of a draft in the store. */
export const draftKey = (id: string): string => PREFIX + id;
const MAX_CELLS = 1 << 16;

const draftShape = shapes<Draft>((id) => ({
  key: draftKey(id),
  version: 1,
  read: (value) => readDraft(id, value as Partial<SavedDraft> | null),
  write: ({ drawing, texts, updated }): SavedDraft => ({
    width: drawing.width,
    height: drawing.height,
    ...(drawing.shape && { triddler: drawing.shape.sides }),
    colors: drawing.palette.map((s) => s.rgb),
    cells: writeCells(drawing.cells),
    ...texts,
    updated,
  }),
}));

function readDraft(id: string, saved: Partial<SavedDraft> | null): Draft | undefined {
  const { width, height, colors, cells, updated } = saved ?? {};
  if (!Number.isInteger(width) || !Number.isInteger(height) || !Array.isArray(colors)) {
    return undefined;
  }
  const count = width! * height!;
  if (width! < 1 || height! < 1 || count > MAX_CELLS || colors.length < 2) return undefined;
  if (!colors.every((c) => typeof c === 'string' && PAINT.test(c))) return undefined;
  const read = typeof cells === 'string' ? readCells(cells, count, colors.length) : undefined;
  if (!read) return undefined;
  const shape = saved?.triddler && shapeOf(saved.triddler);
  if (saved?.triddler && (shape?.width !== width || shape?.height !== height)) return undefined;
  const text = (name: keyof Texts) => (typeof saved?.[name] === 'string' ? saved[name] : '');
  return {
    id,
    drawing: {
      ...blankDrawing(width!, height!, shape),
      ...{ palette: namePalette(colors), cells: read },
    },
    texts: {
      title: text('title'),
      author: text('author'),
      license: text('license'),
      notes: text('notes'),
    },
    updated: typeof updated === 'number' ? updated : 0,
  };
}

/** A triddler with the given sides; undefined if they are damaged. */
const shapeOf = (sides: unknown) =>
  Array.isArray(sides) && sides.every((n) => n <= MAX_SIDE) ? triddler(sides) : undefined;

/** The draft of another tab with the cells and texts that this one has changed. */
const joined = (before: Draft | undefined, ours: Draft, theirs: Draft): Draft => ({
  ...ours,
  drawing: joinDrawings(before?.drawing, ours.drawing, theirs.drawing),
  texts: joinFields(before?.texts ?? NO_TEXTS, ours.texts, theirs.texts),
});

function joinDrawings(before: Drawing | undefined, ours: Drawing, theirs: Drawing): Drawing {
  const known = before ?? { ...ours, cells: new Uint8Array(ours.cells.length).fill(PAPER) };
  const isAlike = (other: Drawing) => sameDrawing({ ...other, cells: ours.cells }, ours);
  if (!isAlike(known) || !isAlike(theirs)) return sameDrawing(known, ours) ? theirs : ours;
  return { ...ours, cells: joinEach(known.cells, ours.cells, theirs.cells) };
}

/** The last author, proposed for new drafts. */
const AUTHOR: Shape<string> = {
  key: 'author',
  version: 1,
  read: (value) => (typeof value === 'string' ? value : undefined),
};

/** The side of a new sheet. */
export const DEFAULT_SIDE = 15;

export class Drafts {
  constructor(
    private readonly store: Store,
    private readonly now: () => number = Date.now,
  ) {}

  load(id: string): Draft | undefined {
    const stored = this.store.read(draftShape(id));
    return stored.state === 'found' ? stored.value : undefined;
  }

  /** All drafts, the latest first. */
  list(): Draft[] {
    this.store.watch('draft');
    return this.store
      .keys(PREFIX)
      .map((key) => this.load(key.slice(PREFIX.length)))
      .filter((draft) => draft !== undefined)
      .sort((a, b) => b.updated - a.updated);
  }

  save(draft: Draft): WriteResult {
    if (draft.texts.author) this.store.write(AUTHOR, draft.texts.author);
    return this.store.write(draftShape(draft.id), { ...draft, updated: this.now() }, joined);
  }

  remove(id: string): void {
    this.store.remove(PREFIX + id);
  }

  /** A new draft. It is stored when something is drawn. */
  fresh(drawing: Drawing = blankDrawing(DEFAULT_SIDE, DEFAULT_SIDE), texts?: Texts): Draft {
    const author = this.store.get(AUTHOR, '');
    return {
      id: this.unusedId(),
      drawing,
      texts: texts ?? { ...NO_TEXTS, author },
      updated: this.now(),
    };
  }

  /** Stores a draft of a solved puzzle and returns its id. */
  begin(puzzle: Puzzle, cells: Uint8Array, json: PuzzleJSON): string {
    const draft = this.fresh(drawingOf(puzzle, cells), textsOf(json));
    this.save(draft);
    return draft.id;
  }

  private unusedId(): string {
    let id = this.now().toString(36);
    while (this.store.keys(PREFIX + id).length > 0) id += 'x';
    return id;
  }
}

export const textsOf = (json: PuzzleJSON): Texts => ({
  title: json.title ?? '',
  author: json.author ?? '',
  license: json.license ?? json.copyright ?? '',
  notes: json.notes ?? '',
});

/** The drawing in a file; undefined if it has only clues. */
export function drawingIn(json: PuzzleJSON): Drawing | undefined {
  if (!json.goal) return undefined;
  const puzzle = fromJSON(json);
  return drawingOf(puzzle, parseRows(puzzle, json.goal));
}

/** Reports whether a draft contains nothing worth keeping. */
export const isEmptyDraft = (draft: Draft): boolean =>
  isBlank(draft.drawing) && draft.texts.title === '' && draft.texts.notes === '';

export const drafts = new Drafts(store);
