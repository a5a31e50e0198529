import type { JsonObject, JsonValue } from '../api/schema/row';

/** What a request has at a path such as `generationConfig.seed`; undefined where it has nothing there. */
export function fieldAt(request: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = request;
  for (const name of path.split('.')) {
    if (!isPlain(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/**
 * A request with another value at a path, or, where that is undefined, without it and without what it leaves
 * empty. Everything else stays as it is.
 */
export function withField(
  request: JsonObject,
  path: string,
  value: JsonValue | undefined,
): JsonObject {
  const [name = '', ...rest] = path.split('.');
  const inner = Object.hasOwn(request, name) ? request[name] : undefined;
  const next =
    rest.length === 0 ? value : withField(isPlain(inner) ? inner : {}, rest.join('.'), value);
  if (next !== undefined && !(rest.length > 0 && isPlain(next) && isEmpty(next))) {
    return { ...request, [name]: next };
  }
  return Object.fromEntries(Object.entries(request).filter(([key]) => key !== name));
}

function isPlain(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}
