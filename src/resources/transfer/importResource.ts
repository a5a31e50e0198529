import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import type { SourceFile } from '../../platform/localFiles';
import { plainText } from '../../platform/plainText';
import { nameBelow } from '../resourceTexts';
import { tellDone } from '../tellDone';
import type { ResourceHandler, ResourcesContext } from '../context';
import { askImport, type ImportPlan } from './askImport';
import { createTop, forgetBelow } from './createTop';
import { type FailedLine, importRecords, type ImportTarget, tellLines } from './importRecords';
import { type ExportScan, ImportProgress, type ImportState, scanExport } from './scanExport';
import { readExport } from './exportFormat';

/** Makes a corpus or a document out of a file that was exported. */
export const importResource: ResourceHandler = async (context, [clicked]) => {
  const { localFiles, activity } = context;
  const source = await localFiles.pick({
    title: l10n.t('Import a Corpus or a Document'),
    label: l10n.t('Import'),
    filter: { name: l10n.t('JSON lines'), extensions: ['jsonl'] },
  });
  if (!source) return;
  const scan = await scanExport(source);
  const plan = await askImport(context, scan, clicked);
  if (!plan) return;
  const title = l10n.t('Importing {0}', plainText(source.name));
  const began = context.clock.monotonic();
  const failed = await activity.run(title, (task) => importAll(context, source, scan, plan, task));
  if (!failed) return;
  // Not waited for: the command is done.
  if (failed.length > 0) void tellLines(context, source.name, failed);
  else tellDone(context, began, l10n.t('{0} was imported.', plainText(source.name)));
};

async function importAll(
  context: ResourcesContext,
  source: SourceFile,
  scan: ExportScan,
  plan: ImportPlan,
  task: Task,
): Promise<readonly FailedLine[] | undefined> {
  const { clock } = context;
  const { signal } = task;
  const progress = new ImportProgress(context, scan, plan.connection);
  const found = await findTarget(context, scan, plan, signal);
  if (!found) return undefined;
  const { target, top } = found;
  const { corpus, document } = target;
  const failed: FailedLine[] = [];
  let state: ImportState = {
    ...{ corpus: corpus.name, line: target.skipTo },
    ...(document && { document: document.to }),
  };
  await progress.write(state);
  let savedAt = clock.monotonic();
  const { records } = await readExport(source.read(signal));
  try {
    const result = await importRecords(context, records, target, {
      signal,
      onProgress: (counts) => {
        const text = l10n.t('Imported {0}', nameBelow(counts));
        const total = scan.chunks;
        task.report(total > 0 ? { text, done: counts.chunks, total } : { text });
      },
      async onDone(line) {
        // Lines that failed are to be tried again.
        if (failed.length === 0) state = { ...state, line };
        if (clock.monotonic() - savedAt < SAVED) return;
        savedAt = clock.monotonic();
        await progress.write(state);
      },
      onFailed: (line, reason) => failed.push({ line, reason }),
    });
    if (failed.length === 0) await progress.forget();
    else await progress.write(state);
    const made = nameBelow(result);
    const into = l10n.t('Imported {0} into {1}', made, plainText(top.name));
    task.conclude(
      failed.length === 0
        ? into
        : failed.length === 1
          ? l10n.t('{0}; 1 line failed', into)
          : l10n.t('{0}; {1} lines failed', into, failed.length),
    );
    return failed;
  } catch (error) {
    await progress.write(state);
    throw error;
  } finally {
    forgetBelow(context, top);
  }
}

/** Milliseconds between two notes of how far it is. */
const SAVED = 1000;

/** The corpus, or the document, that everything goes into; made where it is not there yet. */
async function findTarget(
  context: ResourcesContext,
  { header, top: resource }: ExportScan,
  { connection, version, corpus, state, withPermissions }: ImportPlan,
  signal: AbortSignal,
): Promise<{ readonly target: ImportTarget; readonly top: ResourceRef } | undefined> {
  const common = { withPermissions, skipTo: state?.line ?? 0 };
  const refOf = (kind: 'corpus' | 'document', name: string): ResourceRef => ({
    ...{ connection, version, kind, name },
  });
  if (!resource) {
    throw new AppError('badExport', l10n.t('The file has nothing to import.'));
  }
  if (header.kind === 'corpus') {
    const all: ResourceRef = { ...refOf('corpus', ''), collection: true };
    const known = state?.corpus ?? corpus?.name;
    const top = known ? refOf('corpus', known) : await createTop(context, all, resource, signal);
    return top && { target: { corpus: top, ...common }, top };
  }
  if (!corpus) return undefined;
  const all: ResourceRef = { ...refOf('document', corpus.name), collection: true };
  const top = state?.document
    ? refOf('document', state.document)
    : await createTop(context, all, resource, signal);
  if (!top) return undefined;
  return { target: { corpus, document: { from: header.name, to: top.name }, ...common }, top };
}
