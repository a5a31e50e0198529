import { isObject, type JsonObject, type JsonValue } from '../../../base/json';

/** JSON that is being taken apart, or put together. */
export interface Draft {
  [name: string]: JsonValue | undefined;
}

/** A copy that may be taken apart. */
export function draftOf(value: JsonObject): Draft {
  return { ...structuredClone<JsonObject>(value) };
}

/** Takes the value at a path such as `generationConfig.seed` out of a draft; what is empty then goes too. */
export function takeAt(draft: Draft, path: string): JsonValue | undefined {
  const [name = '', ...rest] = path.split('.');
  if (!Object.hasOwn(draft, name)) return undefined;
  const found = draft[name];
  if (rest.length === 0) {
    Reflect.deleteProperty(draft, name);
    return found;
  }
  if (!isObject(found)) return undefined;
  const value = takeAt(found, rest.join('.'));
  if (value !== undefined && Object.keys(found).length === 0) Reflect.deleteProperty(draft, name);
  return value;
}

/** Puts a value at a path; nothing where there is none. */
export function putAt(draft: Draft, path: string, value: JsonValue | undefined): void {
  if (value === undefined) return;
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    draft[name] = value;
    return;
  }
  const below = draft[name];
  const next: Draft = isObject(below) ? below : {};
  draft[name] = next;
  putAt(next, rest.join('.'), value);
}

/**
 * The paths of what is left of a draft: of objects that others know the fields of, each field; of everything else the
 * whole. Empty objects say nothing.
 */
export function leftOver(draft: Draft, known: ReadonlySet<string>, at = ''): readonly string[] {
  return Object.entries(draft).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    if (value === undefined) return [];
    if (isObject(value) && known.has(path)) return leftOver(value, known, path);
    return [path];
  });
}
