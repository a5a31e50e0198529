import { featuresOf } from './features';

/** Numbers of a whole embedding. */
export const EMBEDDING_SIZE = 768;

/** Each feature of a text has one place in every block of so many numbers. */
const BLOCK = 48;

/**
 * A text as a vector of unit length: the same text gives the same vector, and texts with words, parts of
 * words and neighbours in common are near each other. There is no model behind it: features are hashed
 * into places with a sign. A shorter vector is the beginning of the longer one at unit length, as with
 * the service's own models.
 * @param size 1 to 768 numbers.
 */
export function embed(text: string, size: number = EMBEDDING_SIZE): Float32Array {
  const vector = new Float32Array(EMBEDDING_SIZE);
  for (const [feature, weight] of featuresOf(text)) {
    let state = hash(feature);
    for (let start = 0; start < EMBEDDING_SIZE; start += BLOCK) {
      state = next(state);
      const at = start + ((state >>> 1) % BLOCK);
      vector[at] = (vector[at] ?? 0) + (state & 1 ? weight : -weight);
    }
  }
  return shorten(vector, size);
}

/** The beginning of a vector at unit length. One without any length points along the first number. */
export function shorten(vector: Float32Array, size: number): Float32Array {
  const short = vector.slice(0, size);
  let squares = 0;
  for (const value of short) squares += value * value;
  if (squares === 0) {
    short[0] = 1;
    return short;
  }
  const length = Math.sqrt(squares);
  return short.map((value) => value / length);
}

/** How near two vectors of unit length are: 1 for the same direction, about 0 for unrelated texts. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** FNV-1a with a final mix; never 0, from where `next` would not move. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0 || 1;
}

/** Xorshift: the next number of 32 bits after this one, never 0. */
function next(state: number): number {
  let moved = state ^ (state << 13);
  moved ^= moved >>> 17;
  return (moved ^ (moved << 5)) >>> 0;
}
