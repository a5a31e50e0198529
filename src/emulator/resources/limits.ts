import { lengthOf, longestOf, mostOf } from '../../api/schema/limits';
import { StatusError } from '../status';

/** What the service documents, per parent. */
export const limits = {
  corporaPerProject: 5,
  documentsPerCorpus: 10_000,
  chunksPerCorpus: 1_000_000,
  chunksPerBatch: mostOf('BatchCreateChunksRequest', 'requests'),
  chunkTokens: 2043,
  customMetadata: mostOf('Chunk', 'customMetadata'),
  stringListValues: mostOf('StringList', 'values'),
  displayName: longestOf('Corpus', 'displayName'),
} as const;

/**
 * Throws where there is no room for `more` besides the `count` there are. The wording is not published;
 * the status is the one that the service gives for full storage, and like that one it has no details.
 * @param what such as `corpora per project`.
 */
export function requireRoom(count: number, more: number, limit: number, what: string): void {
  if (count + more <= limit) return;
  throw new StatusError(429, `The limit of ${limit} ${what} has been reached.`);
}

/** Throws 400 for a display name that is too long; its length counts characters, not UTF-16 units. */
export function checkDisplayName(
  message: string,
  displayName: string | undefined,
  longest: number = limits.displayName,
): void {
  const length = lengthOf(displayName ?? '', longest);
  if (length <= longest) return;
  throw new StatusError(
    400,
    `* ${message}.display_name: must have at most ${longest} characters, and has ${length}\n`,
  );
}
