// The state of the editor: drawing, undo history, current tools and texts. Every change is
// stored at once.

import { announce } from '../app/announce.svelte';
import { inOrder, steppedText } from '../board/ariaText';
import { t } from '../i18n/i18n.svelte';
import type { PuzzleJSON } from '../model/json';
import { toJSON } from '../model/json';
import type { Color, Position, Puzzle } from '../model/puzzle';
import type { BoardStroke, Change, Tool } from '../model/stroke';
import { type Draft, type Drafts, isEmptyDraft, type Texts } from '../games/drafts';
import { Reader } from '../games/reader.svelte';
import { sizeName } from '../model/sizeName';
import { type Drawing, goalRows, isBlank, PAPER, puzzleOf, sameDrawing } from '../games/drawing';
import { type Mirror, type Pen, pensFor, startStroke } from './strokes';

/** Steps that can be undone; a picture of 100 × 100 takes 10 kB each. */
const MAX_UNDO = 500;

/** The undo history of a draft, to restore when the editor is opened again. */
export interface Past {
  readonly id: string;
  /** The drawing that the history belongs to. */
  readonly drawing: Drawing;
  readonly undoable: readonly Drawing[];
  readonly redoable: readonly Drawing[];
}

export class EditorState {
  readonly id: string;
  drawing = $state.raw<Drawing>() as Drawing;
  texts = $state.raw<Texts>() as Texts;
  pen = $state<Pen>('pencil');
  /** PAPER or an ink. */
  color = $state<Color>(1);
  mirror = $state<Mirror>('none');
  /** Reads the drawing aloud. */
  readonly reader = new Reader(this);
  /** How little each cell matters, if the drawing was made from an image. */
  doubt = $state.raw<readonly number[]>();
  /** The cells that repairs do not change. */
  kept = $state.raw<ReadonlySet<number>>(new Set());
  private undoable = $state.raw<readonly Drawing[]>([]);
  private redoable = $state.raw<readonly Drawing[]>([]);

  constructor(
    draft: Draft,
    private readonly drafts: Drafts,
    past?: Past,
  ) {
    this.id = draft.id;
    this.drawing = draft.drawing;
    this.texts = draft.texts;
    // Another tab may have changed the draft.
    if (past?.id !== draft.id || !sameDrawing(past.drawing, draft.drawing)) return;
    this.undoable = past.undoable;
    this.redoable = past.redoable;
  }

  get past(): Past {
    const { id, drawing, undoable, redoable } = this;
    return { id, drawing, undoable, redoable };
  }

  readonly clues = $derived.by(() => puzzleOf(this.drawing));

  get cells(): Uint8Array {
    return this.drawing.cells;
  }

  readonly blank = $derived.by(() => isBlank(this.drawing));

  /** The puzzle with its texts. */
  get puzzle(): Puzzle {
    const { title, author } = this.texts;
    return { ...this.clues, ...(title ? { title } : {}), ...(author ? { author } : {}) };
  }

  get json(): PuzzleJSON {
    const { license, notes } = this.texts;
    return {
      ...toJSON(this.puzzle),
      ...(license ? { license } : {}),
      ...(notes ? { notes } : {}),
      goal: goalRows(this.drawing),
    };
  }

  get draft(): Draft {
    return { id: this.id, drawing: this.drawing, texts: this.texts, updated: 0 };
  }

  get canUndo(): boolean {
    return this.undoable.length > 0;
  }

  get canRedo(): boolean {
    return this.redoable.length > 0;
  }

  /** A stroke of the current pen. The other button and x erase. */
  stroke(start: Position, tool: Tool): BoardStroke {
    const color = tool.kind === 'fill' ? this.color : PAPER;
    return startStroke(this.pen, this.drawing, start, color, this.mirror);
  }

  apply(changes: readonly Change[]): void {
    const cells = this.drawing.cells.slice();
    for (const { cell, to } of changes) cells[cell] = to;
    this.change({ ...this.drawing, cells });
    this.reader.sayStroke(changes);
  }

  /** Replaces the drawing, as one undo step. */
  change(next: Drawing): void {
    if (sameDrawing(next, this.drawing)) return;
    this.undoable = [...this.undoable.slice(-MAX_UNDO + 1), this.drawing];
    this.redoable = [];
    const resized = next.cells.length !== this.cells.length;
    this.show(next);
    this.save();
    if (resized) announce(sizeName(next));
  }

  undo(): void {
    const last = this.undoable.at(-1);
    if (!last) {
      announce(t('Nothing to undo.'));
      return;
    }
    this.undoable = this.undoable.slice(0, -1);
    this.redoable = [...this.redoable, this.drawing];
    this.step(last, t('undone'));
  }

  redo(): void {
    const next = this.redoable.at(-1);
    if (!next) {
      announce(t('Nothing to redo.'));
      return;
    }
    this.redoable = this.redoable.slice(0, -1);
    this.undoable = [...this.undoable, this.drawing];
    this.step(next, t('redone'));
  }

  /** Shows another drawing and says what has changed. */
  private step(to: Drawing, done: string): void {
    const from = this.drawing.cells;
    this.show(to);
    this.save();
    const { cells } = to;
    const changes = [...cells.keys()]
      .filter((cell) => cells[cell] !== from[cell])
      .map((cell) => ({ cell }));
    const resized = cells.length !== from.length;
    const said = resized
      ? inOrder(done, sizeName(to))
      : steppedText(this.clues, cells, done, changes);
    this.reader.say(said);
  }

  /** Shows the draft as another tab or browser has stored it; undo leads back. */
  follow(): void {
    const stored = this.drafts.load(this.id);
    if (!stored) return;
    this.texts = stored.texts;
    if (sameDrawing(stored.drawing, this.drawing)) return;
    this.undoable = [...this.undoable.slice(-MAX_UNDO + 1), this.drawing];
    this.redoable = [];
    this.show(stored.drawing);
  }

  write(change: Partial<Texts>): void {
    this.texts = { ...this.texts, ...change };
    this.save();
  }

  private show(next: Drawing): void {
    const { width, height } = this.drawing;
    if (next.width !== width || next.height !== height) {
      this.doubt = undefined;
      this.kept = new Set();
    }
    this.drawing = next;
    if (next.shape) this.mirror = 'none';
    if (!pensFor(next).includes(this.pen)) this.pen = 'pencil';
    if (this.color !== PAPER && this.color >= next.palette.length) this.color = 1;
  }

  private save(): void {
    if (isEmptyDraft(this.draft) && !this.drafts.load(this.id)) return;
    this.drafts.save(this.draft);
  }
}
