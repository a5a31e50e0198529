const SPACE = 1;
const DIGIT = 2;
const LETTER = 3;
const SINGLE = 4;

/** Maximum characters of one kind per token: about four with the space before a word. */
const MAX_TOKEN_LENGTH = { [SPACE]: 8, [DIGIT]: 3, [LETTER]: 5, [SINGLE]: 1 } as const;

type Kind = keyof typeof MAX_TOKEN_LENGTH;

// Scripts without spaces: one token per character.
const DENSE: readonly (readonly [number, number])[] = [
  [0x2e80, 0x9fff],
  [0xac00, 0xd7ff],
  [0xf900, 0xfaff],
  [0xd800, 0xdfff],
];

function kindOf(code: number): Kind {
  if (code === 32 || (code >= 9 && code <= 13) || code === 0xa0) return SPACE;
  if (code >= 48 && code <= 57) return DIGIT;
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTER;
  if (code < 0xc0) return SINGLE;
  return DENSE.some(([from, to]) => code >= from && code <= to) ? SINGLE : LETTER;
}

/** Returns the end of the token at an index. Never splits a surrogate pair. */
function tokenEnd(text: string, at: number): number {
  let start = at;
  if (text.charCodeAt(at) === 32 && at + 1 < text.length) {
    const next = kindOf(text.charCodeAt(at + 1));
    if (next === LETTER || next === DIGIT) start = at + 1;
  }
  const code = text.charCodeAt(start);
  if (code >= 0xd800 && code <= 0xdbff) return Math.min(start + 2, text.length);
  const kind = kindOf(code);
  const limit = Math.min(start + MAX_TOKEN_LENGTH[kind], text.length);
  let end = start + 1;
  while (end < limit && kindOf(text.charCodeAt(end)) === kind) end += 1;
  return end;
}

/**
 * Counts tokens with an approximation of about four characters each. Differs from the counts of the
 * live API.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at = tokenEnd(text, at)) count += 1;
  return count;
}

/** Returns up to `limit` tokens of text and their number. */
export function takeTokens(text: string, limit: number): { text: string; tokens: number } {
  let tokens = 0;
  let at = 0;
  while (at < text.length && tokens < limit) {
    at = tokenEnd(text, at);
    tokens += 1;
  }
  return { text: text.slice(0, at), tokens };
}

/** Splits text into stream chunks of 3 to 8 tokens; the seed varies the sizes. */
export function pieces(text: string, seed: number): readonly { text: string; tokens: number }[] {
  const all: { text: string; tokens: number }[] = [];
  let at = 0;
  for (let index = 0; at < text.length; index += 1) {
    const wanted = 3 + ((seed + index * 7) % 6);
    const from = at;
    let tokens = 0;
    while (at < text.length && tokens < wanted) {
      at = tokenEnd(text, at);
      tokens += 1;
    }
    all.push({ text: text.slice(from, at), tokens });
  }
  return all;
}

/** Maximum length of a prompt to search for words, because prompts may have megabytes. */
const SCANNED_LENGTH = 2000;

export function words(text: string): readonly string[] {
  return text.slice(0, SCANNED_LENGTH).match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function shorten(text: string, length: number): string {
  const start = text.slice(0, length * 4);
  const characters = Array.from(start.replace(/\s+/g, ' ').trim());
  if (characters.length <= length && start.length === text.length) return characters.join('');
  return `${characters.slice(0, length).join('').trimEnd()}…`;
}

export function topic(text: string): readonly string[] {
  const telling = words(text)
    .map((word) => word.toLowerCase())
    .filter((word) => /^[a-z][a-z0-9]{2,15}$/.test(word) && !COMMON_WORDS.has(word));
  return [...new Set(telling)].slice(0, 3);
}

const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'the and for that this with from into you your please can could would should write make give ' +
    'show tell create how what why who when where are was were has have its about code function ' +
    'script program snippet class table list steps using some any python rust java javascript ' +
    'typescript sql bash shell'
  ).split(' '),
);

/** Returns a name in the prompt: a quoted phrase, or a capitalized word inside a sentence. */
export function properName(text: string): string | undefined {
  const start = text.slice(0, SCANNED_LENGTH);
  const quoted = /["“]([^"”\n]{1,40})["”]/.exec(start)?.[1];
  return quoted ?? /[\p{L}\p{N},] (\p{Lu}[\p{L}\p{N}-]+)/u.exec(start)?.[1];
}

export interface Sentence {
  readonly text: string;
  /** Offset in UTF-16 code units. */
  readonly start: number;
}

// Ends of sentences: Western ones before a space, CJK ones, and line breaks.
const SENTENCE_END = /([.!?…]+[”’"')\]*_]*)|[。！？]+[”」』）]*|\n/gu;

/** Returns trimmed sentences in order. Takes linear time. */
export function sentencesOf(text: string): readonly Sentence[] {
  const all: Sentence[] = [];
  let from = 0;
  const endAt = (end: number): void => {
    const found = text.slice(from, end);
    const trimmed = found.trim();
    const start = from + found.length - found.trimStart().length;
    if (/[\p{L}\p{N}]/u.test(trimmed)) all.push({ text: trimmed, start });
    from = end;
  };
  for (const { 0: sign, 1: needsSpace, index } of text.matchAll(SENTENCE_END)) {
    const end = index + sign.length;
    const next = text[end];
    if (needsSpace === undefined || next === undefined || /\s/.test(next)) endAt(end);
  }
  endAt(text.length);
  return all;
}

/** Returns the length in UTF-8 bytes, the unit of offsets in the API. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
