import { textAt } from '../../../base/json';
import type { Step } from '../../../conversation/model/interaction';
import { type StepGroup, stepKind } from '../../../conversation/model/stepKinds';

/** A row of the timeline: one step, or a call together with what it gave. */
export interface TimelineItem {
  /** Place of its step among those of the turn, counted from 0: it stays the same while others come. */
  readonly at: number;
  /** By which it is filtered. */
  readonly group: StepGroup;
  readonly step: Step;
  /** What a call gave, once that is there, and its place. */
  readonly result?: Step;
  readonly resultAt?: number;
}

/** So many rows are skipped together by the browser while they are out of sight. */
const GROUP = 32;

/** Rows that are drawn together. */
export interface TimelineGroup {
  readonly key: number;
  readonly items: readonly TimelineItem[];
}

/**
 * The rows of the steps of one turn, which may grow. A row in which nothing changed is the same object as before, and
 * so is a group of such rows: what shows them has nothing to look at. A result stands at its call, whatever came
 * between them; one without a call, or whose call has a result already, has a row of its own.
 */
export class Timeline {
  #steps: readonly Step[] = [];
  #items: readonly TimelineItem[] = [];
  #groups: readonly TimelineGroup[] = [];
  #hidden: ReadonlySet<StepGroup> = new Set();

  /** The rows of all steps. */
  of(steps: readonly Step[]): readonly TimelineItem[] {
    if (isSameList(steps, this.#steps)) return this.#items;
    this.#steps = steps;
    this.#items = joined(steps).map((item, index) => {
      const before = this.#items[index];
      return before && isSameItem(before, item) ? before : item;
    });
    return this.#items;
  }

  /** The rows that are shown, in groups. */
  groups(steps: readonly Step[], hidden: ReadonlySet<StepGroup>): readonly TimelineGroup[] {
    const items = this.of(steps);
    if (hidden !== this.#hidden) {
      this.#hidden = hidden;
      this.#groups = [];
    }
    const shown = hidden.size === 0 ? items : items.filter(({ group }) => !hidden.has(group));
    const groups: TimelineGroup[] = [];
    for (let from = 0; from < shown.length; from += GROUP) {
      const key = from / GROUP;
      const own = shown.slice(from, from + GROUP);
      const before = this.#groups[key];
      groups.push(before && isSameList(before.items, own) ? before : { key, items: own });
    }
    this.#groups = groups;
    return groups;
  }
}

/** A row while its result may still be found. */
type Open = { -readonly [K in keyof TimelineItem]: TimelineItem[K] };

function joined(steps: readonly Step[]): readonly TimelineItem[] {
  const rows: Open[] = [];
  const calls = new Map<string, Open>();
  for (const [at, step] of steps.entries()) {
    const { group, side } = stepKind(step);
    const of = textAt(step, 'call_id');
    const call = side === 'result' ? calls.get(of) : undefined;
    if (call) {
      call.result = step;
      call.resultAt = at;
      calls.delete(of);
      continue;
    }
    const row: Open = { at, group, step };
    rows.push(row);
    const id = textAt(step, 'id');
    if (side === 'call' && id !== '') calls.set(id, row);
  }
  return rows;
}

function isSameItem(one: TimelineItem, other: TimelineItem): boolean {
  return one.at === other.at && one.step === other.step && one.result === other.result;
}

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

/** How many rows there are of each group. */
export function countGroups(items: readonly TimelineItem[]): ReadonlyMap<StepGroup, number> {
  const counts = new Map<StepGroup, number>();
  for (const { group } of items) counts.set(group, (counts.get(group) ?? 0) + 1);
  return counts;
}
