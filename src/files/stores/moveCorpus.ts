import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { type JsonObject, textAt } from '../../base/json';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import { listPages, getCall } from '../../service/tableCalls';
import type { UploadSource } from '../../api/upload/upload';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import type { Task } from '../../platform/activity';
import {
  type UnconfirmedUpload,
  followDocument,
  matchesUpload,
  storeDocuments,
  waitForUploadedDocument,
} from '../../service/storeDocuments';
import { nameOf } from '../../service/store';
import type { FilesCommand, FilesContext } from '../context';
import { shortName } from '../names';
import { chooseStore, storeName } from './storeSettings';
import {
  type MoveOutcome,
  type MovedDocument,
  type RebuiltDocument,
  countedText,
  isMoved,
  lostTexts,
  moveReport,
  obstacleOf,
  rebuildDocument,
} from './rebuildDocument';
import { processingFailed } from './importFiles';

/** Migrates a corpus to a File Search store, one text file per document, and reports what was lost. */
export const moveToStore: FilesCommand<ResourceRef> = async (context, [corpus]) => {
  if (corpus?.kind !== 'corpus' || corpus.collection) return;
  const { services, activity } = context;
  const connection = services.connections.find(corpus.connection);
  if (!connection)
    throw new AppError('unknownConnection', l10n.t('This connection no longer exists.'));
  const known = services.store.find(corpus) ?? (await services.store.get(corpus));
  const label = plainText(kindRow('corpus').label(known));
  const name = shortName(label);
  const documents = await context.progress(l10n.t('Reading corpus “{0}”', name), (signal) =>
    readAll(context, corpus, signal),
  );
  if (documents.every((one) => obstacleOf(one) !== undefined)) {
    throw new AppError('nothingToMove', l10n.t('Corpus “{0}” has no text to migrate.', name));
  }
  const into = await chooseStore(
    context,
    connection,
    l10n.t('Migrate “{0}” to File Search Store', name),
    label,
  );
  if (
    !into ||
    !(await confirmMove(context, documents, { corpus: name, store: storeName(context, into) }))
  )
    return;
  const names = { corpus: name, store: storeName(context, into) };
  const title = l10n.t('Migrating “{0}” to {1}', names.corpus, names.store);
  const outcomes = await activity.run(title, async (task) => {
    const ended = await moveDocuments(context, { corpus, into, documents }, task);
    const moved = ended.filter(isMoved).map(({ document }) => document);
    const [failed] = ended.filter(({ end }) => end === 'failed');
    if (moved.length === 0 && failed) {
      throw new AppError('notMoved', l10n.t('Nothing was migrated. {0}', failed.reason ?? ''));
    }
    task.conclude(l10n.t('Migrated {0} to {1}', countedText(moved), names.store));
    return ended;
  });
  // Not awaited: the command ends before the user reads the report.
  void tellOutcome(context, corpus, outcomes, names);
};

async function readAll(
  { services }: FilesContext,
  corpus: ResourceRef,
  signal: AbortSignal,
): Promise<readonly MovedDocument[]> {
  const { connection, version, name } = corpus;
  const all: ResourceRef = { connection, version, kind: 'document', name, collection: true };
  const found: MovedDocument[] = [];
  const readOne = async (document: JsonObject): Promise<void> => {
    const { text: _, ...rest } = await rebuildDocument(services.calls, corpus, document, signal);
    found.push(rest);
  };
  for await (const page of listPages(services.calls, all, signal)) {
    for (const document of page) await readOne(document);
  }
  return found;
}

async function confirmMove(
  { prompts }: FilesContext,
  documents: readonly MovedDocument[],
  names: { readonly corpus: string; readonly store: string },
): Promise<boolean> {
  const going = documents.filter((one) => obstacleOf(one) === undefined);
  const staying = documents.length - going.length;
  const poorer = going.filter(({ lost }) => lostTexts(lost).length > 0).length;
  const detail = [
    l10n.t('{0}. Each document becomes a text file with its metadata.', countedText(going)),
    staying > 0
      ? l10n.t('Skipped because they’re empty or too large for a store: {0}', staying)
      : '',
    poorer > 0 ? l10n.t('Documents that lose some metadata: {0}', poorer) : '',
    l10n.t('Permissions aren’t copied. The corpus stays until you delete it.'),
  ];
  const move = l10n.t('Migrate');
  const question = l10n.t(
    'Migrate corpus “{0}” to file search store “{1}”?',
    names.corpus,
    names.store,
  );
  const answer = await prompts.confirm(question, {
    detail: detail.filter((line) => line !== '').join('\n'),
    actions: [move],
  });
  return answer === move;
}

/** Shows the report, and offers to delete the corpus if the store has everything. Never rejects. */
async function tellOutcome(
  context: FilesContext,
  corpus: ResourceRef,
  outcomes: readonly MoveOutcome[],
  names: { readonly corpus: string; readonly store: string },
): Promise<void> {
  const { prompts, documents } = context;
  try {
    const text = moveReport(outcomes, names);
    await documents.show({ name: l10n.t('Migrated.txt'), read: () => text });
    const left = outcomes.filter((one) => !isMoved(one)).length;
    const remove = l10n.t('Delete Corpus…');
    const said =
      left === 0
        ? l10n.t('Migrated all documents of “{0}” to “{1}”.', names.corpus, names.store)
        : l10n.t('{0} of {1} documents weren’t migrated.', left, outcomes.length);
    const level = left === 0 ? 'info' : 'warning';
    if ((await prompts.notify(level, said, remove)) === remove)
      await context.run('delete', [corpus]);
  } catch (error) {
    await context.report('moveToStore', error);
  }
}

const MAX_CONCURRENT = 4;

const OPERATION = 'media.uploadToFileSearchStore';

interface Move {
  readonly corpus: ResourceRef;
  readonly into: ResourceRef;
  readonly documents: readonly MovedDocument[];
}

/**
 * Creates the documents. Skips existing documents, so an interrupted migration can continue. A failed
 * document doesn't stop the others. Throws if canceled.
 */
async function moveDocuments(
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
  // Marks existing documents first, so that none is mistaken for a new upload's result.
  for (const one of there) taken.add(nameOf(one));
  const usable = there.filter((one) => textAt(one, 'state') !== 'STATE_FAILED');
  const tell = (outcome?: MoveOutcome): void => {
    if (outcome) outcomes.push(outcome);
    const text = l10n.t('{0} of {1} documents', outcomes.length, documents.length);
    task.report({ text, done: outcomes.length, total: documents.length });
  };
  tell();
  await mapConcurrent(MAX_CONCURRENT, documents, async (planned) => {
    throwIfAborted(signal);
    const obstacle = obstacleOf(planned);
    if (obstacle) {
      tell({ document: planned, end: obstacle });
      return;
    }
    const at = usable.findIndex((one) => matchesUpload(one, wantedOf(planned, 0)));
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
      // Comes from the API; the client validates it again.
      body: body as Parameters<typeof client.upload<typeof OPERATION>>[1]['body'],
      mimeType: 'text/plain',
      source: sourceOf(text),
    },
    { signal, findMade: () => waitForUploadedDocument(into, wanted, { calls, clock, signal }) },
  );
  const made = await followDocument(into, OPERATION, begun, { client, store, clock, signal });
  taken.add(nameOf(made));
  if (textAt(made, 'state') === 'STATE_FAILED') throw processingFailed();
}

function wantedOf(
  {
    displayName,
    bytes,
    customMetadata,
  }: Pick<RebuiltDocument, 'displayName' | 'bytes' | 'customMetadata'>,
  since: number,
): UnconfirmedUpload {
  return { displayName, size: bytes, customMetadata, since };
}

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
