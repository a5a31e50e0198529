import { type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** Something in a row that can give way to others. */
interface RowItem {
  readonly id: string;
  /** In pixels, as wide as it wants to be. */
  readonly width: number;
  /** Those with a lower one stay longer. */
  readonly rank: number;
  /** It always stays, and is cut off where it must be. */
  readonly shrinks?: boolean;
}

export interface Room {
  readonly width: number;
  /** Between two items. */
  readonly gap: number;
  /** Of what leads to the items that have no place. */
  readonly moreWidth: number;
}

/** Which items of a row have no place in it, by their ids. */
export function overflowing(items: readonly RowItem[], room: Room): ReadonlySet<string> {
  const { width, gap, moreWidth } = room;
  const needed = items.reduce((sum, item) => sum + item.width + gap, -gap);
  if (needed <= width) return new Set();
  const hidden = new Set<string>();
  let left = width - moreWidth;
  for (const item of [...items].sort((a, b) => a.rank - b.rank)) {
    const wanted = item.width + gap;
    if (wanted > left && !item.shrinks) hidden.add(item.id);
    else left = Math.max(0, left - wanted);
  }
  return hidden;
}

/**
 * Hides what does not fit into a row: its elements have their id in `data-item`, their rank in `data-rank` and
 * maybe `data-shrinks`, and what leads to the hidden ones has `data-more`.
 * @param shown changes with whatever the items show
 * @returns ids of those that are to be hidden
 */
export function useOverflow(
  ref: RefObject<HTMLElement | null>,
  shown: string,
): ReadonlySet<string> {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const measure = (): void => {
    if (!ref.current) return;
    const found = overflowing(...measured(ref.current));
    setHidden((before) => (isSame(before, found) ? before : found));
  };
  useLayoutEffect(measure, [shown]);
  useEffect(() => {
    if (!ref.current) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return hidden;
}

/** Nothing of this is ever painted: every item is shown, as wide as it wants to be, for as long as it is measured. */
function measured(row: HTMLElement): [readonly RowItem[], Room] {
  row.classList.add('measuring');
  const items = [...row.querySelectorAll<HTMLElement>('[data-item]')].map((element) => ({
    id: element.dataset.item ?? '',
    rank: Number(element.dataset.rank),
    shrinks: element.dataset.shrinks !== undefined,
    width: element.getBoundingClientRect().width,
  }));
  const more = row.querySelector<HTMLElement>('[data-more]');
  const gap = Number.parseFloat(getComputedStyle(row).columnGap) || 0;
  const moreWidth = (more?.getBoundingClientRect().width ?? 0) + gap;
  row.classList.remove('measuring');
  return [items, { width: row.clientWidth, gap, moreWidth }];
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
