import { randomInt } from 'node:crypto';
import { fieldLimits, maxItems } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { kindRow } from '../../catalog/kinds';

export interface ChunkRow {
  /** Line or row number, from 1. */
  readonly line: number;
  /** Last part of the name. Generated if undefined. */
  readonly id?: string;
  /** API message. The import doesn't send the name and output-only fields. */
  readonly chunk: JsonObject;
}

/** A row whose name is set before sending, so that repeated creates are recognized. */
export interface NamedRow extends ChunkRow {
  readonly id: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Length of API-generated IDs. */
const LENGTH = 12;

/**
 * Returns a random ID like the API's. `randomInt` is fast enough for a million rows, because it caches
 * random bytes.
 */
export function newChunkId(): string {
  let id = '';
  while (id.length < LENGTH) id += LETTERS.charAt(randomInt(LETTERS.length));
  return id;
}

export function sentChunk(chunk: JsonObject): JsonObject {
  const { name: _name, createTime: _created, updateTime: _updated, state: _state, ...rest } = chunk;
  return rest;
}

/** Maximum number of tokens per chunk, from the API's documentation. */
export const TOKENS = fieldLimits('ChunkData', 'stringValue').maxTokens ?? Infinity;
export const METADATA = maxItems('Chunk', 'customMetadata');
/**
 * Length in characters above which text probably has too many tokens (about 4 characters per token in
 * English). Only the API counts exactly.
 */
export const LONG_TEXT = TOKENS * 4;

const ID = new RegExp(`^(?:${kindRow('chunk').id ?? ''})$`);

export function isChunkId(id: string): boolean {
  return ID.test(id);
}
