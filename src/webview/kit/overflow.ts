import { type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

interface RowItem {
  readonly id: string;
  /** Preferred width, in pixels. */
  readonly width: number;
  readonly rank: number;
  /** Whether the item always stays visible and is truncated instead. */
  readonly shrinks?: boolean;
}

interface Room {
  readonly width: number;
  readonly gap: number;
  readonly moreWidth: number;
}

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
 * Hides items that don't fit. Reads `data-item` (ID), `data-rank`, `data-shrinks`, and `data-more` (overflow
 * button).
 * @param shown changes with the content of the items
 * @returns IDs of hidden items
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
