import * as l10n from '@vscode/l10n';
import { Debouncer } from '../../../base/async';
import { errorMessage } from '../../../base/errors';
import type { FileStore } from '../../../platform/files';
import type { LiveItem } from '../../../platform/prompts';
import {
  conversationFileName,
  parseConversation,
} from '../../../conversation/store/conversationFile';
import type { ConversationEntry } from '../../../conversation/store/conversationIndex';
import type { HistoryContext } from './historyActions';

interface SearchHit {
  readonly entry: ConversationEntry;
  /** Text around the match. Empty if the title contains the match. */
  readonly excerpt: string;
}

const AT_ONCE = 8;
/** Characters of context on each side of a match. */
const BEFORE = 30;
const AFTER = 90;

/**
 * Searches titles and texts of conversations for all words, in any order and case. Caches matches until a
 * conversation changes.
 */
export class ConversationSearch {
  readonly text: string;
  readonly #files: FileStore;
  readonly #words: readonly string[];
  readonly #found = new WeakMap<ConversationEntry, string | null>();

  constructor(files: FileStore, text: string) {
    this.#files = files;
    this.text = text.trim();
    this.#words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
  }

  /** Yields matches in the order of the entries. Throws when the signal aborts. */
  async *hits(
    entries: readonly ConversationEntry[],
    signal?: AbortSignal,
  ): AsyncGenerator<SearchHit> {
    const readable = entries.filter(({ unreadable }) => unreadable === undefined);
    for (let start = 0; start < readable.length; start += AT_ONCE) {
      signal?.throwIfAborted();
      const some = readable.slice(start, start + AT_ONCE);
      const excerpts = await Promise.all(some.map((entry) => this.#look(entry)));
      for (const [index, entry] of some.entries()) {
        const excerpt = excerpts[index] ?? null;
        if (excerpt !== null) yield { entry, excerpt };
      }
    }
  }

  async #look(entry: ConversationEntry): Promise<string | null> {
    const known = this.#found.get(entry);
    if (known !== undefined) return known;
    const found = await this.#find(entry);
    this.#found.set(entry, found);
    return found;
  }

  async #find({ id, title }: ConversationEntry): Promise<string | null> {
    const missing = this.#words.filter((word) => !title.toLowerCase().includes(word));
    const [first] = missing;
    if (first === undefined) return '';
    const source = await this.#files.read(conversationFileName(id)).catch(() => undefined);
    // A search in the raw JSON rules out most files without parsing.
    const raw = source?.toLowerCase();
    if (source === undefined || !missing.every((word) => raw?.includes(asJson(word)))) return null;
    const texts = textsOf(source);
    const lower = texts.map((text) => text.toLowerCase());
    if (!missing.every((word) => lower.some((text) => text.includes(word)))) return null;
    const at = lower.findIndex((text) => text.includes(first));
    return excerptOf(texts[at] ?? '', lower[at]?.indexOf(first) ?? 0);
  }
}

function asJson(word: string): string {
  return JSON.stringify(word).slice(1, -1).toLowerCase();
}

function textsOf(source: string): readonly string[] {
  try {
    const { turns, branches = [] } = parseConversation(source);
    const all = [...turns, ...branches.flatMap((branch) => branch.turns)];
    return all.flatMap(({ content }) => (content.parts ?? []).map(({ text = '' }) => text));
  } catch {
    return [];
  }
}

function excerptOf(text: string, at: number): string {
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, at + AFTER);
  const piece = text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${start > 0 ? '…' : ''}${piece.trim()}${end < text.length ? '…' : ''}`;
}

/** Debounce, in ms. */
const PAUSE = 150;
/** Maximum number of results in the quick pick. The view shows all. */
const SHOWN = 50;

type SearchChoice =
  | { readonly kind: 'open'; readonly id: string }
  | { readonly kind: 'show'; readonly search: ConversationSearch };

/**
 * Searches titles and texts with live results. Undefined if dismissed. Shows only the first match of each
 * comparison.
 */
export function searchConversations(
  context: Pick<HistoryContext, 'files' | 'prompts' | 'clock'>,
  entries: readonly ConversationEntry[],
  rowOf: (id: string) => ConversationEntry | undefined = () => undefined,
): Promise<SearchChoice | undefined> {
  const { files, prompts, clock } = context;
  const list = prompts.live<SearchChoice>();
  const chosen = Promise.withResolvers<SearchChoice | undefined>();
  let running = new AbortController();
  let typed = '';
  const show = (isBusy: boolean, items: readonly LiveItem<SearchChoice>[]): void =>
    list.update({
      title: l10n.t('Search Conversations'),
      placeholder: l10n.t('Search titles and messages'),
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
      // Updates in batches keep the list stable.
      if (hits.length === 1 || hits.length % 16 === 0) show(true, resultItems(search, hits));
    }
    show(false, hits.length > 0 ? resultItems(search, hits) : noResultItems(search));
  };
  const pause = new Debouncer(clock, PAUSE, () => {
    const text = typed;
    const current = (running = new AbortController());
    run(text, current).catch((error: unknown) => {
      if (!current.signal.aborted) show(false, [{ label: errorMessage(error), value: none(text) }]);
    });
  });
  list.onDidType((text) => {
    running.abort();
    typed = text;
    if (text.trim() !== '') {
      pause.trigger();
      return;
    }
    pause.cancel();
    show(false, []);
  });
  const none = (text: string): SearchChoice => ({
    kind: 'show',
    search: new ConversationSearch(files, text),
  });
  list.onDidChoose(({ value }) => chosen.resolve(value));
  list.onDidDismiss(() => chosen.resolve(undefined));
  show(false, []);
  return chosen.promise.finally(() => {
    pause.dispose();
    running.abort();
    list.dispose();
  });
}

function resultItems(
  search: ConversationSearch,
  hits: readonly SearchHit[],
): readonly LiveItem<SearchChoice>[] {
  const label = l10n.t('Show All in View');
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

function noResultItems(search: ConversationSearch): readonly LiveItem<SearchChoice>[] {
  const label = l10n.t('No matching conversations.');
  return [{ label, value: { kind: 'show', search } }];
}
