import { randomInt } from 'node:crypto';
import { limitsOf, mostOf } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { kindRow } from '../../catalog/kinds';

/** A chunk that is to be made, and where it was read. */
export interface ChunkRow {
  /** Line or row of its source, from 1. */
  readonly line: number;
  /** The last part of its name; chosen here where it is absent. */
  readonly id?: string;
  /** The service's message; its name and what only the service sets are left out when it is sent. */
  readonly chunk: JsonObject;
}

/** A row whose name is known before it is sent, so that a repeat can be told from a second one. */
export interface NamedRow extends ChunkRow {
  readonly id: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** As the service's own ids. */
const LENGTH = 12;

/** A random id such as the service makes. Of a million rows each has one: `randomInt` draws from a store of bytes. */
export function newChunkId(): string {
  let id = '';
  while (id.length < LENGTH) id += LETTERS.charAt(randomInt(LETTERS.length));
  return id;
}

/** What of a chunk a create takes: all but its name and what only the service sets. */
export function sentChunk(chunk: JsonObject): JsonObject {
  const { name: _name, createTime: _created, updateTime: _updated, state: _state, ...rest } = chunk;
  return rest;
}

/** What the service documents of one chunk. */
export const TOKENS = limitsOf('ChunkData', 'stringValue').maxTokens ?? Infinity;
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
