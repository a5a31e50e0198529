/** A sentence of a text, and where it is. */
export interface Sentence {
  readonly text: string;
  /** UTF-16 units before it. */
  readonly start: number;
}

// Up to a sign that ends a sentence and stands before a space (or needs none, as in Chinese and
// Japanese), and never over a line's end.
const SENTENCE = /[^\n]*?(?:[.!?…]+[”’"')\]*_]*(?=\s|$)|[。！？]+[”」』）]*|(?=\n)|$)/gu;

/** The sentences of a text in their order, without the spaces around them. Linear in its length. */
export function sentencesOf(text: string): readonly Sentence[] {
  const all: Sentence[] = [];
  for (const found of text.matchAll(SENTENCE)) {
    const trimmed = found[0].trim();
    if (!/[\p{L}\p{N}]/u.test(trimmed)) continue;
    const start = found.index + found[0].length - found[0].trimStart().length;
    all.push({ text: trimmed, start });
  }
  return all;
}

/** UTF-8 bytes of a text: what the service counts offsets in. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
