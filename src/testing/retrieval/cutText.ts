/** How a text is cut into chunks: in words, as the service counts them for stores. */
export interface ChunkSize {
  /** Words of a chunk, at most. */
  readonly words: number;
  /** Words at the end of a chunk that the next one begins with. */
  readonly overlap: number;
}

/** A text in chunks, cut where there is white space. What stands between the words of a chunk stays as it is. */
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
