import { Throttle } from '../../../base/async';
import type { Disposable } from '../../../base/disposable';
import type { Clock } from '../../../base/clock';
import type { ConversationTarget } from '../../../catalog/ref';
import {
  type ConversationEntry,
  type ConversationIndex,
  conversationsOf,
} from '../../../conversation/store/conversationIndex';
import type { ConversationSearch } from './conversationSearch';

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
