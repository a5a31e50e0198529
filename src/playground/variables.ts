/**
 * Braces that stand for themselves, `\{{`, or a place for a value: `{{name}}`, with spaces where one likes.
 * The name is the only group.
 */
const PLACES = /\\\{\{|\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}/g;

/** Values by the names of variables. */
export type Variables = { readonly [name: string]: string };

/** Names of the variables of a text, each once, in the order in which they stand there. */
export function variablesIn(text: string): readonly string[] {
  if (!text.includes('{{')) return [];
  const names = [...text.matchAll(PLACES)].flatMap(([, name]) => name ?? []);
  return [...new Set(names)];
}

/**
 * A text with the values of its variables. Those without a value stay as they are, and what a value holds is
 * no place for another; `\{{` becomes `{{`.
 */
export function fillVariables(text: string, values: Variables = {}): string {
  if (!text.includes('{{')) return text;
  return text.replace(PLACES, (place, name: string | undefined) => {
    if (name === undefined) return '{{';
    return Object.hasOwn(values, name) ? (values[name] ?? place) : place;
  });
}
