import type { Message } from '../../api/schema/infer';
import { rangeOf } from '../../api/schema/limits';
import { requireRole } from '../access';
import { single, type Call, type Handler, type Reply } from '../reply';
import { requireRecord } from '../resources/read';
import { readFilters, type Filters } from '../retrieval/filters';
import { search } from '../retrieval/search';
import { badFields } from '../status';
import type { World } from '../world';

const RESULTS = 10;
const [, MOST_RESULTS] = rangeOf('QueryCorpusRequest', 'resultsCount');

export const queryCorpus: Handler = (call, world) => {
  const { metadataFilters } = call.body as Message<'QueryCorpusRequest'>;
  requireRole(call, world, call.path.name ?? '', 'READER');
  return answer(call, world, readFilters('QueryCorpusRequest', metadataFilters));
};

export const queryDocument: Handler = (call, world) => {
  const { metadataFilters } = call.body as Message<'QueryDocumentRequest'>;
  const name = call.path.name ?? '';
  requireRole(call, world, name, 'READER');
  requireRecord(world, 'documents', name);
  return answer(call, world, readFilters('QueryDocumentRequest', metadataFilters, ['chunk']));
};

function answer(call: Call, world: World, filters: Filters): Reply {
  const { query = '', resultsCount = 0 } = call.body as Message<'QueryCorpusRequest'>;
  // The service documents the limit, and not what it does beyond it; this one tells.
  if (resultsCount < 0 || resultsCount > MOST_RESULTS) {
    throw badFields([`* ${call.row.body ?? ''}.results_count: must be from 0 to ${MOST_RESULTS}`]);
  }
  const within = call.path.name ?? '';
  const hits = search(world, { within, query, filters, count: resultsCount || RESULTS });
  const relevantChunks = hits.map(({ score, chunk, document }) => ({
    chunkRelevanceScore: score,
    chunk,
    document,
  }));
  return single({ relevantChunks });
}
