import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { embed } from '../embed/embedder';
import { pack, packFailure, readiness } from '../embed/packed';
import { countTokens } from '../engine/tokens';
import { limits } from '../resources/limits';
import type { Stored } from '../state/state';
import { metadataProblems } from './metadata';

export type Chunk = Message<'Chunk'>;

/** How long a new text takes until it is searched, in milliseconds of the service's time. */
export const PROCESSING_MS = 1000;

/** Numbers of a stored vector: half of a whole embedding, in a quarter of its bytes each. */
export const STORED_SIZE = 384;

/** Written in a chunk, it makes its processing fail. */
const FAIL = '[[fail]]';

/**
 * What is wrong with a chunk, one bullet each; that data is there was checked before.
 * @param at where it stands, such as `Chunk`.
 */
export function chunkProblems(at: string, { data, customMetadata }: Chunk): readonly string[] {
  const problems: string[] = [];
  const text = data?.stringValue;
  if (data && text === undefined) {
    problems.push(`* ${at}.data.data: required oneof field 'data' must have one initialized field`);
  }
  // Not published; there is nothing to search in it.
  if (text === '') problems.push(`* ${at}.data.string_value: must not be empty`);
  const tokens = countTokens(text ?? '');
  if (tokens > limits.chunkTokens) {
    const most = `must have at most ${limits.chunkTokens} tokens, and has ${tokens}`;
    problems.push(`* ${at}.data.string_value: ${most}`);
  }
  return [...problems, ...metadataProblems(at, customMetadata)];
}

/** What a search compares, for a chunk whose text was set now. */
export function chunkVector(chunk: JsonObject, now: number): Uint8Array {
  const text = (chunk as Chunk).data?.stringValue ?? '';
  const readyAt = now + PROCESSING_MS;
  return text.includes(FAIL) ? packFailure(readyAt) : pack(embed(text, STORED_SIZE), readyAt);
}

/** A chunk as it is shown: its state follows from the time. */
export function shownChunk({ resource, vector }: Stored, now: number): JsonObject {
  const { at, isFailure } = vector ? readiness(vector) : { at: 0, isFailure: true };
  const done = isFailure ? 'STATE_FAILED' : 'STATE_ACTIVE';
  return { ...resource, state: at > now ? 'STATE_PENDING_PROCESSING' : done };
}
