import * as l10n from '@vscode/l10n';
import { mapConcurrent, throwIfAborted } from '../../base/async';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { type JsonObject, textAt } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import { requireConnected } from '../../platform/errors';
import { plainText } from '../../platform/plainText';
import type { Connection } from '../../service/connection';
import { followDocument, updateTree } from '../../service/storeDocuments';
import { nameOf } from '../../service/store';
import type { FilesCommand, FilesContext } from '../context';
import { shortName } from '../names';
import { askStoreSettings, chooseStore, storeName } from './storeSettings';
import type { StoreSettings } from '../uploadJob';

const MAX_CONCURRENT = 4;

export const importFiles: FilesCommand<ResourceRef> = async (context, targets) => {
  const connection = connectionOf(context, targets[0]);
  const title = l10n.t('Import Uploaded Files');
  const clicked = targets.find(({ kind, collection }) => kind === 'fileSearchStore' && !collection);
  const into = clicked ?? (await chooseStore(context, connection, title));
  if (!into) return;
  const files = await chooseFiles(context, connection);
  if (files && files.length > 0) await askAndImport(context, into, files);
};

export const addToStore: FilesCommand<ResourceRef> = async (context, targets) => {
  const refs = targets.filter(({ kind, collection }) => kind === 'file' && !collection);
  if (refs.length === 0) return;
  const { services } = context;
  const files: JsonObject[] = [];
  for (const ref of refs) {
    files.push(services.store.find(ref) ?? (await services.store.get(ref)));
  }
  const title = l10n.t('Add to File Search Store');
  const into = await chooseStore(context, connectionOf(context, refs[0]), title);
  if (into) await askAndImport(context, into, files);
};

function connectionOf({ services }: FilesContext, target: ResourceRef | undefined): Connection {
  const found = target && services.connections.find(target.connection);
  return found ?? requireConnected(services.connections.active);
}

async function chooseFiles(
  { services, prompts, progress }: FilesContext,
  connection: Connection,
): Promise<readonly JsonObject[] | undefined> {
  const collection = topCollection('file', connection);
  const listed =
    collection &&
    (await progress(l10n.t('Loading files'), (signal) =>
      services.store.loadAll(collection, { signal }),
    ));
  const usable = (listed?.items ?? []).filter((file) => textAt(file, 'state') !== 'FAILED');
  if (usable.length === 0) {
    throw new AppError('noFiles', l10n.t('There are no uploaded files to import.'), {
      hint: l10n.t('Upload files to the store, or upload them to the Files API first.'),
    });
  }
  const row = kindRow('file');
  return await prompts.pickMany<JsonObject>(
    { title: l10n.t('Import Uploaded Files'), placeholder: l10n.t('Select uploaded files') },
    usable.map((file) => {
      const facts = row.description(file);
      return {
        label: row.label(file),
        description: facts ? l10n.t(facts.message, ...facts.args) : '',
        icon: row.icons?.(file) ?? row.icon,
        value: file,
        checked: false,
      };
    }),
  );
}

async function askAndImport(
  context: FilesContext,
  into: ResourceRef,
  files: readonly JsonObject[],
): Promise<void> {
  const { activity } = context;
  const what = nameFiles(files);
  const store = storeName(context, into);
  const title = l10n.t('Import {0} into {1}', what, store);
  const settings = await askStoreSettings(context, title, files.length);
  if (!settings) return;
  const result = await activity.run(l10n.t('Importing {0} into {1}', what, store), async (task) => {
    const ended = await importAll(context, into, files, settings, task);
    const [first] = ended.failed;
    if (ended.done.length === 0 && first) throw first.error;
    task.conclude(
      ended.failed.length === 0
        ? l10n.t('Imported {0} into {1}', what, store)
        : l10n.t(
            'Imported {0} into {1}. {2} failed.',
            nameFiles(ended.done),
            store,
            ended.failed.length,
          ),
    );
    return ended;
  });
  // Not awaited: the command ends before the user reads the report.
  if (result.failed.length > 0) void tellFailures(context, files.length, result.failed);
}

interface FailedImport {
  readonly file: JsonObject;
  readonly error: unknown;
}

/** Imports files until each document is searchable. Throws if cancelled. */
async function importAll(
  { services, clock }: FilesContext,
  into: ResourceRef,
  files: readonly JsonObject[],
  settings: StoreSettings,
  task: Task,
): Promise<{ readonly done: readonly JsonObject[]; readonly failed: readonly FailedImport[] }> {
  const { signal } = task;
  const client = await services.clients.get(into.connection);
  const done: JsonObject[] = [];
  const failed: FailedImport[] = [];
  const tell = (): void => {
    const ended = done.length + failed.length;
    task.report({
      text: l10n.t('{0} of {1} can be searched', done.length, files.length),
      done: ended,
      total: files.length,
    });
  };
  tell();
  await mapConcurrent(MAX_CONCURRENT, files, async (file) => {
    throwIfAborted(signal);
    try {
      const body = { fileName: nameOf(file), ...settings };
      const operation = await services.calls.call(
        into,
        'fileSearchStores.importFile',
        { fileSearchStoreName: into.name, body },
        { signal },
      );
      updateTree(into, services.store);
      const document = await followDocument(into, 'fileSearchStores.importFile', operation, {
        client,
        store: services.store,
        clock,
        signal,
      });
      if (textAt(document, 'state') === 'STATE_FAILED') throw processingFailed();
      done.push(file);
    } catch (error) {
      if (CancelledError.is(error)) throw error;
      failed.push({ file, error });
    }
    tell();
  });
  return { done, failed };
}

export function processingFailed(): AppError<'processingFailed'> {
  return new AppError(
    'processingFailed',
    l10n.t('Couldn’t process the file on the server. No reason was given.'),
    {
      hint: l10n.t(
        'Delete the failed document. Check that the file is complete and has the correct type.',
      ),
    },
  );
}

function nameFiles(files: readonly JsonObject[]): string {
  const [first] = files;
  return files.length === 1 && first
    ? shortName(kindRow('file').label(first))
    : l10n.t('{0} files', files.length.toLocaleString('en'));
}

async function tellFailures(
  { prompts, documents, report }: FilesContext,
  total: number,
  failed: readonly FailedImport[],
): Promise<void> {
  try {
    const show = l10n.t('Show Details');
    const counted = l10n.t('{0} of {1} files weren’t imported.', failed.length, total);
    if ((await prompts.notify('warning', counted, show)) !== show) return;
    const lines = failed.map(
      ({ file, error }) =>
        `${plainText(kindRow('file').label(file))}  (${plainText(nameOf(file))})\n    ${plainText(errorMessage(error))}`,
    );
    const text = [counted, '', ...lines, ''].join('\n');
    await documents.show({ name: l10n.t('Not imported.txt'), read: () => text });
  } catch (error) {
    await report('importFiles', error);
  }
}
