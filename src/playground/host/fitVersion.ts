import { isObject } from '../../base/json';
import { findType, isEnum } from '../../api/schema/messages';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { holdsIn, type Version } from '../../api/versions';

export interface Fitted {
  readonly value: JsonObject;
  /** Paths of what was left out, without list indexes, such as `generationConfig.thinkingConfig`; none twice. */
  readonly leftOut: readonly string[];
}

/**
 * A message without the fields that a version of the service does not have, as the message tables say:
 * the service refuses the whole request for one of them. Fields that no table knows stay, for the
 * service sent them itself.
 */
export function fitVersion(message: string, value: JsonObject, version: Version): Fitted {
  const leftOut = new Set<string>();

  function fit(type: string, source: JsonObject, path: string): JsonObject {
    const row = findType(type);
    if (!row || isEnum(row)) return source;
    const result = new Map<string, JsonValue>();
    for (const [name, entry] of Object.entries(source)) {
      if (entry === undefined) continue;
      const field = Object.hasOwn(row.fields, name) ? row.fields[name] : undefined;
      const here = path ? `${path}.${name}` : name;
      if (field && !holdsIn(field.versions, version)) leftOut.add(here);
      else result.set(name, field && !field.map ? fitValue(field.type, entry, here) : entry);
    }
    return Object.fromEntries(result);
  }

  function fitValue(type: string, entry: JsonValue, path: string): JsonValue {
    if (isObject(entry)) return fit(type, entry, path);
    if (!Array.isArray(entry)) return entry;
    return (entry as readonly JsonValue[]).map((item) =>
      isObject(item) ? fit(type, item, path) : item,
    );
  }

  return { value: fit(message, value, ''), leftOut: [...leftOut] };
}
