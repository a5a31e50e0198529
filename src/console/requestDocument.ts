export const REQUEST_SCHEMA = 'genlangschema://requests/';

/** Whether text starts like a request file. */
export function looksLikeRequest(text: string): boolean {
  return text.slice(0, 1000).includes(`"${REQUEST_SCHEMA}`);
}
