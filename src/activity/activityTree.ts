import { Throttle } from '../base/async';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { ActivityTarget } from '../catalog/ref';
import { type ActivityEntry, type ActivityList, isRunning } from './activityList';

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
