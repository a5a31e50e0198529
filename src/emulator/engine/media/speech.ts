/** Samples per second, each 16 bits, little-endian, one channel: what the service's voices send. */
export const SAMPLE_RATE = 24_000;
export const SPEECH_TYPE = `audio/L16;codec=pcm;rate=${SAMPLE_RATE}`;

const LOUDNESS = 8000;
/** Syllables per second; every one is a tone. */
const PACE = 5;
// A pentatonic scale, as factors of the voice's pitch.
const SCALE = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3] as const;

/** Raw samples of a hummed text: tones that the seed decides, without clicks between them. */
export function hum(seed: number, seconds: number): Buffer {
  const count = Math.round(seconds * SAMPLE_RATE);
  const bytes = Buffer.alloc(count * 2);
  const tone = Math.round(SAMPLE_RATE / PACE);
  const pitch = 140 + (seed % 120);
  let phase = 0;
  for (let at = 0; at < count; at += 1) {
    const number = Math.floor(at / tone);
    const factor = SCALE[((seed >>> (number % 24)) + number) % SCALE.length] ?? 1;
    phase += (2 * Math.PI * pitch * factor) / SAMPLE_RATE;
    // Each tone swells and fades; the last one may be cut at its end, where it is as silent.
    const swell = Math.sin((Math.PI * (at % tone)) / tone);
    bytes.writeInt16LE(Math.round(LOUDNESS * swell * Math.sin(phase)), at * 2);
  }
  return bytes;
}
