import { isObject, type JsonObject, type JsonValue } from '../../../base/json';

export interface Draft {
  [name: string]: JsonValue | undefined;
}

export function toDraft(value: JsonObject): Draft {
  return { ...structuredClone<JsonObject>(value) };
}

/** Removes and returns the value at a path such as `generationConfig.seed`, with parents that become empty. */
export function takePath(draft: Draft, path: string): JsonValue | undefined {
  const [name = '', ...rest] = path.split('.');
  if (!Object.hasOwn(draft, name)) return undefined;
  const found = draft[name];
  if (rest.length === 0) {
    Reflect.deleteProperty(draft, name);
    return found;
  }
  if (!isObject(found)) return undefined;
  const value = takePath(found, rest.join('.'));
  if (value !== undefined && Object.keys(found).length === 0) Reflect.deleteProperty(draft, name);
  return value;
}

export function setPath(draft: Draft, path: string, value: JsonValue | undefined): void {
  if (value === undefined) return;
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    draft[name] = value;
    return;
  }
  const below = draft[name];
  const next: Draft = isObject(below) ? below : {};
  draft[name] = next;
  setPath(next, rest.join('.'), value);
}

/**
 * Returns paths left in a draft: per field for known messages, else the complete value. Empty objects are ignored.
 */
export function remainingPaths(
  draft: Draft,
  known: ReadonlySet<string>,
  at = '',
): readonly string[] {
  return Object.entries(draft).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    if (value === undefined) return [];
    if (isObject(value) && known.has(path)) return remainingPaths(value, known, path);
    return [path];
  });
}
