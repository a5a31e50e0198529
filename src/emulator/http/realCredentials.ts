/**
 * Keys, tokens, codes and client secrets of the real service by their shapes, wherever they stand in a
 * text, also within an address. For `replace` only: it is global.
 */
export const REAL =
  /AIza[\w-]{20,}|AQ\.[\w-]{20,}|ya29\.[\w.-]{5,}|GOCSPX-[\w-]{10,}|[14](?:\/|%2[fF]){1,2}0[\w-]{20,}/g;

export const REAL_REFUSED =
  'This is the emulator, and it refuses what looks like a real credential. Use the one that it ' +
  'printed when it started. Nothing was logged; if other people can read your settings, replace ' +
  'the real one.';

/** Whether the whole text looks like a real credential. */
export function looksReal(text: string): boolean {
  return new RegExp(`^(?:${REAL.source})$`).test(text);
}
