import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { embed } from '../embed/embedder';
import { packedCosine } from '../embed/packed';
import { findRecord, listRecords } from '../resources/read';
import type { Stored } from '../state/state';
import type { World } from '../world';
import { shownChunk, STORED_SIZE } from './chunk';
import type { Filters, MetadataTest } from './filters';

/** What to look for, and where. */
export interface Search {
  /** Name of a corpus or of a document. */
  readonly within: string;
  readonly query: string;
  readonly filters: Filters;
  /** At most so many results. */
  readonly count: number;
}

/** A chunk that was found. */
export interface Hit {
  /** 0 to 1. */
  readonly score: number;
  readonly chunk: JsonObject & Message<'Chunk'>;
  readonly document: JsonObject & Message<'Document'>;
}

/** The active chunks that are nearest to a text, best first; the older one first where two are equal. */
export function search(world: World, { within, query, filters, count }: Search): readonly Hit[] {
  const now = world.time.now();
  const documents = filters.document && documentsOf(world, within, filters.document);
  const wanted = embed(query, STORED_SIZE);
  const ranked = world.state.nearest('chunks', within, (one) => packedCosine(wanted, one, now));
  const hits: Hit[] = [];
  // Records are read in the order of the answer, and no more of them than it needs.
  for (const { name, score } of ranked) {
    const parent = name.slice(0, name.lastIndexOf('/chunks/'));
    if (documents && !documents.has(parent)) continue;
    const stored = findRecord(world, 'chunks', name);
    if (!stored || filters.chunk?.(metadataOf(stored)) === false) continue;
    const document = findRecord(world, 'documents', parent)?.resource;
    if (!document) continue;
    hits.push({ score: relevance(score), chunk: shownChunk(stored, now), document });
    if (hits.length === count) break;
  }
  return hits;
}

/**
 * A cosine as a score from 0 to 1. The root spreads the lower part out: a question of few words never
 * comes near the direction of a longer text that answers it. Seven digits, as floats are written.
 */
export function relevance(cosine: number): number {
  return Number(Math.min(1, Math.sqrt(Math.max(0, cosine))).toPrecision(7));
}

function documentsOf(world: World, corpus: string, test: MetadataTest): ReadonlySet<string> {
  const documents = listRecords(world, 'documents', corpus);
  return new Set(documents.filter((one) => test(metadataOf(one))).map(({ name }) => name));
}

function metadataOf({ resource }: Stored): Parameters<MetadataTest>[0] {
  return (resource as Message<'Chunk'>).customMetadata ?? [];
}
