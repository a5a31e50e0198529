import type { Message } from '../../api/schema/infer';
import { StatusError } from '../status';

export interface Piece {
  readonly text: string;
  /** Page number from 1. Undefined if the text has no pages. */
  readonly page?: number;
}

/** Chunk sizes in words. */
export interface Cut {
  readonly size: number;
  readonly overlap: number;
}

// Not published; similar to the examples in the guide.
const SIZE = 200;
const OVERLAP = 20;

/** Maximum number of chunks per document. Longer text counts in full, but only its start is searchable. */
const MAX_CHUNKS = 2000;

const FORM_FEED = '\f';

/**
 * Returns the chunk sizes of a request. Throws 400 if the overlap leaves no new words; the error
 * message isn't published.
 * @param message type name for errors.
 */
export function cutOf(message: string, config: Message<'ChunkingConfig'> | undefined): Cut {
  const { maxTokensPerChunk = 0, maxOverlapTokens } = config?.whiteSpaceConfig ?? {};
  const size = maxTokensPerChunk === 0 ? SIZE : maxTokensPerChunk;
  const overlap = maxOverlapTokens ?? Math.min(OVERLAP, Math.floor(size / 2));
  if (overlap < size) return { size, overlap };
  const at = `${message}.chunking_config.white_space_config.max_overlap_tokens`;
  throw new StatusError(400, `* ${at}: must be less than max_tokens_per_chunk\n`);
}

export function cutText(text: string, { size, overlap }: Cut): readonly Piece[] {
  const words = wordsOf(text, MAX_CHUNKS * size);
  const hasPages = text.includes(FORM_FEED);
  const pieces: Piece[] = [];
  let page = 1;
  let counted = 0;
  for (let first = 0; first < words.length; first += size - overlap) {
    const last = Math.min(first + size, words.length) - 1;
    const [start, end] = [words[first]?.start ?? 0, words[last]?.end ?? 0];
    if (hasPages) page += countOf(FORM_FEED, text.slice(counted, start));
    counted = start;
    pieces.push({ text: text.slice(start, end), ...(hasPages && { page }) });
    if (last === words.length - 1 || pieces.length === MAX_CHUNKS) break;
  }
  return pieces;
}

export function cutPages(pages: readonly string[], cut: Cut): readonly Piece[] {
  return pages
    .flatMap((text, index) => cutText(text, cut).map((piece) => ({ ...piece, page: index + 1 })))
    .slice(0, MAX_CHUNKS);
}

interface Word {
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string, most: number): readonly Word[] {
  const words: Word[] = [];
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    words.push({ start: index, end: index + word.length });
    if (words.length === most) break;
  }
  return words;
}

function countOf(sign: string, text: string): number {
  return text.split(sign).length - 1;
}
