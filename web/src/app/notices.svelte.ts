// Short notices at the edge of the page. They disappear unless they are sticky.

import { announce } from './announce.svelte';

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'warn';
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Stays until it is closed. */
  readonly sticky?: boolean;
}

const SHOWN_MS = 5000;
/** Notices with an action stay longer. */
const ACTION_MS = 12_000;
let next = 1;

export const notices = $state<{ list: Notice[] }>({ list: [] });

export function notify(text: string, options: Partial<Omit<Notice, 'id' | 'text'>> = {}): number {
  if (notices.list.some((n) => n.text === text)) return 0;
  const notice: Notice = { id: next++, text, tone: 'plain', ...options };
  notices.list.push(notice);
  announce(text);
  if (!notice.sticky) setTimeout(() => dismiss(notice.id), notice.action ? ACTION_MS : SHOWN_MS);
  return notice.id;
}

export function dismiss(id: number): void {
  notices.list = notices.list.filter((n) => n.id !== id);
}
