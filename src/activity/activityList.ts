import { Throttle } from '../base/async';
import type { Clock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ActivityTarget } from '../catalog/ref';
import type { ActivityAction, ActivityUpdate, TrackedActivity } from '../platform/activity';

const MAX_ENDED = 100;

const EMPTY: ActivityEntry = { id: '', title: '', startedAt: 0, progress: {}, actions: [] };

interface NewEntry {
  readonly title: string;
  readonly cancel?: () => void;
  /** In ms since 1970; the current time by default. */
  readonly startedAt?: number;
  readonly actions?: readonly ActivityAction[];
}

/** Controls an entry while its work runs. Calls after the end are ignored. */
export interface RunningEntry {
  readonly id: string;
  report(progress: ActivityProgress): void;
  readonly offer: (action: ActivityAction) => void;
  readonly conclude: (title: string) => void;
  /** Final `actions` replace earlier actions, but only if the work succeeded. */
  end(end: ActivityEnd, actions?: readonly ActivityAction[]): void;
  withdraw(): void;
}

/** Running and ended jobs of this window, in memory only. */
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
   * Running or paused entries, newest first; then failed entries with a retry action and ended entries, newest
   * first.
   */
  get entries(): readonly ActivityEntry[] {
    const all = [...this.#entries.values()].reverse();
    const ended = all.filter((entry) => entry.end);
    ended.sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0));
    const [failed, over] = [ended.filter((entry) => !isFinished(entry)), ended.filter(isFinished)];
    return [...all.filter((entry) => !entry.end), ...failed, ...over];
  }

  get running(): number {
    let running = 0;
    for (const entry of this.#entries.values()) if (isRunning(entry)) running++;
    return running;
  }

  get hasEnded(): boolean {
    for (const entry of this.#entries.values()) if (isFinished(entry)) return true;
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

  /** Adds an entry that its owner controls, and that may pause or continue after a failure. */
  track(entry: NewEntry): TrackedActivity {
    const id = this.#add(entry);
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
        ...(cancel && !isFinished({ end: how, actions }) && { cancel }),
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

  /** Runs an action of an entry and rethrows its errors. Undo runs once, unless that fails. */
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

  clear(): void {
    for (const entry of this.entries) if (isFinished(entry)) this.#entries.delete(entry.id);
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
    const ended = this.entries.filter(isFinished);
    for (const { id } of ended.slice(MAX_ENDED)) this.#entries.delete(id);
    if (ended.length > MAX_ENDED) this.#changed.fire();
  }
}

type ActivityEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  /** `reason` and `hint` are sentences for the user. */
  | { readonly kind: 'failed'; readonly reason: string; readonly hint?: string };

export type ActivityProgress = ActivityUpdate;

interface ActivityPause {
  readonly reason: string;
  readonly hint?: string;
}

/** A running, paused, or ended job. Times are in ms since 1970. */
export interface ActivityEntry {
  readonly id: string;
  readonly title: string;
  readonly startedAt: number;
  readonly progress: ActivityProgress;
  readonly pause?: ActivityPause;
  readonly end?: ActivityEnd;
  readonly endedAt?: number;
  readonly actions: readonly ActivityAction[];
  /** Handler of *Cancel*. Undefined if the job can't be canceled. */
  readonly cancel?: () => void;
}

/** Whether the job has ended and can't be resumed; only such entries are removed automatically. */
export function isFinished({ end, actions }: Pick<ActivityEntry, 'end' | 'actions'>): boolean {
  return (
    end !== undefined && !(end.kind === 'failed' && actions.some((one) => one.kind === 'retry'))
  );
}

export function isRunning({ end, pause }: ActivityEntry): boolean {
  return end === undefined && pause === undefined;
}

interface Visibility {
  readonly visible: boolean;
  onDidChangeVisibility(listener: () => void): Disposable;
}

/** Minimum time between view updates, and between updates of elapsed time, in ms. */
const PACE = 100;

const TICK = 1000;

export class ActivityTree implements Disposable {
  readonly #list: ActivityList;
  readonly #view: Visibility;
  readonly #draw: (rows?: ActivityTarget[]) => void;
  readonly #disposables = new DisposableStore();
  readonly #changes: Throttle;
  readonly #ticks: Throttle;
  // VS Code identifies rows by object identity.
  #rows = new Map<string, ActivityTarget>();
  #isStale = false;
  // Entries in the order last drawn. Entries are immutable, so a changed entry is a new object.
  #drawn: readonly ActivityEntry[] = [];

  constructor(
    list: ActivityList,
    view: Visibility,
    clock: Clock,
    draw: (rows?: ActivityTarget[]) => void,
  ) {
    this.#list = list;
    this.#view = view;
    this.#draw = draw;
    this.#changes = this.#disposables.add(new Throttle(clock, PACE, () => this.#redraw()));
    this.#ticks = this.#disposables.add(new Throttle(clock, TICK, () => this.#onTick()));
    this.#disposables.add(list.onDidChange(() => this.#onChange()));
    this.#disposables.add(view.onDidChangeVisibility(() => this.#onVisibility()));
  }

  rows(): ActivityTarget[] {
    const known = this.#rows;
    const rows = this.#list.entries.map(({ id }) => known.get(id) ?? { activity: id });
    this.#rows = new Map(rows.map((row) => [row.activity, row]));
    return rows;
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #onChange(): void {
    this.#isStale = true;
    if (this.#view.visible) this.#changes.trigger();
  }

  #onVisibility(): void {
    this.#ticks.cancel();
    if (!this.#view.visible) return;
    if (this.#isStale) this.#redraw();
    else this.#scheduleTick();
  }

  #redraw(): void {
    this.#changes.cancel();
    this.#isStale = false;
    const entries = this.#list.entries;
    const isInPlace = (entry: ActivityEntry, at: number): boolean =>
      entry.id === this.#drawn[at]?.id && this.#rows.has(entry.id);
    const isSame = entries.length === this.#drawn.length && entries.every(isInPlace);
    const changed = entries.filter((entry, at) => entry !== this.#drawn[at]);
    this.#drawn = entries;
    if (!isSame) this.#draw();
    else if (changed.length > 0) this.#draw(this.#rowsOf(changed));
    this.#scheduleTick();
  }

  #rowsOf(entries: readonly ActivityEntry[]): ActivityTarget[] {
    return entries.flatMap(({ id }) => this.#rows.get(id) ?? []);
  }

  #scheduleTick(): void {
    if (this.#list.running === 0 || !this.#view.visible) this.#ticks.cancel();
    else this.#ticks.trigger();
  }

  #onTick(): void {
    const running = this.#rowsOf(this.#list.entries.filter(isRunning));
    if (this.#view.visible && running.length > 0) this.#draw(running);
    this.#scheduleTick();
  }
}
