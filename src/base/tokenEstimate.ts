/** Average UTF-8 bytes per token across languages and code. */
export const BYTES_PER_TOKEN = 4;

const encoder = new TextEncoder();

/** Estimates the tokens of a text. Not rounded, so that the sum of many texts isn't too high. */
export function estimatedTokens(text: string): number {
  return encoder.encode(text).length / BYTES_PER_TOKEN;
}

/** Estimates a third more, for reservations and questions: tokens of JSON and names are shorter. */
export function upperTokenEstimate(text: string): number {
  return (estimatedTokens(text) * 4) / 3;
}
