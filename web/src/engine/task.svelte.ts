// A call to the engine as the page shows it: under way with its progress, done, cancelled
// or failed, and what is said then.

import { EngineError, type Progress } from './client';
import { RefusedError } from './operations';
import { t } from '../words/words.svelte';

export type Phase = 'working' | 'done' | 'cancelled' | 'failed';

/** Something under way that can be stopped. */
export class Task<T> {
  phase = $state<Phase>('working');
  progress = $state.raw<Progress>();
  answer = $state.raw<T>();
  trouble = $state('');
  readonly started = performance.now();
  private readonly stop = new AbortController();

  constructor(
    run: (signal: AbortSignal, tell: (p: Progress) => void) => Promise<T>,
    then?: (answer: T) => void,
  ) {
    run(this.stop.signal, (p) => (this.progress = p)).then(
      (answer) => {
        if (this.phase !== 'working') return;
        this.answer = answer;
        this.phase = 'done';
        then?.(answer);
      },
      (e: unknown) => {
        if (this.phase !== 'working') return;
        this.trouble = troubleText(e);
        this.phase = 'failed';
      },
    );
  }

  cancel(): void {
    if (this.phase !== 'working') return;
    this.phase = 'cancelled';
    this.stop.abort();
  }
}

export function troubleText(e: unknown): string {
  if (e instanceof RefusedError) return e.where ? `${e.message} (${e.where})` : e.message;
  if (e instanceof EngineError)
    return t('The engine could not work: {message}.', { message: e.message });
  return e instanceof Error ? e.message : String(e);
}
