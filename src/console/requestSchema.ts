/** Begins the address of the schema in every request document, by which it is known as one. */
export const REQUEST_SCHEMA = 'genlangschema://requests/';

/** Whether a text begins like a request document. */
export function looksLikeRequest(text: string): boolean {
  return text.slice(0, 1000).includes(`"${REQUEST_SCHEMA}`);
}
