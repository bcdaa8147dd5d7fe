// What a merge has brought, in words.

import { formatList, plural, t } from '../i18n/i18n.svelte';
import type { News } from './merge';

/** What was changed here and elsewhere; empty if nothing was. */
export function conflictText({ both, copies, undeleted }: Omit<News, 'games'>): string {
  return [
    both > 0 &&
      plural(
        both,
        'A game was played here and elsewhere. Undo leads from one board to the other.',
        '{n} games were played here and elsewhere. Undo leads from one board to the other.',
      ),
    copies > 0 &&
      plural(
        copies,
        'A drawing or name was changed here and elsewhere. Both are kept.',
        '{n} drawings or names were changed here and elsewhere. Both are kept.',
      ),
    undeleted > 0 &&
      plural(
        undeleted,
        'Something was deleted in one place and changed in another. It stays.',
        '{n} things were deleted in one place and changed in another. They stay.',
      ),
  ]
    .filter((text) => text !== false)
    .join(' ');
}

/** What a file has brought. */
export function newsText(news: News): string {
  const { games, both, records, drafts } = news;
  const played = games + both;
  const parts = [
    played > 0 && plural(played, '{n} game', '{n} games'),
    records > 0 && plural(records, '{n} record', '{n} records'),
    drafts > 0 && plural(drafts, '{n} drawing', '{n} drawings'),
  ].filter((part) => part !== false);
  if (parts.length === 0) return t('Everything of the file was here already.');
  return [t('Added: {what}.', { what: formatList(parts) }), conflictText(news)].join(' ').trim();
}
