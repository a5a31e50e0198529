import { mostOf } from '../../api/schema/limits';
import { kindRow } from '../../catalog/kinds';

/** What the service documents of one chunk. */
export const TOKENS = 2043;
export const METADATA = mostOf('Chunk', 'customMetadata');
/**
 * From here on a text is likely to have too many tokens: English has about four characters to one. Only the
 * service counts them.
 */
export const LONG_TEXT = TOKENS * 4;

const ID = new RegExp(`^(?:${kindRow('chunk').id ?? ''})$`);

export function isChunkId(id: string): boolean {
  return ID.test(id);
}
