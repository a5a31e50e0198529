import { matchesName } from '../../api/names';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { search } from '../corpora';
import { findRecord } from '../records';
import { badFields } from '../status';
import type { HandlerContext } from '../handlerContext';
import { metadataTest } from './metadataFilter';
import { requireStore } from './storeResources';

export interface FoundPassage {
  readonly text: string;
  readonly context: JsonObject;
  readonly score: number;
}

/** Default number of results. Not published. */
const PASSAGES = 5;
/** Minimum score. Lower similarity is coincidental. */
const MIN_SCORE = 0.3;

const AT = '* GenerateContentRequest.tools.file_search';

/**
 * Searches stores and returns the best passages first. Throws 403 for an unknown store, 400 for an
 * invalid filter.
 */
export function searchStores(
  world: HandlerContext,
  { fileSearchStoreNames = [], topK = 0, metadataFilter = '' }: Message<'FileSearch'>,
  query: string,
): readonly FoundPassage[] {
  if (topK < 0) throw badFields([`${AT}.top_k: must not be negative`]);
  const count = topK === 0 ? PASSAGES : topK;
  const filters = metadataFilter.trim() === '' ? {} : { document: metadataTest(metadataFilter) };
  const stores = [...new Set(fileSearchStoreNames)].map((name) => {
    if (matchesName('fileSearchStores/*', name)) return requireStore(world, name).name;
    throw badFields([`${AT}.file_search_store_names: must have the form fileSearchStores/{id}`]);
  });
  return stores
    .flatMap((within) => search(world, { within, query, filters, count }))
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ score, chunk, document }) => {
      const { name = '', displayName, customMetadata = [] } = document;
      const { hidden = {} } = findRecord(world, 'chunks', chunk.name ?? '') ?? {};
      const text = chunk.data?.stringValue ?? '';
      const { page, mediaId } = hidden;
      const context = {
        title: displayName ?? name.slice(name.lastIndexOf('/') + 1),
        text,
        fileSearchStore: name.slice(0, name.indexOf('/documents/')),
        ...(page !== undefined && { pageNumber: page }),
        ...(mediaId !== undefined && { mediaId }),
        ...(customMetadata.length > 0 && {
          customMetadata: customMetadata as unknown as JsonObject[],
        }),
      };
      return { text, score, context };
    });
}
