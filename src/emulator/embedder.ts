import { takeTokens } from './text';

/** Numbers of a whole embedding. */
export const EMBEDDING_SIZE = 768;

/** Each feature of a text has one place in every block of so many numbers. */
const BLOCK = 48;

/**
 * What was embedded last: each question is compared with the same sentences, and each session begins with the same
 * documents. All are forgotten where they are too many: a megabyte, and a few where every vector is of the largest size.
 */
const recent = new Map<string, Float32Array>();
const MOST_KEPT = 300;
/** UTF-16 units of a text and its sizes. */
const LONGEST_KEPT = 1000;

/**
 * A text as a vector of unit length: the same text gives the same vector, and texts with words, parts of
 * words and neighbours in common are near each other. There is no model behind it: features are hashed
 * into places with a sign. A shorter vector is the beginning of the longer one at unit length, as with
 * the service's own models.
 * @param size how many numbers, from 1.
 */
export function embed(text: string, size: number = EMBEDDING_SIZE): Float32Array {
  const key = `${size} ${text}`;
  const vector = recent.get(key) ?? vectorOf(text, size);
  if (recent.size >= MOST_KEPT) recent.clear();
  if (key.length < LONGEST_KEPT) recent.set(key, vector);
  return vector.slice();
}

/**
 * The same for what is embedded once: nothing of it is kept. Were it, every vector would outlive the garbage collections
 * that cost little, and thousands of them stay in memory for long.
 */
export function vectorOf(text: string, size: number): Float32Array {
  return shortenVector(beginningOf(text, size), size);
}

/** At least so many numbers of the vector of a text, in whole blocks: what follows does not change them. */
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

/** FNV-1a with a final mix; never 0, from where `nextPlace` would not move. */
function hashFeature(text: string): number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  }
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0 || 1;
}

/** Xorshift: the next number of 32 bits after this one, never 0. */
function nextPlace(state: number): number {
  let moved = state ^ (state << 13);
  moved ^= moved >>> 17;
  return (moved ^ (moved << 5)) >>> 0;
}

/** The beginning of a vector at unit length. One without any length points along the first number. */
export function shortenVector(vector: Float32Array, size: number): Float32Array {
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

/** How near two vectors of unit length are: 1 for the same direction, about 0 for unrelated texts. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** What is read of a text; the service's embedding models cut off there too. */
const TOKENS_READ = 2048;

// How much the parts of a text count. Words decide; pairs know their order, and parts of words find
// other forms of them.
const WORD_WEIGHT = 1;
const PAIR_WEIGHT = 0.3;
const PART_WEIGHT = 0.7;
const COMMON_WEIGHT = 0.1;

// Words that say little about what a text is about; they are frequent enough to drown the others.
const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have he her his how i if ' +
    'in into is it its me my no not of on or our she should so than that the their them then there ' +
    'they this to was we were what when where which while who why will with would you your'
  ).split(' '),
);

// A run of letters and digits, one sign of a script without spaces, or one symbol.
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}])+|\p{S}/gu;

/** Letters of a part of a word. */
const PART_LENGTH = 3;

/**
 * What a text is made of, with weights: words, pairs of neighbours, and parts of words of three letters.
 * Case, accents and forms of the same character make no difference. What occurs again counts less each time.
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
  // All parts of a word together weigh the same, however long it is.
  const weight = PART_WEIGHT / Math.sqrt(parts);
  for (let at = 0; at < parts; at += 1) add(`#${marked.slice(at, at + PART_LENGTH)}`, weight);
}

function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
  // Up and down again folds case also where one letter becomes two.
  return plain.toUpperCase().toLowerCase();
}

// How a vector is stored: when its text is ready to be searched (milliseconds since 1970, 8 bytes), the
// factor that gives it unit length (4 bytes), then a signed byte per number. Of a text whose processing
// fails there is the time alone. 100,000 of them take 78 MB in place of 300.
const READY_BYTES = 8;
const HEAD_BYTES = 12;
const LARGEST_LEVEL = 127;

/** A vector of unit length in its stored form, about 1% off. */
export function pack(vector: Float32Array, readyAt: number): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + vector.length);
  const values = new Int8Array(bytes.buffer, HEAD_BYTES);
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) {
    const level = Math.round(((vector[at] ?? 0) / largest) * LARGEST_LEVEL);
    values[at] = level;
    squares += level * level;
  }
  const head = new DataView(bytes.buffer);
  head.setFloat64(0, readyAt);
  head.setFloat32(READY_BYTES, 1 / Math.sqrt(squares));
  return bytes;
}

/** The stored form of a text whose processing fails at a time. */
export function packFailure(failsAt: number): Uint8Array {
  const bytes = new Uint8Array(READY_BYTES);
  new DataView(bytes.buffer).setFloat64(0, failsAt);
  return bytes;
}

/** When processing ends, and whether it fails then. */
export function readiness(packed: Uint8Array): {
  readonly at: number;
  readonly isFailure: boolean;
} {
  return { at: view(packed).getFloat64(0), isFailure: packed.length === READY_BYTES };
}

/**
 * The cosine of a vector and a stored one, both of the same size; undefined where the stored one is not
 * ready, or never will be.
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
