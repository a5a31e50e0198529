import { useEffect, useRef } from 'preact/hooks';
import { isComposing } from './dom';

/** What keys do that belong to the page and to nothing in it. */
interface PageKeys {
  /** Stops what is being answered; answers whether something was. */
  readonly stop: () => boolean;
  /** Takes back, or does again, what was done with the messages. Absent where they are of several conversations. */
  readonly undo?: (redo: boolean) => void;
}

/** Listens for the keys of the page, also while nothing in it has the focus. What has it goes first. */
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
  const redo = wayOf(event);
  if (redo === undefined || !undo || isWritten(event.target)) return;
  // Neither the browser nor VS Code takes back what was typed into a field that does not have the focus.
  event.preventDefault();
  event.stopPropagation();
  undo(redo);
}

/** Whether a key does something again that it would else take back; absent where it is no such key. */
function wayOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey;
  return key.toLowerCase() === 'y' && !shiftKey ? true : undefined;
}

/** Whether a key is typed into a text. */
function isWritten(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, input, [contenteditable]') !== null;
}
