import { errorMessage } from '../../../base/errors';
import type { LiveItem } from '../../../platform/prompts';
import type { ConversationEntry } from './conversationEntry';
import { ConversationSearch, type SearchHit } from './conversationSearch';
import type { HistoryRoom } from './historyRoom';

/** Milliseconds after a key until it is searched. */
const PAUSE = 150;
/** Results that the list shows; the view shows all. */
const SHOWN = 50;

/** What came of a search: a conversation to open, or one whose results the view shows. */
export type SearchChoice =
  | { readonly kind: 'open'; readonly id: string }
  | { readonly kind: 'show'; readonly search: ConversationSearch };

/**
 * Lets the user search titles and texts, with results while typing; undefined when dismissed. Of the conversations in
 * one row only the first that has the words is shown.
 */
export function searchConversations(
  room: Pick<HistoryRoom, 'files' | 'prompts' | 'clock' | 'l10n'>,
  entries: readonly ConversationEntry[],
  rowOf: (id: string) => ConversationEntry | undefined = () => undefined,
): Promise<SearchChoice | undefined> {
  const { files, prompts, clock, l10n } = room;
  const list = prompts.live<SearchChoice>();
  const chosen = Promise.withResolvers<SearchChoice | undefined>();
  let running = new AbortController();
  const show = (isBusy: boolean, items: readonly LiveItem<SearchChoice>[]): void =>
    list.update({
      title: l10n.t('Search Conversations'),
      placeholder: l10n.t('Words in titles and messages'),
      isBusy,
      items,
    });
  const run = async (text: string, { signal }: AbortController): Promise<void> => {
    const search = new ConversationSearch(files, text);
    const hits: SearchHit[] = [];
    const shown = new Set<string>();
    for await (const hit of search.hits(entries, signal)) {
      const row = rowOf(hit.entry.id)?.id ?? hit.entry.id;
      if (shown.has(row)) continue;
      shown.add(row);
      hits.push(hit);
      // The first ones at once, and then as they come in heaps.
      if (hits.length === 1 || hits.length % 16 === 0) show(true, rows(search, hits, l10n));
    }
    show(false, hits.length > 0 ? rows(search, hits, l10n) : nothing(search, l10n));
  };
  list.onDidType((text) => {
    running.abort();
    const current = (running = new AbortController());
    if (text.trim() === '') {
      show(false, []);
      return;
    }
    clock.schedule(PAUSE, () => {
      if (current.signal.aborted) return;
      run(text, current).catch((error: unknown) => {
        if (!current.signal.aborted)
          show(false, [{ label: errorMessage(error), value: none(text) }]);
      });
    });
  });
  const none = (text: string): SearchChoice => ({
    kind: 'show',
    search: new ConversationSearch(files, text),
  });
  list.onDidChoose(({ value }) => chosen.resolve(value));
  list.onDidDismiss(() => chosen.resolve(undefined));
  show(false, []);
  return chosen.promise.finally(() => {
    running.abort();
    list.dispose();
  });
}

function rows(
  search: ConversationSearch,
  hits: readonly SearchHit[],
  l10n: HistoryRoom['l10n'],
): readonly LiveItem<SearchChoice>[] {
  const label = l10n.t('Show all in the view');
  const all = { label, description: String(hits.length), icon: 'list-filter' };
  return [
    ...hits.slice(0, SHOWN).map(({ entry, excerpt }): LiveItem<SearchChoice> => ({
      label: entry.title,
      ...(excerpt !== '' && { detail: excerpt }),
      icon: 'comment-discussion',
      value: { kind: 'open', id: entry.id },
    })),
    { ...all, value: { kind: 'show', search } },
  ];
}

function nothing(
  search: ConversationSearch,
  l10n: HistoryRoom['l10n'],
): readonly LiveItem<SearchChoice>[] {
  const label = l10n.t('No conversation has these words.');
  return [{ label, value: { kind: 'show', search } }];
}
