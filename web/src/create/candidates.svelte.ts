// The candidates of an image: the engine makes it into a puzzle in twelve ways, to choose
// from by looking. A number names the same candidate as on the sheet of the command.

import { ask } from '../engine/operations';
import { Task } from '../engine/task.svelte';
import { drawingIn } from '../games/drafts';
import { namePalette } from '../model/colors';
import type {
  Candidate as CandidateRecord,
  GenerateAnswer,
  GenerateRequest,
} from '../model/schema';
import { maskRequest } from './mask';
import { type FromImage, type ImageOptions, type Mode, pixels, SIDES, sizes } from './imageImport';

/** The number of candidates. */
export const CANDIDATES = 12;

/** A puzzle that the image may become, and the settings that lead near it. */
export interface Candidate extends FromImage {
  readonly wish: ImageOptions;
  readonly record: CandidateRecord;
}

/** The request for a candidate. What the candidates differ in is the engine's to choose. */
export function candidateRequest(
  size: { readonly width: number; readonly height: number },
  cells: { readonly width: number; readonly height: number },
  wish: ImageOptions,
  number: number,
): GenerateRequest {
  return {
    kind: 'image',
    ...cells,
    image: { width: size.width, height: size.height, rgba: '' },
    fit: 'stretch', // as for the preview
    specks: wish.specks,
    mask: maskRequest(wish.mask, wish.crop),
    invert: wish.invert,
    local: wish.local,
    candidate: number,
  };
}

/** Reads the answer for a candidate that was asked for with these settings. */
export function readCandidate(wish: ImageOptions, answer: GenerateAnswer): Candidate {
  const record = answer.candidates![0];
  const drawing = drawingIn(answer.puzzles[0])!;
  const palette = namePalette(drawing.palette.map((s) => s.rgb));
  const mode = record.mode as Mode;
  const side = Math.max(record.width, record.height);
  return {
    drawing: { ...drawing, palette },
    doubt: [], // it is repaired
    changed: record.changed,
    record,
    wish: {
      ...wish,
      mode,
      side: Math.min(SIDES.most, Math.max(SIDES.least, side)),
      bias: record.bias ?? 0,
      ...(mode === 'color' ? { inks: Math.max(1, record.inks) } : {}),
    },
  };
}

/** The candidates of an image with some settings, as they come. */
export class CandidateSheet {
  list = $state.raw<readonly Candidate[]>([]);
  task = $state.raw<Task<void>>();

  constructor(
    /** The settings that all of them were asked for with. */
    readonly wish: ImageOptions,
    private readonly make: (number: number, signal: AbortSignal) => Promise<Candidate>,
  ) {}

  /** Makes the candidates that are missing, one after the other. */
  run(): void {
    if (this.task?.phase === 'working' || this.list.length === CANDIDATES) return;
    this.task = new Task(async (signal) => {
      while (this.list.length < CANDIDATES) {
        const made = await this.make(this.list.length + 1, signal);
        signal.throwIfAborted();
        this.list = [...this.list, made];
      }
    });
  }

  stop(): void {
    this.task?.cancel();
  }
}

/** A sheet of candidates with these settings, nothing of which is made yet. */
export function newSheet(image: ImageBitmap, wish: ImageOptions): CandidateSheet {
  const { width, height, data: rgba } = pixels(image, wish);
  const { cells } = sizes(image, wish);
  return new CandidateSheet(wish, async (number, signal) => {
    const request = candidateRequest({ width, height }, cells, wish, number);
    return readCandidate(wish, await ask('generate', request, { signal, rgba }));
  });
}
