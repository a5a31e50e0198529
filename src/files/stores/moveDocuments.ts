import * as l10n from '@vscode/l10n';
import type { UploadSource } from '../../api/upload/upload';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { CancelledError, errorMessage } from '../../base/errors';
import { textAt, type JsonObject } from '../../base/json';
import type { ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import { awaitUploaded, isLike, type LostUpload, storeDocuments } from '../../service/lostUpload';
import { nameOf } from '../../service/store';
import { followDocument } from '../../service/storeDocuments';
import { getCall } from '../../service/tableCalls';
import type { FilesContext } from '../context';
import { processingFailed } from './importFiles';
import type { MovedDocument, MoveOutcome } from './moveReport';
import { obstacleOf, type RebuiltDocument, rebuildDocument } from './rebuildDocument';

/** Documents that are sent at once. */
const AT_ONCE = 4;

const OPERATION = 'media.uploadToFileSearchStore';

interface Move {
  readonly corpus: ResourceRef;
  readonly into: ResourceRef;
  readonly documents: readonly MovedDocument[];
}

/**
 * Makes documents of a store of those of a corpus; one that fails keeps no other one from it. What the store has
 * already is not sent: a move that was cut off goes on where it was. Throws when it is cancelled.
 */
export async function moveDocuments(
  context: FilesContext,
  { corpus, into, documents }: Move,
  task: Task,
): Promise<readonly MoveOutcome[]> {
  const { services } = context;
  const { signal } = task;
  const outcomes: MoveOutcome[] = [];
  const taken = new Set<string>();
  const there: JsonObject[] = [];
  for await (const page of storeDocuments(services.calls, into, signal)) there.push(...page);
  // Sure of all that was there before, so that none of it is taken for what an upload made.
  for (const one of there) taken.add(nameOf(one));
  const usable = there.filter((one) => textAt(one, 'state') !== 'STATE_FAILED');
  const tell = (outcome?: MoveOutcome): void => {
    if (outcome) outcomes.push(outcome);
    const text = l10n.t('{0} of {1} documents', outcomes.length, documents.length);
    task.report({ text, done: outcomes.length, total: documents.length });
  };
  tell();
  await mapConcurrent(AT_ONCE, documents, async (planned) => {
    throwIfAborted(signal);
    const obstacle = obstacleOf(planned);
    if (obstacle) {
      tell({ document: planned, end: obstacle });
      return;
    }
    const at = usable.findIndex((one) => isLike(one, wantedOf(planned, 0)));
    if (at >= 0) {
      usable.splice(at, 1);
      tell({ document: planned, end: 'wasThere' });
      return;
    }
    try {
      await moveOne(context, { corpus, into }, planned, { signal, taken });
      tell({ document: planned, end: 'moved' });
    } catch (error) {
      if (CancelledError.is(error) || signal.aborted) throw error;
      tell({ document: planned, end: 'failed', reason: errorMessage(error) });
    }
  });
  const order = new Map(documents.map((one, index) => [one.name, index]));
  const placeOf = ({ document }: MoveOutcome): number => order.get(document.name) ?? 0;
  return outcomes.sort((one, other) => placeOf(one) - placeOf(other));
}

async function moveOne(
  { services, clock }: FilesContext,
  { corpus, into }: Omit<Move, 'documents'>,
  planned: MovedDocument,
  { signal, taken }: { readonly signal: AbortSignal; readonly taken: Set<string> },
): Promise<void> {
  const { calls, store } = services;
  const client = await services.clients.get(into.connection);
  const { id, input } = getCall({ ...corpus, kind: 'document', name: planned.name });
  const document = await calls.call(corpus, id, input, { signal });
  const rebuilt = await rebuildDocument(calls, corpus, document, signal);
  const { displayName, customMetadata, text } = rebuilt;
  const body = { displayName, ...(customMetadata.length > 0 && { customMetadata }) };
  const wanted = { ...wantedOf(rebuilt, clock.now()), taken };
  const begun = await client.upload(
    OPERATION,
    {
      fileSearchStoreName: into.name,
      // As the service gave it; the client checks it once more.
      body: body as Parameters<typeof client.upload<typeof OPERATION>>[1]['body'],
      ...{ mimeType: 'text/plain', source: sourceOf(text) },
    },
    { signal, findMade: () => awaitUploaded(into, wanted, { calls, clock, signal }) },
  );
  const made = await followDocument(into, OPERATION, begun, { client, store, clock, signal });
  taken.add(nameOf(made));
  if (textAt(made, 'state') === 'STATE_FAILED') throw processingFailed();
}

/** What a document of a store looks like that came of this one. */
function wantedOf(
  {
    displayName,
    bytes,
    customMetadata,
  }: Pick<RebuiltDocument, 'displayName' | 'bytes' | 'customMetadata'>,
  since: number,
): LostUpload {
  return { displayName, size: bytes, customMetadata, since };
}

/** A text as what uploads read from. */
function sourceOf(text: string): UploadSource {
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    async *read(from) {
      await Promise.resolve();
      yield bytes.subarray(from);
    },
  };
}
