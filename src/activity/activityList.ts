import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ActivityAction, Progressed, TrackedActivity } from '../platform/activity';

/** Ended entries that are kept; older ones go. */
const MAX_ENDED = 100;

const EMPTY: ActivityEntry = { id: '', title: '', startedAt: 0, progress: {}, actions: [] };

export interface NewEntry {
  readonly title: string;
  readonly cancel?: () => void;
  /** Milliseconds since 1970; now by default. */
  readonly startedAt?: number;
  /** What it offers while it runs. */
  readonly actions?: readonly ActivityAction[];
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

  /**
   * What runs or stands still, newest first; then what failed and can be tried again, and what has ended, the last
   * one first.
   */
  get entries(): readonly ActivityEntry[] {
    const all = [...this.#entries.values()].reverse();
    const ended = all.filter((entry) => entry.end);
    ended.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
    const [failed, over] = [ended.filter((entry) => !isOver(entry)), ended.filter(isOver)];
    return [...all.filter((entry) => !entry.end), ...failed, ...over];
  }

  get running(): number {
    let running = 0;
    for (const entry of this.#entries.values()) if (isRunning(entry)) running++;
    return running;
  }

  /** Whether there is anything for `clear` to take away. */
  get hasEnded(): boolean {
    for (const entry of this.#entries.values()) if (isOver(entry)) return true;
    return false;
  }

  find(id: string): ActivityEntry | undefined {
    return this.#entries.get(id);
  }

  begin(entry: NewEntry): RunningEntry {
    const id = this.#add(entry);
    const change = (to: (entry: ActivityEntry) => ActivityEntry): void => {
      const entry = this.#entries.get(id);
      if (entry && !entry.end) this.#set(to(entry));
    };
    let conclusion: string | undefined;
    const offers = new Map<ActivityAction['kind'], ActivityAction>();
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
          end,
          endedAt: this.#clock.now(),
          actions,
        }));
        this.#dropOldest();
      },
      withdraw: () => this.#withdraw(id),
    };
  }

  /** An entry that its owner drives, which may stand still, and go on also after it had failed. */
  track(entry: NewEntry): TrackedActivity {
    const id = this.#add(entry);
    // What stands still, went on or has ended takes the place of that.
    const change = (to: (entry: ActivityEntry) => ActivityEntry): void => {
      const known = this.#entries.get(id);
      if (!known) return;
      const { end: _end, endedAt: _endedAt, pause: _pause, ...entry } = known;
      this.#set(to(entry));
    };
    const end = (how: ActivityEnd, actions: readonly ActivityAction[], text?: string): void => {
      const endedAt = this.#clock.now();
      change(({ cancel, title, ...entry }) => ({
        ...entry,
        title: text ?? title,
        end: how,
        endedAt,
        actions,
        // What can be taken up again can be given up, too.
        ...(cancel && !isOver({ end: how, actions }) && { cancel }),
      }));
      this.#dropOldest();
    };
    return {
      report: (progress) => {
        const known = this.#entries.get(id);
        if (!known || known.end) return;
        this.#set({ ...known, progress: { ...known.progress, ...progress } });
      },
      pause: (reason, actions, hint) => {
        const pause = { reason, ...(hint !== undefined && { hint }) };
        change((entry) => ({ ...entry, pause, actions }));
      },
      resume: (actions) => change((entry) => ({ ...entry, actions })),
      fail: (reason, actions, hint) => {
        end({ kind: 'failed', reason, ...(hint !== undefined && { hint }) }, actions);
      },
      end: (how) => {
        if (how === 'cancelled') end({ kind: 'cancelled' }, []);
        else end({ kind: 'done' }, how.actions, how.title);
      },
      withdraw: () => this.#withdraw(id),
    };
  }

  /**
   * Runs what an entry offers, and throws what that throws. To undo is offered once, and again only where it
   * fails.
   */
  async run(id: string, kind: ActivityAction['kind']): Promise<void> {
    const entry = this.#entries.get(id);
    const action = entry?.actions.find((one) => one.kind === kind);
    if (!entry || !action) return;
    if (kind !== 'undo') {
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

  /** Takes away what has ended, but for what can be taken up again. */
  clear(): void {
    for (const entry of this.entries) if (isOver(entry)) this.#entries.delete(entry.id);
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #add({ title, cancel, startedAt = this.#clock.now(), actions = [] }: NewEntry): string {
    const id = String(++this.#count);
    this.#set({ ...EMPTY, id, title, startedAt, actions, ...(cancel && { cancel }) });
    return id;
  }

  #withdraw(id: string): void {
    if (this.#entries.delete(id)) this.#changed.fire();
  }

  #set(entry: ActivityEntry): void {
    this.#entries.set(entry.id, entry);
    this.#changed.fire();
  }

  #dropOldest(): void {
    const ended = this.entries.filter(isOver);
    for (const { id } of ended.slice(MAX_ENDED)) this.#entries.delete(id);
    if (ended.length > MAX_ENDED) this.#changed.fire();
  }
}

/** How an activity ended. */
type ActivityEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  /** `reason` is a sentence for the user, `hint` one that says what helps. */
  | { readonly kind: 'failed'; readonly reason: string; readonly hint?: string };

/** How far an activity is. */
export type ActivityProgress = Progressed;

/** Why an activity stands still, and what helps. */
interface ActivityPause {
  readonly reason: string;
  readonly hint?: string;
}

/** Something that runs, stands still, or has ended. Times are milliseconds since 1970. */
export interface ActivityEntry {
  readonly id: string;
  readonly title: string;
  readonly startedAt: number;
  readonly progress: ActivityProgress;
  /** Present while it stands still. */
  readonly pause?: ActivityPause;
  /** Absent until it has ended. */
  readonly end?: ActivityEnd;
  readonly endedAt?: number;
  /** What it offers now. */
  readonly actions: readonly ActivityAction[];
  /** What *Cancel* does; absent where it can't be cancelled. */
  readonly cancel?: () => void;
}

/** Whether it has ended so that nobody can take it up again: only then may it go without being asked for. */
export function isOver({ end, actions }: Pick<ActivityEntry, 'end' | 'actions'>): boolean {
  return (
    end !== undefined && !(end.kind === 'failed' && actions.some((one) => one.kind === 'retry'))
  );
}

/** Whether work is being done for it now. */
export function isRunning({ end, pause }: ActivityEntry): boolean {
  return end === undefined && pause === undefined;
}
