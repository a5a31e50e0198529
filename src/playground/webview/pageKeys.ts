import { useEffect, useRef } from 'preact/hooks';
import { type Disposable, toDisposable } from '../../base/disposable';
import { isComposing } from './dom';

const STOPS = 'a[href], button, input, textarea, select, summary, [tabindex]';

interface Places {
  readonly reading: { readonly focusLast: () => boolean };
  readonly settings: { readonly page: { readonly id: string } };
}

/**
 * Moves Shift+Tab from the composer to the last message, the settings, and the model. Controls in messages
 * (possibly thousands) are reached from their message. Fields above the composer come first.
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

/** Focuses the previous stop. Returns whether this succeeded; undefined if the browser's default applies. */
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

interface PageKeys {
  readonly stop: () => boolean;
  /** Undoes or redoes the last change. Undefined in comparisons. */
  readonly undo?: (redo: boolean) => void;
}

/** Handles keys on the page, even without focus. The focused element has priority. */
export function usePageKeys(keys: PageKeys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event, current.current);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

function onKeyDown(event: KeyboardEvent, { stop, undo }: PageKeys): void {
  if (event.defaultPrevented || isComposing(event)) return;
  if (event.key === 'Escape') {
    if (stop()) event.preventDefault();
    return;
  }
  const redo = undoDirection(event);
  if (redo === undefined || !undo || isWritten(event.target)) return;
  // Otherwise the browser and VS Code would undo typing in an unfocused field.
  event.preventDefault();
  event.stopPropagation();
  undo(redo);
}

/** Returns true for redo, false for undo, undefined for other keys. */
function undoDirection({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: KeyboardEvent): boolean | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey;
  return key.toLowerCase() === 'y' && !shiftKey ? true : undefined;
}

function isWritten(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, input, [contenteditable]') !== null;
}
