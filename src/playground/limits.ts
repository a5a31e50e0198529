/** Longest text the composer sends, in UTF-16 units: beyond every model's input limit. */
export const MAX_PROMPT = 64 * 1024 * 1024;
