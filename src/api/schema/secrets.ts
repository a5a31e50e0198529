import { isObject } from '../../base/json';
import { findMessage, findType, isUnion } from './messages';
import type { JsonObject, JsonValue } from './row';
import { formsOf } from './union';

const known = new Map<string, RegExp | undefined>();
const knownNames = new Map<string, ReadonlySet<string>>();

/**
 * The JSON text of a message without the values of its secret fields, wherever they are in it. By their names and not
 * by their places, because the text may be cut off, or be no valid message.
 * @param mark stands in their place, as a text of JSON.
 */
export function withoutSecretFields(text: string, message: string, mark: string): string {
  if (!known.has(message)) known.set(message, expressionOf(secretNames(message)));
  const expression = known.get(message);
  return expression
    ? text.replaceAll(expression, (_all, start: string) => `${start}"${mark}"`)
    : text;
}

/** The values of the secret fields of a message, so that they are known wherever somebody repeats them. */
export function secretValues(body: JsonObject, message: string): readonly string[] {
  const names = knownNames.get(message) ?? new Set(secretNames(message));
  knownNames.set(message, names);
  return names.size === 0 ? [] : [...valuesUnder(names, body, false)];
}

function* valuesUnder(
  names: ReadonlySet<string>,
  value: JsonValue | undefined,
  isSecret: boolean,
): Iterable<string> {
  if (typeof value === 'string') {
    if (isSecret) yield value;
  } else if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) yield* valuesUnder(names, item, isSecret);
  } else if (isObject(value)) {
    // Of headers most values are ordinary words, which would be missing everywhere else.
    for (const [name, one] of Object.entries(value))
      yield* valuesUnder(names, one, names.has(name));
  }
}

/** The names of the secret fields of a message and of all that it has within. */
function secretNames(message: string): readonly string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const wanted = [message];
  for (let type = wanted.pop(); type !== undefined; type = wanted.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    const row = findType(type);
    if (row && isUnion(row)) wanted.push(...formsOf(row).map((form) => form.type));
    for (const [name, field] of Object.entries(findMessage(type)?.fields ?? {})) {
      if (field.secret) names.add(name);
      wanted.push(field.type);
    }
  }
  return [...names];
}

/** A text or a flat object under one of the names, also where it is cut off. */
function expressionOf(names: readonly string[]): RegExp | undefined {
  if (names.length === 0) return undefined;
  const text = String.raw`"(?:[^"\\]|\\.)*(?:"|\\?$)`;
  const object = String.raw`\{(?:${text}|[^"}])*(?:\}|$)`;
  return new RegExp(`("(?:${names.join('|')})"\\s*:\\s*)(?:${text}|${object})`, 'g');
}
