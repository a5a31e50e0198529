import { unzipSync } from 'node:zlib';

/** Characters of the shortest secret in base64. */
const SHORTEST_CODED = 11;
/** Bytes of the shortest secret. */
const FEWEST_BYTES = 8;
/** Longer words are data. */
export const LONGEST_WORD = 65_536;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes that stand apart: in hexadecimal, such as `41 49 7a` or `0x41,0x49`, and in decimal. */
const APART = [
  [/\b(?:0x)?[\da-f]{2}(?:[\s,:-]{1,3}(?:0x)?[\da-f]{2}){7,}\b/gi, /[\da-f]{2}(?![\dx])/gi, 16],
  [/\b\d{1,3}(?:[\s,;]{1,3}\d{1,3}){7,}\b/g, /\d+/g, 10],
] as const;

/** Letters that stand apart, as somebody writes who wants to hide a word. */
const SPACED = /\S (?:[^] ){6,}\S/g;

/** Texts and bytes that a text may be an encoding of: each one without the outermost of them. */
export function decoded(text: string): readonly (Buffer | string)[] {
  const plain: (Buffer | string)[] = [];
  if (text.includes('\\')) plain.push(unescaped(text));
  if (text.includes('%')) {
    plain.push(text.replaceAll(/%([\da-f]{2})/gi, (_all, hex: string) => character(hex, 16)));
  }
  if (/&#?\w+;/.test(text)) {
    plain.push(
      text.replaceAll(/&#(x?)([\da-f]+);/gi, (_all, x: string, code: string) =>
        character(code, x ? 16 : 10),
      ),
    );
  }
  if (text.includes('=')) {
    const joined = text.replaceAll(/=\r?\n/g, '');
    plain.push(joined.replaceAll(/=([\da-f]{2})/gi, (_all, hex: string) => character(hex, 16)));
  }
  for (const [letters] of text.matchAll(SPACED)) plain.push(letters.replaceAll(/([^]) /g, '$1'));
  for (const [row, one, radix] of APART) {
    for (const [bytes] of text.matchAll(row)) {
      const numbers = Array.from(bytes.matchAll(one), ([number]) => parseInt(number, radix));
      const found = bytesIn(numbers);
      if (found) plain.push(found);
    }
  }
  for (const word of wordsOf(text)) {
    // A word before it may have run into it: base64 begins at each of four places, base32 at each of eight.
    for (let at = 0; at < 4; at += 1) plain.push(Buffer.from(word.slice(at), 'base64'));
    for (const [hex] of word.matchAll(/[\da-f]{16,}/gi)) {
      for (const at of [0, 1]) plain.push(Buffer.from(hex.slice(at), 'hex'));
    }
    if (word.length > LONGEST_WORD) continue;
    for (const [coded] of word.matchAll(/[A-Z2-7]{13,}|[a-z2-7]{13,}/g)) {
      for (let at = 0; at < 8; at += 1) plain.push(fromBase32(coded.slice(at)));
    }
  }
  return plain.filter((one) => one !== text);
}

/** What is longer than any text that a credential is hidden in is not looked at. */
const MOST_UNPACKED = 1024 * 1024;

/** What is packed in bytes, as gzip has it, which something may have run into, or zlib; undefined where there is nothing. */
export function unpacked(bytes: Buffer): Buffer | undefined {
  const isZlib = /^78(01|5e|9c|da)$/.test(bytes.toString('hex', 0, 2));
  const at = isZlib ? 0 : bytes.indexOf('1f8b08', 0, 'hex');
  if (at < 0) return undefined;
  try {
    return unzipSync(bytes.subarray(at), { maxOutputLength: MOST_UNPACKED });
  } catch {
    // Any bytes may begin so.
    return undefined;
  }
}

/** A list of numbers as the bytes that they may be; undefined where they are none, or too few to tell something. */
export function bytesIn(list: readonly unknown[]): Buffer | undefined {
  if (list.length < FEWEST_BYTES) return undefined;
  const bytes = list.filter(
    (one): one is number => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256,
  );
  return bytes.length === list.length ? Buffer.from(bytes) : undefined;
}

/** What may be encoded, also where it is wrapped into lines. */
function wordsOf(text: string): ReadonlySet<string> {
  const joined = text.replaceAll(/\r?\n(?<=[\w+/-]{8}\r?\n)[\t ]*(?=[\w+/-])/g, '');
  const words = [text, ...(joined === text ? [] : [joined])].flatMap((one) =>
    one.split(/[^\w+/-]/),
  );
  return new Set(words.filter((word) => word.length >= SHORTEST_CODED));
}

function fromBase32(word: string): Buffer {
  const bytes: number[] = [];
  let [bits, value] = [0, 0];
  for (const letter of word.toUpperCase()) {
    value = ((value << 5) | BASE32.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

function character(digits: string, radix: number): string {
  const code = parseInt(digits, radix);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function unescaped(text: string): string {
  return text
    .replaceAll(/\\u([\da-f]{4})/gi, (_all, hex: string) => character(hex, 16))
    .replaceAll(/\\x([\da-f]{2})/gi, (_all, hex: string) => character(hex, 16))
    .replaceAll(/\\([0-3][0-7]{2})/g, (_all, octal: string) => character(octal, 8))
    .replaceAll(/(?:\\r)?\\n/g, '\n')
    .replaceAll(/\\([/\\"'])/g, '$1');
}
