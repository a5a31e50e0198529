import type { ComponentChild, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Height differences up to this many pixels are ignored. */
const TOLERANCE = 0.5;

/**
 * Row positions of a virtual list: measured heights, and an estimate for other rows, based on the first
 * measured rows.
 */
export class RowHeights {
  readonly #measured = new Map<string, number>();
  #estimate: number;
  #isGuess = true;
  #ids: readonly string[] = [];
  /** Row ends, in pixels from the list's top. */
  #ends: Float64Array | undefined;

  /** @param estimate initial row height, in pixels */
  constructor(estimate: number) {
    this.#estimate = estimate;
  }

  /** @param ids row IDs in order; same array while unchanged */
  setRows(ids: readonly string[]): void {
    if (ids === this.#ids) return;
    this.#ids = ids;
    this.#ends = undefined;
  }

  measure(heights: ReadonlyMap<string, number>): boolean {
    if (heights.size === 0) return false;
    let isMoved = false;
    if (this.#isGuess) {
      this.#isGuess = false;
      const mean = [...heights.values()].reduce((sum, one) => sum + one, 0) / heights.size;
      isMoved = Math.abs(mean - this.#estimate) > TOLERANCE;
      if (isMoved) this.#estimate = mean;
    }
    for (const [id, height] of heights) {
      if (Math.abs(height - (this.#measured.get(id) ?? this.#estimate)) <= TOLERANCE) continue;
      this.#measured.set(id, height);
      isMoved = true;
    }
    if (isMoved) this.#ends = undefined;
    return isMoved;
  }

  forget(): void {
    this.#measured.clear();
    this.#isGuess = true;
    this.#ends = undefined;
  }

  /** Returns the top of a row, in pixels. The index after the last returns the total height. */
  top(index: number): number {
    return index <= 0 ? 0 : (this.#allEnds()[Math.min(index, this.#ids.length) - 1] ?? 0);
  }

  /** Returns the row at an offset in pixels, clamped. */
  rowAt(offset: number): number {
    const ends = this.#allEnds();
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(Math.min(low, ends.length - 1), 0);
  }

  #allEnds(): Float64Array {
    if (this.#ends) return this.#ends;
    const ends = new Float64Array(this.#ids.length);
    let end = 0;
    for (const [at, id] of this.#ids.entries()) {
      end += this.#measured.get(id) ?? this.#estimate;
      ends[at] = end;
    }
    this.#ends = ends;
    return ends;
  }
}

export const VIRTUAL_FROM = 150;
const BEYOND = 400;
/** The rendered range changes in steps of rows, to avoid rendering on every scroll. */
const STEP = 8;
/** Row height of VS Code lists, in pixels. */
const ROW = 22;

interface VirtualListProps {
  /** Row IDs in order. Same array while unchanged. */
  readonly ids: readonly string[];
  /** Indexes of rows that are always rendered, such as the focusable one. */
  readonly pinned?: readonly number[];
  /** Pixels above and below the window in which rows are rendered. */
  readonly beyond?: number;
  /** Parent of the rows, which have their index as `data-row`. */
  readonly parent: RefObject<HTMLElement | null>;
  readonly row: (index: number) => ComponentChild;
  /** Renders a spacer for rows that aren't rendered. */
  readonly gap: (pixels: number, key: string) => ComponentChild;
}

interface Range {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** A virtual list in any scroll container. Rows may have different heights. */
export function VirtualList(props: VirtualListProps) {
  const { ids, pinned = [], beyond = BEYOND, parent, row, gap } = props;
  const isWhole = ids.length < VIRTUAL_FROM;
  const heights = useRef<RowHeights>(undefined);
  heights.current ??= new RowHeights(ROW);
  const { current: rows } = heights;
  rows.setRows(ids);
  const [range, setRange] = useState<Range>({ first: 0, end: 2 * STEP });
  const [, setMeasured] = useState(0);

  const look = (): void => {
    const next = visibleRange(parent.current, rows, ids.length, beyond);
    setRange((before) => (before.first === next.first && before.end === next.end ? before : next));
  };
  const latest = useRef(look);
  latest.current = look;

  useLayoutEffect(() => {
    if (isWhole) return;
    if (rows.measure(measuredRows(parent.current, ids))) setMeasured((count) => count + 1);
    look();
  });
  useLayoutEffect(() => {
    if (isWhole) return;
    const again = (): void => latest.current();
    const list = parent.current?.parentElement;
    let width = list?.clientWidth;
    const resizes = new ResizeObserver(() => {
      if (list?.clientWidth === width) return;
      width = list?.clientWidth;
      rows.forget();
      setMeasured((count) => count + 1);
    });
    if (list) resizes.observe(list);
    // Captures the events, since scroll events don't bubble.
    const options = { capture: true, passive: true };
    document.addEventListener('scroll', again, options);
    window.addEventListener('resize', again);
    return () => {
      resizes.disconnect();
      document.removeEventListener('scroll', again, options);
      window.removeEventListener('resize', again);
    };
  }, [isWhole]);

  if (isWhole) return <>{ids.map((_, index) => row(index))}</>;
  return <>{pieces({ range, pinned, rows, count: ids.length, row, gap })}</>;
}

interface Pieces extends Pick<VirtualListProps, 'row' | 'gap'> {
  readonly range: Range;
  readonly pinned: readonly number[];
  readonly rows: RowHeights;
  readonly count: number;
}

function pieces({ range, pinned, rows, count, row, gap }: Pieces): readonly ComponentChild[] {
  const first = Math.min(range.first, count);
  const end = Math.min(range.end, count);
  const drawn = Array.from({ length: end - first }, (_, at) => first + at);
  const apart = pinned.filter((at) => at >= 0 && at < count && (at < first || at >= end));
  const all = [...new Set([...apart, ...drawn])].sort((a, b) => a - b);
  const found: ComponentChild[] = [];
  let next = 0;
  for (const index of [...all, count]) {
    if (index > next) {
      // Keys count from the outside, so that spacers and rows never swap: a moved element loses the focus.
      const key =
        index <= first
          ? `before ${apart.filter((at) => at < index).length}`
          : `after ${apart.filter((at) => at >= index).length}`;
      found.push(gap(rows.top(index) - rows.top(next), key));
    }
    if (index < count) found.push(row(index));
    next = index + 1;
  }
  return found;
}

function visibleRange(
  parent: HTMLElement | null,
  rows: RowHeights,
  count: number,
  beyond: number,
): Range {
  if (!parent) return { first: 0, end: 2 * STEP };
  const { top } = parent.getBoundingClientRect();
  const first = rows.rowAt(-top - beyond);
  const last = rows.rowAt(window.innerHeight - top + beyond);
  return {
    first: Math.floor(first / STEP) * STEP,
    end: Math.min(Math.ceil((last + 1) / STEP) * STEP, count),
  };
}

function measuredRows(
  parent: HTMLElement | null,
  ids: readonly string[],
): ReadonlyMap<string, number> {
  const heights = new Map<string, number>();
  for (const child of parent?.children ?? []) {
    const index = child instanceof HTMLElement ? child.dataset.row : undefined;
    const id = index === undefined ? undefined : ids[Number(index)];
    if (id !== undefined) heights.set(id, child.getBoundingClientRect().height);
  }
  return heights;
}
