const SPACE = 1;
const DIGIT = 2;
const LETTER = 3;
const SINGLE = 4;

/** Longest run of one kind that is one token; with the space before a word, about four characters. */
const LONGEST = { [SPACE]: 8, [DIGIT]: 3, [LETTER]: 5, [SINGLE]: 1 } as const;

type Kind = keyof typeof LONGEST;

// Scripts without spaces count a token per character.
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

/** Where the token that starts at `at` ends. Linear over a text; never splits a surrogate pair. */
function tokenEnd(text: string, at: number): number {
  let start = at;
  // One space belongs to the word after it.
  if (text.charCodeAt(at) === 32 && at + 1 < text.length) {
    const next = kindOf(text.charCodeAt(at + 1));
    if (next === LETTER || next === DIGIT) start = at + 1;
  }
  const code = text.charCodeAt(start);
  if (code >= 0xd800 && code <= 0xdbff) return Math.min(start + 2, text.length);
  const kind = kindOf(code);
  const limit = Math.min(start + LONGEST[kind], text.length);
  let end = start + 1;
  while (end < limit && kindOf(text.charCodeAt(end)) === kind) end += 1;
  return end;
}

/**
 * Tokens of a text by the emulator's own measure, about four characters each. It resembles the service's
 * counts and never equals them.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at = tokenEnd(text, at)) count += 1;
  return count;
}

/** The first `limit` tokens of a text, and how many they are. */
export function takeTokens(text: string, limit: number): { text: string; tokens: number } {
  let tokens = 0;
  let at = 0;
  while (at < text.length && tokens < limit) {
    at = tokenEnd(text, at);
    tokens += 1;
  }
  return { text: text.slice(0, at), tokens };
}

/** A text in pieces of 3 to 8 tokens, as a stream sends it; the seed varies their sizes. */
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
