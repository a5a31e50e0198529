import type { JsonObject } from '../../../src/api/schema/row';

const RATE = 16_000;
const LOUD = 8000;

/** So many milliseconds of a tone, or of silence, as a microphone gives them. */
export function pcm(ms: number, loudness = LOUD): Buffer {
  const bytes = Buffer.alloc(2 * Math.round((RATE * ms) / 1000));
  for (let at = 0; at < bytes.length / 2; at += 1) {
    bytes.writeInt16LE(Math.round(loudness * Math.sin(at / 5)), at * 2);
  }
  return bytes;
}

export const silence = (ms: number): Buffer => pcm(ms, 0);

/** A message with sound. */
export function heard(...sounds: readonly Buffer[]): JsonObject {
  const data = Buffer.concat(sounds).toString('base64');
  return { realtimeInput: { audio: { data, mimeType: `audio/pcm;rate=${RATE}` } } };
}
