import * as l10n from '@vscode/l10n';
import { Debouncer, Throttle } from '../../../base/async';
import type { Disposable } from '../../../base/disposable';
import type { Clock } from '../../../base/clock';
import { errorMessage } from '../../../base/errors';
import type { ConversationTarget } from '../../../catalog/ref';
import {
  conversationFileName,
  parseConversation,
} from '../../../conversation/store/conversationFile';
import {
  type ConversationEntry,
  type ConversationIndex,
  conversationsOf,
} from '../../../conversation/store/conversationIndex';
import type { FileStore } from '../../../platform/files';
import type { LiveItem } from '../../../platform/prompts';
import type { HistoryContext } from './historyActions';

interface Visibility {
  readonly visible: boolean;
}

interface HistoryTreeDeps {
  readonly index: ConversationIndex;
  readonly view: Visibility;
  readonly clock: Clock;
  /**
   * Redraws some rows, or all if undefined. Trap: during a full redraw, VS Code calls menu commands without
   * their row.
   */
  readonly draw: (rows: readonly HistoryNode[] | undefined) => void;
  /** Called if the folder can't be read. The next `onFiltered` means success. */
  readonly onFailed: (error: unknown) => void;
  readonly onFiltered: (
    filter: { readonly text: string; readonly found: number } | undefined,
  ) => void;
}

/** Minimum interval between updates, in ms. */
const PACE = 200;
/** VS Code redraws rows one by one. Above this number, a full redraw is faster. */
const MAX_SINGLE_REDRAWS = 100;

export class HistoryTree implements Disposable {
  readonly #parts: HistoryTreeDeps;
  readonly #changes: Throttle;
  readonly #stale = new Set<string>();
  #search: ConversationSearch | undefined;
  #first: Promise<void> | undefined;
  #groups = new Map<DayGroup, readonly ConversationEntry[]>();
  #entries: ReadonlyMap<string, ConversationEntry> = new Map();
  /** VS Code identifies a row by object identity. */
  #rows = new Map<string, ConversationTarget>();
  #hasFailed = false;

  constructor(parts: HistoryTreeDeps) {
    this.#parts = parts;
    this.#changes = new Throttle(parts.clock, PACE, () => void this.#showChanges([...this.#stale]));
  }

  /** Returns the days, or the conversations of a day. The first call reads the folder. */
  async children(node?: HistoryNode): Promise<HistoryNode[]> {
    this.#first ??= this.#refresh();
    await this.#first;
    if (!node)
      return DAY_GROUPS.filter((group) => this.#groups.has(group)).map((group) => ({ group }));
    return 'group' in node ? this.#rowsOf(node.group) : [];
  }

  #rowsOf(group: DayGroup): ConversationTarget[] {
    const entries = this.#groups.get(group) ?? [];
    return entries.flatMap(({ id }) => this.#rows.get(id) ?? []);
  }

  entry({ conversation }: ConversationTarget): ConversationEntry | undefined {
    return this.#entries.get(conversation) ?? this.#parts.index.row(conversation);
  }

  count(group: DayGroup): number {
    return this.#groups.get(group)?.length ?? 0;
  }

  changed(conversation: string): void {
    this.#stale.add(conversation);
    if (!this.#first || !this.#parts.view.visible) return;
    this.#changes.trigger();
  }

  /** Reloads changed files and redraws. Does nothing until the view was visible. */
  async refresh(): Promise<void> {
    if (this.#first) await this.#showChanges([undefined]);
  }

  async filter(search: ConversationSearch | undefined): Promise<void> {
    this.#search = search;
    if (!search) this.#parts.onFiltered(undefined);
    this.#first = this.#refresh();
    await this.#first;
    this.#parts.draw(undefined);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  async #showChanges(conversations: readonly (string | undefined)[]): Promise<void> {
    const before = this.#order();
    await this.#refresh(conversations);
    const changed = [...this.#groups.values()]
      .flat()
      .filter(
        (row) =>
          conversations.includes(undefined) ||
          conversationsOf(row).some(({ id }) => conversations.includes(id)),
      );
    const rows = changed.flatMap(({ id }) => this.#rows.get(id) ?? []);
    if (this.#order() !== before || rows.length > MAX_SINGLE_REDRAWS) this.#parts.draw(undefined);
    else if (rows.length > 0) this.#parts.draw(rows);
  }

  #order(): string {
    const days = [...this.#groups].map(([group, entries]) => [group, entries.map(({ id }) => id)]);
    return JSON.stringify(days);
  }

  async #refresh(conversations: readonly (string | undefined)[] = [undefined]): Promise<void> {
    const { index, clock, onFailed, onFiltered } = this.#parts;
    try {
      for (const id of conversations) {
        if (id === undefined) this.#stale.clear();
        else this.#stale.delete(id);
        await index.refresh(id);
      }
      const groups = new Map<DayGroup, ConversationEntry[]>();
      for (const entry of await this.#found()) {
        const group =
          entry.unreadable === undefined ? dayGroup(entry.updateTime, clock.now()) : 'unreadable';
        const entries = groups.get(group);
        if (entries) entries.push(entry);
        else groups.set(group, [entry]);
      }
      this.#groups = groups;
      this.#entries = new Map([...groups.values()].flat().map((entry) => [entry.id, entry]));
      const ids = [...this.#entries.keys()];
      this.#rows = new Map(ids.map((id) => [id, this.#rows.get(id) ?? { conversation: id }]));
      if (this.#hasFailed && !this.#search) onFiltered(undefined);
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      onFailed(error);
    }
  }

  async #found(): Promise<readonly ConversationEntry[]> {
    const search = this.#search;
    const { index } = this.#parts;
    if (!search) return index.rows();
    const ids = new Set<string>();
    for await (const { entry } of search.hits(index.entries())) ids.add(entry.id);
    const found = index.rows().filter((row) => conversationsOf(row).some(({ id }) => ids.has(id)));
    if (search === this.#search) this.#parts.onFiltered({ text: search.text, found: found.length });
    return found;
  }
}

/** Groups by last change, newest first, then unreadable files. */
const DAY_GROUPS = ['today', 'yesterday', 'week', 'older', 'unreadable'] as const;
export type DayGroup = (typeof DAY_GROUPS)[number];

/**
 * Returns the group of a time in the local calendar; handles days with 23 or 25 hours. Future times count as
 * today.
 * @param time in RFC 3339 format
 * @param now in ms since 1970
 */
export function dayGroup(time: string, now: number): Exclude<DayGroup, 'unreadable'> {
  const at = Date.parse(time);
  if (at >= startOfDay(now, 0)) return 'today';
  if (at >= startOfDay(now, 1)) return 'yesterday';
  return at >= startOfDay(now, 7) ? 'week' : 'older';
}

function startOfDay(now: number, daysBefore: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysBefore).getTime();
}

/** A row of the view: a day or a conversation. Commands get it as argument. */
export type HistoryNode = ConversationTarget | { readonly group: DayGroup };

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
