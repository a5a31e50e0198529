export interface ChunkSize {
  readonly words: number;
  /** Words that a chunk shares with the previous one. */
  readonly overlap: number;
}

/** Splits a text at white space, which is unchanged within chunks. */
export function cutText(text: string, { words, overlap }: ChunkSize): readonly string[] {
  const found = [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => [
    index,
    index + word.length,
  ]);
  const step = Math.max(1, words - overlap);
  const chunks: string[] = [];
  for (let first = 0; first < found.length; first += step) {
    const last = Math.min(first + words, found.length) - 1;
    chunks.push(text.slice(found[first]?.[0], found[last]?.[1]));
    if (last === found.length - 1) break;
  }
  return chunks;
}
