import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import { listPages } from '../../service/tableCalls';
import type { FilesCommand, FilesContext } from '../context';
import { shortName } from '../names';
import { chooseStore, storeName } from './chooseStore';
import {
  countedText,
  isMoved,
  lostTexts,
  type MovedDocument,
  type MoveOutcome,
  moveReport,
} from './moveReport';
import { moveDocuments } from './moveDocuments';
import { obstacleOf, rebuildDocument } from './rebuildDocument';

/** Makes text files of a corpus' documents in a file search store, and says what could not be kept. */
export const moveToStore: FilesCommand<ResourceRef> = async (context, [corpus]) => {
  if (corpus?.kind !== 'corpus' || corpus.collection) return;
  const { services, activity } = context;
  const connection = services.connections.find(corpus.connection);
  if (!connection) throw new AppError('unknownConnection', l10n.t('This connection is gone.'));
  const known = services.store.find(corpus) ?? (await services.store.get(corpus));
  const label = plainText(kindRow('corpus').label(known));
  const name = shortName(label);
  const documents = await context.progress(l10n.t('Reading corpus “{0}”', name), (signal) =>
    readAll(context, corpus, signal),
  );
  if (documents.every((one) => obstacleOf(one) !== undefined)) {
    throw new AppError(
      'nothingToMove',
      l10n.t('Corpus “{0}” has no text that a store could take.', name),
    );
  }
  const into = await chooseStore(context, connection, l10n.t('Move “{0}” to', name), label);
  if (
    !into ||
    !(await isMeant(context, documents, { corpus: name, store: storeName(context, into) }))
  )
    return;
  const names = { corpus: name, store: storeName(context, into) };
  const title = l10n.t('Moving “{0}” to {1}', names.corpus, names.store);
  const outcomes = await activity.run(title, async (task) => {
    const ended = await moveDocuments(context, { corpus, into, documents }, task);
    const moved = ended.filter(isMoved).map(({ document }) => document);
    const [failed] = ended.filter(({ end }) => end === 'failed');
    if (moved.length === 0 && failed) {
      throw new AppError('notMoved', l10n.t('Nothing was moved. {0}', failed.reason ?? ''));
    }
    task.conclude(l10n.t('Moved {0} to {1}', countedText(moved), names.store));
    return ended;
  });
  // Not waited for: the command is done, whenever somebody looks at what it says.
  void tellOutcome(context, corpus, outcomes, names);
};

/** All documents with what is known of them once they were read; not their texts, which may be large. */
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

async function isMeant(
  { prompts }: FilesContext,
  documents: readonly MovedDocument[],
  names: { readonly corpus: string; readonly store: string },
): Promise<boolean> {
  const going = documents.filter((one) => obstacleOf(one) === undefined);
  const staying = documents.length - going.length;
  const poorer = going.filter(({ lost }) => lostTexts(lost).length > 0).length;
  const detail = [
    l10n.t('{0}. Each document becomes a text file with its metadata.', countedText(going)),
    staying > 0 ? l10n.t('Stay behind, empty or too large for a store: {0}', staying) : '',
    poorer > 0 ? l10n.t('Lose some of their metadata: {0}', poorer) : '',
    l10n.t('Permissions do not go along. The corpus stays until you delete it.'),
  ];
  const move = l10n.t('Move');
  const question = l10n.t(
    'Move corpus “{0}” to file search store “{1}”?',
    names.corpus,
    names.store,
  );
  const answer = await prompts.confirm(question, {
    detail: detail.filter((line) => line !== '').join('\n'),
    actions: [move],
  });
  return answer === move;
}

/** Shows what became of each, and offers to delete the corpus where all that it has is in the store. Never rejects. */
async function tellOutcome(
  context: FilesContext,
  corpus: ResourceRef,
  outcomes: readonly MoveOutcome[],
  names: { readonly corpus: string; readonly store: string },
): Promise<void> {
  const { prompts, documents } = context;
  try {
    const text = moveReport(outcomes, names);
    await documents.show({ name: l10n.t('Moved.txt'), read: () => text });
    const left = outcomes.filter((one) => !isMoved(one)).length;
    const remove = l10n.t('Delete Corpus…');
    const said =
      left === 0
        ? l10n.t('All documents of “{0}” are in “{1}” now.', names.corpus, names.store)
        : l10n.t('{0} of {1} documents were not moved.', left, outcomes.length);
    const level = left === 0 ? 'info' : 'warning';
    if ((await prompts.notify(level, said, remove)) === remove)
      await context.run('delete', [corpus]);
  } catch (error) {
    await context.report('moveToStore', error);
  }
}
