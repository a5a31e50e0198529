import { type RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface FocusDirection {
  readonly orientation: 'horizontal' | 'vertical';
  /** Rows per Page Up and Page Down. Undefined disables these keys. */
  readonly page?: number;
  /** Whether arrows stop at the ends instead of wrapping. */
  readonly stops?: boolean;
}

/**
 * Returns the target index of a key. Undefined if the key doesn't move.
 * @param at index of the focused item, −1 for none
 */
export function nextIndex(
  key: string,
  at: number,
  count: number,
  { orientation, page = 0, stops = false }: FocusDirection,
): number | undefined {
  if (count === 0) return undefined;
  const [back, forward] =
    orientation === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const last = count - 1;
  switch (key) {
    case forward:
      if (at >= last) return stops ? last : 0;
      return at + 1;
    case back:
      if (at <= 0) return stops ? 0 : last;
      return at - 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return page > 0 ? Math.min(last, Math.max(at, 0) + page) : undefined;
    case 'PageUp':
      return page > 0 ? Math.max(0, at - page) : undefined;
    default:
      return undefined;
  }
}

interface RovingFocus<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocusIn: (event: FocusEvent) => void;
}

/**
 * Makes a toolbar or list one tab stop: arrows, Home, and End move among visible buttons. Attach the result to
 * the container.
 */
export function useRovingFocus<E extends HTMLElement>(course: FocusDirection): RovingFocus<E> {
  const ref = useRef<E>(null);
  const last = useRef<Element | undefined>(undefined);
  // After each render, because buttons may appear, disappear, or be hidden.
  useLayoutEffect(() => {
    if (ref.current) makeOneStop(itemsOf(ref.current), last.current);
  });
  return {
    ref,
    onKeyDown(event) {
      const { target, key, ctrlKey, altKey, metaKey, shiftKey } = event;
      if (!ref.current || !(target instanceof Element)) return;
      if (ctrlKey || altKey || metaKey || shiftKey || isTextField(target)) return;
      const items = itemsOf(ref.current);
      const at = items.findIndex((item) => item.contains(target));
      const next = items[nextIndex(key, at, items.length, course) ?? -1];
      if (at < 0 || !next) return;
      event.preventDefault();
      next.focus();
    },
    onFocusIn({ target }) {
      if (!ref.current || !(target instanceof Element)) return;
      const items = itemsOf(ref.current);
      const item = items.find((other) => other.contains(target));
      if (!item) return;
      last.current = item;
      makeOneStop(items, item);
    },
  };
}

function itemsOf(container: Element): readonly HTMLElement[] {
  const buttons = [...container.querySelectorAll<HTMLElement>('button')];
  return buttons.filter((button) => !button.closest('[hidden]'));
}

function makeOneStop(items: readonly HTMLElement[], wanted: Element | undefined): void {
  const stop = items.find((item) => item === wanted) ?? items[0];
  for (const item of items) item.tabIndex = item === stop ? 0 : -1;
}

function isTextField(target: Element): boolean {
  return target.matches('input, textarea, select, [contenteditable]');
}
