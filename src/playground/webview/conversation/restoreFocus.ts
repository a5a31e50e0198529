import { type Disposable, toDisposable } from '../../../base/disposable';
import { takeFocus } from '../dom';
import type { PanelStore } from '../state/panelStore';

interface FocusedElement {
  readonly element: Element;
  readonly turn: string;
  readonly position: number;
}

/**
 * Restores the focus when the focused element disappears: to its message, the message at the same index, or the
 * composer.
 */
export function restoreFocus(
  list: HTMLElement,
  { positions, reading, dock }: Pick<PanelStore, 'positions' | 'reading' | 'dock'>,
): Disposable {
  let held: FocusedElement | undefined;
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
    // A regenerated response appears shortly after the old one is removed.
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
    // The user moved the focus out of the page.
    if (element.isConnected && element.checkVisibility()) return;
    takeFocus({ focus: () => give(turn, position) });
  }

  // Browsers don't fire `focusout` for removed elements.
  const observer = new MutationObserver(settle);
  observer.observe(list, { childList: true, subtree: true });
  // Deferred, because a closing dialog restores the focus only after its content lost it.
  const onFocusOut = (): unknown => setTimeout(settle);
  list.addEventListener('focusout', onFocusOut);
  document.addEventListener('focusin', onFocusIn);
  return toDisposable(() => {
    observer.disconnect();
    list.removeEventListener('focusout', onFocusOut);
    document.removeEventListener('focusin', onFocusIn);
  });
}
