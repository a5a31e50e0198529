import { sentencesOf, takeTokens } from './text';

export const EMBEDDING_SIZE = 768;

/** Dimensions per block. Each feature has one position in each block. */
const BLOCK = 48;

/**
 * Cache of recent embeddings, because questions are compared with the same sentences and emulator sessions
 * share sample data. Cleared when full, at about 1 MB.
 */
const recent = new Map<string, Float32Array>();
const MAX_CACHED = 300;
const MAX_CACHED_LENGTH = 1000;

/**
 * Returns a deterministic unit vector. Texts with common words, word parts and neighbors are close. Uses
 * feature hashing instead of a model. Shorter vectors are normalized prefixes.
 * @param size dimensions, from 1
 */
export function embed(text: string, size: number = EMBEDDING_SIZE): Float32Array {
  const key = `${size} ${text}`;
  const vector = recent.get(key) ?? vectorOf(text, size);
  if (recent.size >= MAX_CACHED) recent.clear();
  if (key.length < MAX_CACHED_LENGTH) recent.set(key, vector);
  return vector.slice();
}

/**
 * Returns an embedding without caching, for texts embedded once. Caching thousands of vectors would move
 * them to the garbage collector's old generation.
 */
export function vectorOf(text: string, size: number): Float32Array {
  return shortenVector(beginningOf(text, size), size);
}

/**
 * Returns at least `size` dimensions in complete blocks. Later blocks don't affect earlier ones.
 */
function beginningOf(text: string, size: number): Float32Array {
  const vector = new Float32Array(Math.ceil(size / BLOCK) * BLOCK);
  for (const [feature, weight] of featuresOf(text)) {
    let state = hashFeature(feature);
    for (let start = 0; start < size; start += BLOCK) {
      state = nextPlace(state);
      const at = start + ((state >>> 1) % BLOCK);
      vector[at] = (vector[at] ?? 0) + (state & 1 ? weight : -weight);
    }
  }
  return vector;
}

/** FNV-1a with a final mix. Never 0, the fixed point of Xorshift. */
function hashFeature(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0 || 1;
}

/** Returns the next 32-bit number by Xorshift. Never 0. */
function nextPlace(state: number): number {
  let moved = state ^ (state << 13);
  moved ^= moved >>> 17;
  return (moved ^ (moved << 5)) >>> 0;
}

/** Returns a normalized prefix of a vector. A zero vector becomes the first unit vector. */
function shortenVector(vector: Float32Array, size: number): Float32Array {
  const short = vector.slice(0, size);
  let squares = 0;
  for (const value of short) squares += value * value;
  if (squares === 0) {
    short[0] = 1;
    return short;
  }
  const length = Math.sqrt(squares);
  for (let at = 0; at < size; at += 1) short[at] = (short[at] ?? 0) / length;
  return short;
}

/** Returns the cosine of two unit vectors: 1 for the same direction, about 0 for unrelated text. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** Maximum number of tokens, as for Google's embedding models. */
const TOKENS_READ = 2048;

// Feature weights: words matter most, pairs capture the order, and word parts match other forms of a word.
const WORD_WEIGHT = 1;
const PAIR_WEIGHT = 0.3;
const PART_WEIGHT = 0.7;
const COMMON_WEIGHT = 0.1;

const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her his how i if ' +
    'in into is it its me my no not of on or our she should so than that the their them then there ' +
    'they this to was we were what when where which while who why will with would you your'
  ).split(' '),
);

// Letters and digits, a single character of a script without spaces, or a symbol.
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}])+|\p{S}/gu;

const PART_LENGTH = 3;

/**
 * Returns weighted features: words, adjacent pairs and trigrams, without case and accents.
 * Repetitions have less weight.
 */
function featuresOf(text: string): ReadonlyMap<string, number> {
  const words = fold(takeTokens(text, TOKENS_READ).text).match(TOKEN) ?? [];
  const counts = new Map<string, { readonly weight: number; count: number }>();
  const add = (feature: string, weight: number): void => {
    const known = counts.get(feature);
    if (known) known.count += 1;
    else counts.set(feature, { weight, count: 1 });
  };
  let before = '';
  for (const word of words) {
    const isCommon = COMMON_WORDS.has(word);
    add(word, isCommon ? COMMON_WEIGHT : WORD_WEIGHT);
    if (before !== '') add(`${before} ${word}`, PAIR_WEIGHT);
    before = word;
    if (!isCommon) addParts(word, add);
  }
  return new Map(
    [...counts].map(([feature, { weight, count }]) => [feature, weight * (1 + Math.log(count))]),
  );
}

function addParts(word: string, add: (feature: string, weight: number) => void): void {
  const marked = `<${word}>`;
  const parts = marked.length - PART_LENGTH + 1;
  if (parts < 2) return;
  // The trigrams of a word have the same total weight, regardless of its length.
  const weight = PART_WEIGHT / Math.sqrt(parts);
  for (let at = 0; at < parts; at += 1) add(`#${marked.slice(at, at + PART_LENGTH)}`, weight);
}

function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
  // Upper case first, to fold letters such as ß that become two.
  return plain.toUpperCase().toLowerCase();
}

// Stored vector: ready time (ms since 1970, 8 bytes), scale (4 bytes), a signed byte per dimension.
// Failed items have the time only. 100,000 vectors take 78 MB instead of 300.
const READY_BYTES = 8;
const HEAD_BYTES = 12;
const MAX_LEVEL = 127;

export function pack(vector: Float32Array, readyAt: number): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + vector.length);
  const values = new Int8Array(bytes.buffer, HEAD_BYTES);
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) {
    const level = Math.round(((vector[at] ?? 0) / largest) * MAX_LEVEL);
    values[at] = level;
    squares += level * level;
  }
  const head = new DataView(bytes.buffer);
  head.setFloat64(0, readyAt);
  head.setFloat32(READY_BYTES, 1 / Math.sqrt(squares));
  return bytes;
}

export function packFailure(failsAt: number): Uint8Array {
  const bytes = new Uint8Array(READY_BYTES);
  new DataView(bytes.buffer).setFloat64(0, failsAt);
  return bytes;
}

export function readiness(packed: Uint8Array): {
  readonly at: number;
  readonly isFailure: boolean;
} {
  return { at: view(packed).getFloat64(0), isFailure: packed.length === READY_BYTES };
}

/**
 * Returns the cosine of a vector and a packed one of the same size. Undefined if the packed one
 * isn't ready or has failed.
 */
export function packedCosine(
  vector: Float32Array,
  packed: Uint8Array,
  now: number,
): number | undefined {
  if (packed.length !== HEAD_BYTES + vector.length) return undefined;
  const head = view(packed);
  if (head.getFloat64(0) > now) return undefined;
  const values = new Int8Array(packed.buffer, packed.byteOffset + HEAD_BYTES, vector.length);
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += (vector[at] ?? 0) * (values[at] ?? 0);
  return sum * head.getFloat32(READY_BYTES);
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the sentence of a text that is closest to a question, or the trimmed text if it has no sentence. */
export function closestSentence(text: string, question: string): string {
  const wanted = embed(question);
  const ranked = sentencesOf(text)
    .map((one) => ({ text: one.text, score: cosine(wanted, embed(one.text)) }))
    .sort((one, other) => other.score - one.score);
  return ranked[0]?.text ?? text.trim();
}
