import { textAt } from '../../../base/json';
import type { Step } from '../../../conversation/model/interaction';
import { type StepGroup, stepKind } from '../../../conversation/model/stepKinds';

export interface TimelineItem {
  /** Index of the row's step in the turn. Stable during streaming. */
  readonly at: number;
  readonly group: StepGroup;
  readonly step: Step;
  readonly result?: Step;
  readonly resultAt?: number;
}

const GROUP = 32;

export interface TimelineGroup {
  readonly key: number;
  readonly items: readonly TimelineItem[];
}

/**
 * Timeline rows of a turn that may grow. Unchanged rows and groups keep their identity. A result joins its
 * call, but a second result, or one without a call, gets a separate row.
 */
export class Timeline {
  #steps: readonly Step[] = [];
  #items: readonly TimelineItem[] = [];
  #groups: readonly TimelineGroup[] = [];
  #hidden: ReadonlySet<StepGroup> = new Set();

  of(steps: readonly Step[]): readonly TimelineItem[] {
    if (isSameList(steps, this.#steps)) return this.#items;
    this.#steps = steps;
    this.#items = joined(steps).map((item, index) => {
      const before = this.#items[index];
      return before && isSameItem(before, item) ? before : item;
    });
    return this.#items;
  }

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

export function countGroups(items: readonly TimelineItem[]): ReadonlyMap<StepGroup, number> {
  const counts = new Map<StepGroup, number>();
  for (const { group } of items) counts.set(group, (counts.get(group) ?? 0) + 1);
  return counts;
}
