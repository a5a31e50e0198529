import { type Disposable, toDisposable } from '../../../base/disposable';

/** Elements that may take the focus by Tab. */
const STOPS = 'a[href], button, input, textarea, select, summary, [tabindex]';

/** The parts of a conversation that Shift+Tab leads to. */
interface Places {
  readonly reading: { readonly focusLast: () => boolean };
  readonly settings: { readonly page: { readonly id: string } };
}

/**
 * Moves the focus with Shift+Tab from the composer to what is used most, in three steps: the last message, the settings, the model.
 * Everything else in the messages, of which there may be thousands, is reached from a message itself. What stands
 * above the composer, such as fields of variables, comes first.
 */
export function handleShiftTab(dock: HTMLElement, store: Places): Disposable {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
    if (key !== 'Tab' || !shiftKey || ctrlKey || altKey || metaKey) return;
    if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const hasMoved = previousStop(target, dock, store)?.() ?? false;
    if (hasMoved) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return toDisposable(() => document.removeEventListener('keydown', onKeyDown));
}

/** Moves the focus to the stop before this one and returns whether it did; undefined leaves the key to the browser. */
function previousStop(
  from: HTMLElement,
  dock: HTMLElement,
  { reading, settings }: Places,
): (() => boolean) | undefined {
  const middle = dock.parentElement?.closest<HTMLElement>('.middle') ?? document.body;
  const jump = middle.querySelector<HTMLElement>('.jump:not([hidden])');
  if (from === (jump ?? firstStop(dock))) {
    return () => reading.focusLast() || focus(middle.querySelector('.conversation button'));
  }
  const toSettings = document.querySelector<HTMLElement>(
    `.toolbar [aria-controls="${CSS.escape(settings.page.id)}"]`,
  );
  if (from.matches('.turn, .turns.empty button')) return () => focus(toSettings);
  const toModel = document.querySelector<HTMLElement>('.toolbar button:not([hidden])');
  return from === toSettings ? () => focus(toModel) : undefined;
}

function firstStop(container: HTMLElement): HTMLElement | undefined {
  const stops = container.querySelectorAll<HTMLElement>(STOPS);
  return [...stops].find((stop) => stop.tabIndex >= 0 && stop.checkVisibility());
}

function focus(target: HTMLElement | null): boolean {
  target?.focus();
  return target !== null && target === document.activeElement;
}
