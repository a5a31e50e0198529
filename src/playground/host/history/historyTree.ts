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

/** A view, as far as it tells whether anybody can see it. */
interface Visibility {
  readonly visible: boolean;
}

interface HistoryTreeDeps {
  readonly index: ConversationIndex;
  readonly view: Visibility;
  readonly clock: Clock;
  /**
   * Asks the view for some rows anew, or (undefined) for all. While it asks for all, VS Code knows none of them: what
   * is chosen from a menu at that moment arrives without its row.
   */
  readonly draw: (rows: readonly HistoryNode[] | undefined) => void;
  /** The folder could not be read; `onFiltered` tells when it could be again. */
  readonly onFailed: (error: unknown) => void;
  /** A search began, found something else, or ended. */
  readonly onFiltered: (
    filter: { readonly text: string; readonly found: number } | undefined,
  ) => void;
}

/** Milliseconds between two changes of what is shown. */
const PACE = 200;
/** VS Code draws each row by itself; above this many it is quicker with all at once. */
const MOST_ALONE = 100;

/** The rows of the view: days with their conversations, of which a search leaves some. */
export class HistoryTree implements Disposable {
  readonly #parts: HistoryTreeDeps;
  readonly #changes: Throttle;
  readonly #stale = new Set<string>();
  #search: ConversationSearch | undefined;
  #first: Promise<void> | undefined;
  #groups = new Map<DayGroup, readonly ConversationEntry[]>();
  /** Those of all groups, by their ids. */
  #entries: ReadonlyMap<string, ConversationEntry> = new Map();
  /** VS Code knows a row by its object. */
  #rows = new Map<string, ConversationTarget>();
  #hasFailed = false;

  constructor(parts: HistoryTreeDeps) {
    this.#parts = parts;
    this.#changes = new Throttle(parts.clock, PACE, () => void this.#showChanges([...this.#stale]));
  }

  /** The days, or the conversations of one. Reads the folder with the first call. */
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

  /** What is known of a row, or of the one that a conversation would be in. */
  entry({ conversation }: ConversationTarget): ConversationEntry | undefined {
    return this.#entries.get(conversation) ?? this.#parts.index.row(conversation);
  }

  count(group: DayGroup): number {
    return this.#groups.get(group)?.length ?? 0;
  }

  /** A conversation was written, opened or closed: it is looked at again soon, and what comes meanwhile with it. */
  changed(conversation: string): void {
    this.#stale.add(conversation);
    if (!this.#first || !this.#parts.view.visible) return;
    this.#changes.trigger();
  }

  /** Looks what changed in the folder, and draws. Nothing before the view was seen. */
  async refresh(): Promise<void> {
    if (this.#first) await this.#showChanges([undefined]);
  }

  /** Leaves what a search finds; without one, shows all. */
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
    if (this.#order() !== before || rows.length > MOST_ALONE) this.#parts.draw(undefined);
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

/** By when a conversation changed last, the latest first; those without a time, and what can't be read. */
const DAY_GROUPS = ['today', 'yesterday', 'week', 'older', 'unreadable'] as const;
export type DayGroup = (typeof DAY_GROUPS)[number];

/**
 * The group of a time by the calendar of this machine: a day begins at its midnight, also where a day has 23 hours.
 * What lies ahead, by another machine's clock, is of today.
 *
 * @param time RFC 3339.
 * @param now milliseconds since 1970.
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

/** A row of the view: a day, or a conversation, which commands on it are called with. */
export type HistoryNode = ConversationTarget | { readonly group: DayGroup };
