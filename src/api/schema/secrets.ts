import { findMessage, findType, isUnion } from './messages';
import { formsOf } from './union';

const known = new Map<string, RegExp | undefined>();

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
