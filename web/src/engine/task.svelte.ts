// A call of the engine as the page shows it: running with progress, done, cancelled or
// failed.

import { EngineError, type Progress } from './client';
import { RefusedError } from './operations';
import { msg } from '../i18n/languages';
import { t, locale } from '../i18n/i18n.svelte';

export type Phase = 'working' | 'done' | 'cancelled' | 'failed';

/** A running call that can be cancelled. */
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

/** Translated reasons by error code. The engine's own messages are English. */
const REFUSALS: Readonly<Record<string, string>> = {
  bad_puzzle: msg('This is no puzzle'),
  unreadable: msg('This cannot be read'),
  many_puzzles: msg('There are several puzzles'),
  too_large: msg('This is too large'),
  would_lose: msg('This would lose something'),
};

/** The message of the engine, preceded by a translated reason in other languages than English. */
export function refusalText(e: RefusedError): string {
  const message = e.where ? `${e.message} (${e.where})` : e.message;
  if (locale.language === 'en') return message;
  const what = t(REFUSALS[e.code] ?? msg('The engine cannot do this'));
  return t('{what}: {message}', { what, message });
}

export function troubleText(e: unknown): string {
  if (e instanceof RefusedError) return refusalText(e);
  if (e instanceof EngineError)
    return t(
      'The engine could not be loaded. Check the connection and try again; nothing you have drawn is lost.',
    );
  return e instanceof Error ? e.message : String(e);
}
