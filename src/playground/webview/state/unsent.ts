import { items } from '../../../base/json';
import type { KeptEdits } from '../../../webview/kit/localEdits';
import { fieldsOf } from '../jsonFields';

/** What is typed in the fields of a conversation and its host does not have yet, or may not have as it stands. */
export interface Unsent {
  readonly settings?: KeptEdits<string>;
}

/** UTF-16 units of all that is kept: a page's state is written whole with each change. */
const MOST = 1_000_000;

/** Takes what was kept, by this version or another one; what doesn't fit is left out. */
export function parseUnsent(value: unknown): Unsent | undefined {
  const { settings } = fieldsOf(value);
  const unsent = present({ settings: parseEdits(settings, text) });
  return Object.keys(unsent).length > 0 ? unsent : undefined;
}

/** What is to be there after a reload; absent where there is nothing, or too much of it. */
export function keptUnsent(unsent: { readonly [N in keyof Unsent]: Unsent[N] | undefined }): {
  readonly unsent?: Unsent;
} {
  const kept = present(unsent);
  const length = unsentLength(kept);
  return length > 0 && length <= MOST ? { unsent: kept } : {};
}

/** Length of it as JSON, in UTF-16 units. */
export function unsentLength(unsent: Unsent): number {
  return Object.keys(unsent).length > 0 ? JSON.stringify(unsent).length : 0;
}

function present(unsent: { readonly [N in keyof Unsent]: Unsent[N] | undefined }): Unsent {
  return Object.fromEntries(Object.entries(unsent).filter(([, value]) => value !== undefined));
}

function parseEdits<T>(
  value: unknown,
  parse: (value: unknown) => T | undefined,
): KeptEdits<T> | undefined {
  const { owner, edits } = fieldsOf(value);
  if (typeof owner !== 'string') return undefined;
  const parsed = items(edits).flatMap((entry): readonly (readonly [string, T])[] => {
    const [key, edit] = items(entry);
    const typed = parse(edit);
    return typeof key === 'string' && typed !== undefined ? [[key, typed]] : [];
  });
  return parsed.length > 0 ? { owner, edits: parsed } : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
