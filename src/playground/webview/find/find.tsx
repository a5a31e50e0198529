import './find.css';
import { signal, useSignal, useSignalEffect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Throttle } from '../../../base/async';
import { systemClock } from '../../../base/clock';
import { Button } from '../../../webview/kit/button';
import { isComposing, isInPopup } from '../dom';
import type { Format } from '../format';
import { findInMessages, MAX_MATCHES } from './findText';

/** Time between two searches while the messages change, in ms. */
const INTERVAL_MS = 200;
/** Space between a match and the edge of the visible area, in pixels. */
const MARGIN = 60;

/** The matches of a query, and their marks. Searches again when messages change. */
class Search {
  readonly #found = signal<readonly StaticRange[]>([]);
  readonly #at = signal(-1);
  readonly #changes = new MutationObserver(() => this.#again.trigger(this.#pause));
  readonly #again = new Throttle(systemClock, INTERVAL_MS, () => this.#refresh());
  #query = '';
  #pause = INTERVAL_MS;

  get count(): number {
    return this.#found.value.length;
  }

  get at(): number {
    return this.#at.value;
  }

  get current(): StaticRange | undefined {
    return this.#found.peek()[this.#at.peek()];
  }

  /** Finds a query, and shows its first match at or below the top of the visible area. */
  find(query: string): void {
    this.#query = query;
    const found = findInMessages(query);
    const next = found.findIndex((range) => !isAbove(range));
    this.#set(found, found.length === 0 ? -1 : Math.max(next, 0));
    this.#show();
    const changes = { childList: true, characterData: true, subtree: true };
    for (const messages of document.querySelectorAll('.conversation')) {
      this.#changes.observe(messages, changes);
    }
  }

  move(by: 1 | -1): void {
    const { length } = this.#found.peek();
    if (length === 0) return;
    this.#set(this.#found.peek(), (this.#at.peek() + by + length) % length);
    this.#show();
  }

  stop(): void {
    this.#changes.disconnect();
    this.#again.cancel();
    this.#set([], -1);
  }

  #refresh(): void {
    const started = performance.now();
    const before = this.current;
    const found = findInMessages(this.#query);
    const same = found.findIndex(
      ({ startContainer, startOffset }) =>
        startContainer === before?.startContainer && startOffset === before.startOffset,
    );
    const at = Math.min(Math.max(this.#at.peek(), 0), found.length - 1);
    this.#set(found, same < 0 ? at : same);
    // Leaves most of the time to the page.
    this.#pause = Math.max(INTERVAL_MS, 10 * (performance.now() - started));
  }

  #set(found: readonly StaticRange[], at: number): void {
    this.#found.value = found;
    this.#at.value = at;
    mark('find-match', found);
    mark('find-current', found.slice(Math.max(at, 0), at + 1), 1);
  }

  #show(): void {
    if (this.current) reveal(this.current);
  }
}

function mark(name: string, ranges: readonly StaticRange[], priority = 0): void {
  const highlight = new Highlight(...ranges);
  highlight.priority = priority;
  CSS.highlights.set(name, highlight);
}

function scrollerOf({ startContainer }: StaticRange): Element | null {
  return startContainer.parentElement?.closest('.conversation') ?? null;
}

function isAbove(range: StaticRange): boolean {
  const element = range.startContainer.parentElement;
  const top = scrollerOf(range)?.getBoundingClientRect().top ?? 0;
  // From the outside in, because positions within groups that aren't rendered are slow to get.
  const outer = [element?.closest('.turn-group'), element?.closest('.turn')];
  if (outer.some((one) => one && one.getBoundingClientRect().bottom < top)) return true;
  return rectOf(range).bottom < top;
}

function rectOf(match: StaticRange): DOMRect {
  const range = document.createRange();
  range.setStart(match.startContainer, match.startOffset);
  range.setEnd(match.endContainer, match.endOffset);
  return range.getBoundingClientRect();
}

/** Expands what hides a match, and scrolls it into view. */
function reveal(range: StaticRange): void {
  const element = range.startContainer.parentElement;
  for (let at = element; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    if (at.classList.contains('collapsed')) {
      at.querySelector<HTMLElement>(':scope > .show-more')?.click();
    }
  }
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const scroller = scrollerOf(range);
  if (!scroller) return;
  const frame = scroller.getBoundingClientRect();
  const match = rectOf(range);
  const isVisible = match.top > frame.top + MARGIN && match.bottom < frame.bottom - MARGIN;
  if (!isVisible) scroller.scrollTop += match.top - frame.top - frame.height / 3;
}

/** Searches the messages of the page, with the look and the keys of VS Code's search. */
export function Find({ format }: { readonly format: Format }): VNode | null {
  const isOpen = useSignal(false);
  const query = useSignal('');
  const search = useMemo(() => new Search(), []);
  const field = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const open = (): void => {
    if (!isOpen.peek()) cameFrom.current = document.activeElement;
    const selected = String(document.getSelection()).trim();
    if (selected !== '' && !/[\r\n]/.test(selected)) query.value = selected;
    isOpen.value = true;
    field.current?.focus();
    field.current?.select();
  };
  const close = (): void => {
    const { current } = search;
    const turn = current?.startContainer.parentElement?.closest<HTMLElement>('.turn');
    isOpen.value = false;
    if (turn) turn.focus({ preventScroll: true });
    else if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    if (current) document.getSelection()?.setBaseAndExtent(...endsOf(current));
  };
  useSignalEffect(() => {
    if (isOpen.value) search.find(query.value);
    else search.stop();
  });
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [isOpen.value]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = findKey(event);
      if (!key || isComposing(event) || isInPopup(event.target)) return;
      // VS Code would search on its own, or open its menu.
      event.preventDefault();
      event.stopPropagation();
      if (key === 'open' || !isOpen.peek()) open();
      else search.move(key === 'next' ? 1 : -1);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      search.stop();
    };
  }, []);
  if (!isOpen.value) return null;
  const { count, at } = search;
  const onFieldKey = (event: KeyboardEvent): void => {
    const isEnter = event.key === 'Enter' && event.target === field.current;
    if (isComposing(event) || (!isEnter && event.key !== 'Escape')) return;
    event.preventDefault();
    // Otherwise Escape would also stop a streaming response.
    event.stopPropagation();
    if (isEnter) search.move(event.shiftKey ? -1 : 1);
    else close();
  };
  const isEmpty = count === 0;
  return (
    <div class="find" role="search" aria-label={l10n.t('Find in Messages')} onKeyDown={onFieldKey}>
      <input
        ref={field}
        type="text"
        class={isEmpty && query.value !== '' ? 'find-field no-match' : 'find-field'}
        aria-label={l10n.t('Find')}
        placeholder={l10n.t('Find')}
        spellcheck={false}
        value={query.value}
        onInput={({ currentTarget: { value } }) => (query.value = value)}
      />
      <span
        class={isEmpty && query.value !== '' ? 'find-count no-match' : 'find-count'}
        aria-live="polite"
      >
        {query.value === '' ? '' : countText(count, at, format)}
      </span>
      <Button
        label={l10n.t('Previous Match (Shift+Enter)')}
        icon="arrow-up"
        bare
        isDisabled={isEmpty}
        onClick={() => search.move(-1)}
      />
      <Button
        label={l10n.t('Next Match (Enter)')}
        icon="arrow-down"
        bare
        isDisabled={isEmpty}
        onClick={() => search.move(1)}
      />
      <Button label={l10n.t('Close (Escape)')} icon="close" bare onClick={close} />
    </div>
  );
}

function countText(count: number, at: number, format: Format): string {
  if (count === 0) return l10n.t('No results');
  const all = format.count(count);
  return l10n.t('{0} of {1}', format.count(at + 1), count < MAX_MATCHES ? all : `${all}+`);
}

function endsOf(range: StaticRange): [Node, number, Node, number] {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  return [startContainer, startOffset, endContainer, endOffset];
}

function findKey(event: KeyboardEvent): 'open' | 'next' | 'previous' | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (altKey) return undefined;
  const isMac = navigator.userAgent.includes('Mac');
  const letter = (isMac ? metaKey : ctrlKey) ? key.toLowerCase() : '';
  if (letter === 'f' && !shiftKey) return 'open';
  if (key !== 'F3' && !(letter === 'g' && isMac)) return undefined;
  return shiftKey ? 'previous' : 'next';
}
