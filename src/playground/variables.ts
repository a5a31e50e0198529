/** A place for a value: `{{name}}`, with spaces where one likes; a backslash before it takes its meaning away. */
const PLACES = /(\\?)\{\{[ \t]*([A-Za-z_][\w.-]*)[ \t]*\}\}/g;

/** Values by the names of variables. */
export type Variables = { readonly [name: string]: string };

/** Names of the variables of a text, each once, in the order in which they stand there. */
export function variablesIn(text: string): readonly string[] {
  if (!text.includes('{{')) return [];
  const found = new Set<string>();
  for (const [, escape, name = ''] of text.matchAll(PLACES)) if (!escape) found.add(name);
  return [...found];
}

/**
 * A text with the values of its variables. Those without a value stay as they are, and so do those whose value
 * is `literal(name)`; what a value holds is no place for another. `\{{name}}` becomes `{{name}}`.
 */
export function fillVariables(text: string, values: Variables = {}): string {
  if (!text.includes('{{')) return text;
  return text.replace(PLACES, (place: string, escape: string, name: string) => {
    if (escape) return place.slice(1);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value === literal(name) ? place : value;
  });
}

/** The value of a variable that is none: its braces are sent as they stand there. */
export function literal(name: string): string {
  return `{{${name}}}`;
}

/** A text whose braces are no places: filling in gives it back as it is. */
export function escapeVariables(text: string): string {
  return text.replace(PLACES, String.raw`\$&`);
}
