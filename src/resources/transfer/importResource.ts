import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { textAt } from '../../base/json';
import type { ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import type { SourceFile } from '../../platform/localFiles';
import { plainText } from '../../platform/plainText';
import type { Version } from '../../api/versions';
import { labelledResource, nameBelow, shortLabel } from '../resourceTexts';
import { type ResourceHandler, type ResourcesContext, notifyDone } from '../context';
import { createTop, forgetBelow } from './createTop';
import {
  type FailedLine,
  importRecords,
  type ImportTarget,
  reportFailedLines,
} from './importRecords';
import { type ExportHeader, readExport } from './exportResource';
import { chooseCorpus, corporaOf } from '../chooseResource';

export const importResource: ResourceHandler = async (context, [clicked]) => {
  const { localFiles, activity } = context;
  const source = await localFiles.pick({
    title: l10n.t('Import Corpus or Document'),
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
  // Not awaited, because the command is done.
  if (failed.length > 0) void reportFailedLines(context, source.name, failed);
  else notifyDone(context, began, l10n.t('{0} was imported.', plainText(source.name)));
};

async function importAll(
  context: ResourcesContext,
  source: SourceFile,
  scan: ExportScan,
  plan: ImportPlan,
  task: Task,
): Promise<readonly FailedLine[] | undefined> {
  const { signal } = task;
  const found = await findTarget(context, scan, plan, signal);
  if (!found) return undefined;
  const { target, top } = found;
  const failed: FailedLine[] = [];
  const { records } = await readExport(source.read(signal));
  try {
    const result = await importRecords(context, records, target, {
      signal,
      onProgress: (counts) => {
        const text = l10n.t('Imported {0}', nameBelow(counts));
        const total = scan.chunks;
        task.report(total > 0 ? { text, done: counts.chunks, total } : { text });
      },
      onFailed: (line, reason) => failed.push({ line, reason }),
    });
    const made = nameBelow(result);
    const into = l10n.t('Imported {0} into {1}', made, plainText(top.name));
    task.conclude(
      failed.length === 0
        ? into
        : failed.length === 1
          ? l10n.t('{0} (1 line failed)', into)
          : l10n.t('{0} ({1} lines failed)', into, failed.length),
    );
    return failed;
  } finally {
    forgetBelow(context, top);
  }
}

async function findTarget(
  context: ResourcesContext,
  { header, top: resource }: ExportScan,
  { connection, version, corpus, withPermissions }: ImportPlan,
  signal: AbortSignal,
): Promise<{ readonly target: ImportTarget; readonly top: ResourceRef } | undefined> {
  const refOf = (kind: 'corpus' | 'document', name: string): ResourceRef => ({
    connection,
    version,
    kind,
    name,
  });
  if (!resource) {
    throw new AppError('badExport', l10n.t('The file contains nothing to import.'));
  }
  if (header.kind === 'corpus') {
    const all: ResourceRef = { ...refOf('corpus', ''), collection: true };
    const top = corpus ?? (await createTop(context, all, resource, signal));
    return top && { target: { corpus: top, withPermissions }, top };
  }
  if (!corpus) return undefined;
  const all: ResourceRef = { ...refOf('document', corpus.name), collection: true };
  const top = await createTop(context, all, resource, signal);
  if (!top) return undefined;
  const document = { from: header.name, to: top.name };
  return { target: { corpus, document, withPermissions }, top };
}

interface ImportPlan {
  readonly connection: string;
  readonly version: Version;
  /** Target corpus; absent if the exported corpus is created. */
  readonly corpus?: ResourceRef;
  readonly withPermissions: boolean;
}

async function askImport(
  context: ResourcesContext,
  scan: ExportScan,
  clicked: ResourceRef | undefined,
): Promise<ImportPlan | undefined> {
  const place = clicked ?? corporaOf(context);
  if (!place) return undefined;
  const { connection, version } = place;
  if (!scan.isWhole && !(await confirmCut(context, scan))) return undefined;
  const corpus = await askCorpus(context, scan, clickedCorpus(clicked));
  if (corpus === undefined) return undefined;
  const withPermissions = scan.permissions > 0 ? await askPermissions(context, scan) : false;
  if (withPermissions === undefined) return undefined;
  return {
    connection,
    version,
    withPermissions,
    ...(corpus !== 'new' && { corpus }),
  };
}

/** Returns the corpus of a clicked corpus, document, or collection. */
function clickedCorpus(clicked: ResourceRef | undefined): ResourceRef | undefined {
  const name = clicked?.name.split('/').slice(0, 2).join('/');
  if (!clicked || !name?.startsWith('corpora/')) return undefined;
  const { connection, version } = clicked;
  return { connection, version, kind: 'corpus', name };
}

async function confirmCut({ prompts }: ResourcesContext, scan: ExportScan): Promise<boolean> {
  const action = l10n.t('Import Anyway');
  const detail = l10n.t('The end of the file is missing. The rest contains {0}.', nameBelow(scan));
  const message = l10n.t('The file is incomplete.');
  return (await prompts.confirm(message, { detail, actions: [action] })) === action;
}

async function askCorpus(
  context: ResourcesContext,
  { header }: ExportScan,
  clicked: ResourceRef | undefined,
): Promise<ResourceRef | 'new' | undefined> {
  const { prompts, services } = context;
  if (header.kind === 'document') {
    return (
      clicked ?? (await chooseCorpus(context, { title: l10n.t('Import Document into Corpus') }))
    );
  }
  if (!clicked) return 'new';
  const { label } = labelledResource(clicked, services.store.find(clicked));
  return await prompts.pick<ResourceRef | 'new'>({ title: l10n.t('Import Corpus') }, [
    { label: l10n.t('Create a new corpus'), icon: 'add', value: 'new' },
    {
      label: l10n.t('Add its documents to “{0}”', shortLabel(label)),
      icon: 'merge',
      value: clicked,
    },
  ]);
}

async function askPermissions(
  { prompts }: ResourcesContext,
  { permissions }: ExportScan,
): Promise<boolean | undefined> {
  return await prompts.pick<boolean>({ title: l10n.t('Import Permissions') }, [
    { label: l10n.t('Don’t share the corpus'), icon: 'lock', value: false, active: true },
    {
      label: l10n.t('Share as before'),
      detail:
        permissions === 1
          ? l10n.t('Restores 1 permission.')
          : l10n.t('Restores {0} permissions.', permissions),
      icon: 'person-add',
      value: true,
    },
  ]);
}

interface ExportScan {
  readonly header: ExportHeader;
  readonly top: JsonObject | undefined;
  readonly documents: number;
  readonly chunks: number;
  /** Number of grantable permissions, excluding the owner's. */
  readonly permissions: number;
  readonly isWhole: boolean;
}

/** Reads a complete export before sending anything. Throws `AppError` if invalid. */
async function scanExport(source: SourceFile): Promise<ExportScan> {
  const { header, records } = await readExport(source.read());
  const counts = { documents: header.kind === 'document' ? 1 : 0, chunks: 0, permissions: 0 };
  let top: JsonObject | undefined;
  let isWhole = false;
  for await (const record of records) {
    isWhole = record.kind === 'end';
    if (record.kind === header.kind) top ??= record.value;
    if (record.kind === 'document' && header.kind === 'corpus') counts.documents += 1;
    if (record.kind === 'chunk') counts.chunks += 1;
    const isOwner = record.kind === 'permission' && textAt(record.value, 'role') === 'OWNER';
    if (record.kind === 'permission' && !isOwner) counts.permissions += 1;
  }
  return { header, top, ...counts, isWhole };
}
