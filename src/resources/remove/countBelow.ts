import { textAt } from '../../base/json';
import { mapConcurrent } from '../../base/async';
import type { ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import { listPages } from '../transfer/listPages';

/** How much is below containers. The containers themselves are not among it. */
export interface Below {
  readonly documents: number;
  readonly chunks: number;
}

/** Lists that are read at once. */
const PARALLEL = 4;

/**
 * Counts what is below corpora and documents, page by page: the service has no count of its own. Told after
 * each page what is counted so far. Throws when the signal aborts, and what a list fails with.
 */
export async function countBelow(
  calls: Calls,
  containers: readonly ResourceRef[],
  onProgress: (below: Below) => void,
  signal: AbortSignal,
): Promise<Below> {
  const below = { documents: 0, chunks: 0 };
  await mapConcurrent(PARALLEL, documents(), async (document) => {
    const chunks: ResourceRef = { ...document, kind: 'chunk', collection: true };
    for await (const page of listPages(calls, chunks, signal)) {
      below.chunks += page.length;
      onProgress({ ...below });
    }
  });
  return { ...below };

  async function* documents(): AsyncGenerator<ResourceRef, void, undefined> {
    for (const container of containers) {
      if (container.kind === 'document') {
        yield container;
        continue;
      }
      const collection: ResourceRef = { ...container, kind: 'document', collection: true };
      for await (const page of listPages(calls, collection, signal)) {
        below.documents += page.length;
        onProgress({ ...below });
        for (const one of page) {
          yield { ...container, kind: 'document', name: textAt(one, 'name') };
        }
      }
    }
  }
}
