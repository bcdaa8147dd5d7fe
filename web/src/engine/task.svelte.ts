// A call of the engine as the page shows it: running with progress, done, cancelled or
// failed.

import { notify } from '../app/notices.svelte';
import { EngineError, type Progress } from './client';
import { RefusedError } from './operations';
import { msg } from '../i18n/languages';
import { t } from '../i18n/i18n.svelte';

export type Phase = 'working' | 'done' | 'cancelled' | 'failed';

/** A running call that can be cancelled. */
export class Task<T> {
  phase = $state<Phase>('working');
  progress = $state.raw<Progress>();
  answer = $state.raw<T>();
  error = $state.raw<unknown>();
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
        this.error = e;
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

/** What to tell a player, by error code. The engine's own messages are English details. */
const ADVICE: Readonly<Record<string, string>> = {
  bad_puzzle: msg('These clues make no puzzle. Check them and try again.'),
  unreadable: msg('This cannot be read. Try another file, or type the clues.'),
  many_puzzles: msg('There are several puzzles in it. Open one of them.'),
  too_large: msg('This is too large. Try something smaller.'),
  would_lose: msg('This format cannot hold all of it. Choose another one.'),
};

/** What has happened and what to do next, in the player's language. */
export function adviceText(e: unknown): string {
  if (e instanceof RefusedError)
    return t(ADVICE[e.code] ?? msg('The engine cannot do this. Change the puzzle and try again.'));
  if (e instanceof EngineError)
    return t(
      'The engine could not be loaded. Check the connection and try again; nothing you have drawn is lost.',
    );
  return t('Something went wrong. Try again; nothing you have drawn is lost.');
}

/** The error's own message, which is English in most cases. */
export function detailText(e: unknown): string {
  if (e instanceof RefusedError && e.where) return `${e.message} (${e.where})`;
  return e instanceof Error ? e.message : String(e);
}

/** Shows an error as a notice, after a text that names the failed action. */
export const notifyError = (e: unknown, what = ''): number =>
  notify(`${what} ${adviceText(e)}`.trim(), {
    tone: 'warn',
    action: { label: t('Details'), run: () => notify(detailText(e)) },
  });

/** The text of an error in the lab, whose readers want the engine's message. */
export const troubleText = (e: unknown): string =>
  e instanceof EngineError ? adviceText(e) : detailText(e);
