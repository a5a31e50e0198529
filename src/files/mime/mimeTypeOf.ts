import { isMimeType } from './isMimeType';
import { mimeTable, textNames } from './mimeTable';
import { isTextLike, sniff } from './sniff';

let byEnding: ReadonlyMap<string, string> | undefined;

/**
 * The MIME type of a file that is sent to the service; undefined where nothing tells it, so that it is asked for.
 * @param name without its folder.
 * @param overrides the setting `files.mimeTypes`, which may be anything: types by ending (`.ipynb`) or name.
 * @param head the first 4 KiB, where they are there: they tell the type of what has no known ending, and that
 * what is named as a text is none.
 */
export function mimeTypeOf(
  name: string,
  overrides: unknown,
  head?: Uint8Array,
): string | undefined {
  const small = name.toLowerCase();
  const chosen = overridden(small, overrides);
  if (chosen !== undefined) return chosen;
  const named = textNames.has(small) ? 'text/plain' : typeOfEnding(small);
  if (!head) return named;
  if (named === undefined) return sniff(head);
  // Such as a recording that is named `.ts`, in which a program would be looked for in vain.
  return isTextual(named) && !isTextLike(head) ? sniff(head) : named;
}

/** Whether the service reads it as text. */
function isTextual(type: string): boolean {
  return type.startsWith('text/') || type === 'application/json';
}

/** A whole name goes before an ending, and a longer ending before a shorter one. */
function overridden(name: string, overrides: unknown): string | undefined {
  if (typeof overrides !== 'object' || overrides === null) return undefined;
  const types = new Map(
    Object.entries(overrides).map(([key, type]: [string, unknown]) => [key.toLowerCase(), type]),
  );
  for (const key of [name, ...endings(name)]) {
    const type = types.get(key);
    if (typeof type === 'string' && isMimeType(type)) return type;
  }
  return undefined;
}

/** Such as `.d.ts` and `.ts`. */
function endings(name: string): readonly string[] {
  return [...name.matchAll(/\./g)].map(({ index }) => name.slice(index));
}

function typeOfEnding(name: string): string | undefined {
  byEnding ??= new Map(
    Object.entries(mimeTable).flatMap(([type, list]) =>
      list.split(' ').map((ending) => [ending, type] as const),
    ),
  );
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : byEnding.get(name.slice(dot + 1));
}
