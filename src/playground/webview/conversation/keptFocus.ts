import { type Disposable, toDisposable } from '../../../base/disposable';
import { takeFocus } from '../dom';
import type { PanelStore } from '../state/panelStore';

/** What of a conversation had the focus last. */
interface Held {
  readonly element: Element;
  readonly turn: string;
  /** Where its turn stood, counted from 0. */
  readonly position: number;
}

/**
 * Keeps the focus in a conversation where what had it goes away: a button that is not offered while an answer comes,
 * or a message that was deleted. Its message has the focus then, or the one that stands in its place, or the composer.
 */
export function keepFocus(
  list: HTMLElement,
  { positions, reading, dock }: Pick<PanelStore, 'positions' | 'reading' | 'dock'>,
): Disposable {
  let held: Held | undefined;
  /** Where nothing stands yet, and what has the focus meanwhile. */
  let awaited: { readonly position: number; readonly meanwhile: Element | null } | undefined;

  function onFocusIn({ target }: FocusEvent): void {
    held = undefined;
    if (!(target instanceof Element) || !list.contains(target)) return;
    const turn = target.closest('.turn')?.getAttribute('data-turn');
    const position = positions.peek().get(turn ?? '');
    if (turn && position !== undefined) held = { element: target, turn, position };
  }

  function give(turn: string, position: number): void {
    if (!reading.focusAt(turn, position)) dock.draft.focus();
    // Of an answer that is asked for again, the new one comes a moment later.
    const isThere = positions.peek().has(turn) || positions.peek().size > position;
    awaited = isThere ? undefined : { position, meanwhile: document.activeElement };
  }

  function settle(): void {
    if (awaited && positions.peek().size > awaited.position) {
      if (document.activeElement === awaited.meanwhile) reading.focusAt('', awaited.position);
      awaited = undefined;
    }
    if (!held || document.activeElement !== document.body) return;
    const { element, turn, position } = held;
    held = undefined;
    // The user left it for nothing in the page.
    if (element.isConnected && element.checkVisibility()) return;
    takeFocus({ focus: () => give(turn, position) });
  }

  // The browser does not tell of all that it takes the focus from.
  const observer = new MutationObserver(settle);
  observer.observe(list, { childList: true, subtree: true });
  // Not at once: a dialog that closes gives the focus back only after what was in it has lost it.
  const onFocusOut = (): unknown => setTimeout(settle);
  list.addEventListener('focusout', onFocusOut);
  document.addEventListener('focusin', onFocusIn);
  return toDisposable(() => {
    observer.disconnect();
    list.removeEventListener('focusout', onFocusOut);
    document.removeEventListener('focusin', onFocusIn);
  });
}
