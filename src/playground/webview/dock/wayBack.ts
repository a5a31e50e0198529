import { type Disposable, toDisposable } from '../../../base/disposable';

/** What the Tab key stops at, apart from what takes it nowhere. */
const STOPS = 'a[href], button, input, textarea, select, summary, [tabindex]';

/** What of a conversation the way leads to. */
interface Places {
  readonly reading: { readonly focusLast: () => boolean };
  readonly settings: { readonly page: { readonly id: string } };
}

/**
 * Leads Shift+Tab from the composer to what is used most, in three steps: the last message, the settings, the model.
 * Everything else in the messages, of which there may be thousands, is reached from a message itself. What stands
 * above the composer, such as fields of variables, comes first.
 */
export function leadBack(dock: HTMLElement, store: Places): Disposable {
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
    if (key !== 'Tab' || !shiftKey || ctrlKey || altKey || metaKey) return;
    if (event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const isLed = stepOf(target, dock, store)?.() ?? false;
    if (isLed) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return toDisposable(() => document.removeEventListener('keydown', onKeyDown));
}

/** Where Shift+Tab leads from here, as something that answers whether it is there; undefined leaves it to the page. */
function stepOf(
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
