import { useEffect, useRef } from 'preact/hooks';
import { isComposing } from './dom';

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
