import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ActivityAction } from '../platform/activity';
import type { ActivityEnd, ActivityEntry, ActivityProgress } from './entry';

/** Ended entries that are kept; older ones go. */
const MAX_ENDED = 100;

export interface NewEntry {
  readonly title: string;
  readonly cancel?: () => void;
  /** Milliseconds since 1970; now by default. */
  readonly startedAt?: number;
}

/** The side of an entry that does the work. What is called after it ended changes nothing. */
export interface RunningEntry {
  readonly id: string;
  report(progress: ActivityProgress): void;
  /** Takes the place of an earlier offer of the same kind. */
  readonly offer: (action: ActivityAction) => void;
  readonly conclude: (title: string) => void;
  /** `actions` take the place of what was offered, which counts only where it ended well. */
  end(end: ActivityEnd, actions?: readonly ActivityAction[]): void;
  /** Takes it off the list, as if it had not begun. */
  withdraw(): void;
}

/** What runs and what has ended in this window, in memory. */
export class ActivityList implements Disposable {
  readonly #clock: Clock;
  readonly #entries = new Map<string, ActivityEntry>();
  readonly #changed = new Emitter<void>();
  #count = 0;
  readonly onDidChange = this.#changed.event;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What runs, newest first; then what has ended, the last one first. */
  get entries(): readonly ActivityEntry[] {
    const all = [...this.#entries.values()].reverse();
    const ended = all.filter((entry) => entry.end);
    ended.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
    return [...all.filter((entry) => !entry.end), ...ended];
  }

  get running(): number {
    return this.entries.filter((entry) => !entry.end).length;
  }

  get hasEnded(): boolean {
    return this.entries.some((entry) => entry.end);
  }

  find(id: string): ActivityEntry | undefined {
    return this.#entries.get(id);
  }

  begin({ title, cancel, startedAt = this.#clock.now() }: NewEntry): RunningEntry {
    const id = String(++this.#count);
    const change = (to: (entry: ActivityEntry) => ActivityEntry): void => {
      const entry = this.#entries.get(id);
      if (entry && !entry.end) this.#set(to(entry));
    };
    let conclusion: string | undefined;
    const offers = new Map<ActivityAction['kind'], ActivityAction>();
    this.#set({ id, title, startedAt, progress: {}, actions: [], ...(cancel && { cancel }) });
    return {
      id,
      report: (progress) =>
        change((entry) => ({ ...entry, progress: { ...entry.progress, ...progress } })),
      offer: (action) => void offers.set(action.kind, action),
      conclude: (text) => {
        conclusion = text;
      },
      end: (end, actions = end.kind === 'done' ? [...offers.values()] : []) => {
        const isDone = end.kind === 'done';
        change(({ cancel: _, ...entry }) => ({
          ...entry,
          ...(isDone && conclusion !== undefined && { title: conclusion }),
          ...{ end, endedAt: this.#clock.now(), actions },
        }));
        this.#dropOldest();
      },
      withdraw: () => {
        if (this.#entries.delete(id)) this.#changed.fire();
      },
    };
  }

  /** Runs what an ended entry offers, once: it is offered again only where it fails, and throws what that throws. */
  async run(id: string, kind: ActivityAction['kind']): Promise<void> {
    const entry = this.#entries.get(id);
    const action = entry?.actions.find((one) => one.kind === kind);
    if (!entry || !action) return;
    if (kind === 'open') {
      await action.run();
      return;
    }
    this.#set({ ...entry, actions: entry.actions.filter((one) => one !== action) });
    try {
      await action.run();
    } catch (error) {
      if (this.#entries.has(id)) this.#set(entry);
      throw error;
    }
  }

  /** Takes away what has ended. */
  clear(): void {
    for (const { id, end } of this.entries) if (end) this.#entries.delete(id);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #set(entry: ActivityEntry): void {
    this.#entries.set(entry.id, entry);
    this.#changed.fire();
  }

  #dropOldest(): void {
    const ended = this.entries.filter((entry) => entry.end);
    for (const { id } of ended.slice(MAX_ENDED)) this.#entries.delete(id);
    if (ended.length > MAX_ENDED) this.#changed.fire();
  }
}
