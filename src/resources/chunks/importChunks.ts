import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { ResourceHandler, ResourcesContext } from '../context';
import { chooseCorpus, chooseResource } from '../chooseResource';
import { askImport } from './askImport';
import { type ImportSource, openSource, pickSource } from './importSource';
import { notifyDone } from '../notifyDone';
import { type ImportResult, type ImportWork, sendImport } from './sendImport';

export const importChunks: ResourceHandler = async (context, targets) => {
  const document = await documentOf(context, targets, l10n.t('Create Chunks'));
  if (!document) return;
  await importInto(context, document, (title) => pickSource(context, title));
};

export async function importDropped(
  context: ResourcesContext,
  target: ResourceRef,
  file: FileTarget,
): Promise<void> {
  const document = await documentOf(context, [target], l10n.t('Create Chunks'));
  if (document) await importInto(context, document, () => openSource(context, file));
}

async function importInto(
  context: ResourcesContext,
  document: ResourceRef,
  choose: (title: string) => Promise<ImportSource | undefined>,
): Promise<void> {
  const label = await labelOf(context, document);
  const title = l10n.t('Create Chunks in {0}', label);
  const source = await choose(title);
  const plan = source && (await askImport(context, source, title));
  if (plan) await importAll(context, document, label, { plan, rest: [], skip: 0 });
}

async function importAll(
  context: ResourcesContext,
  document: ResourceRef,
  label: string,
  work: ImportWork,
): Promise<void> {
  const began = context.clock.monotonic();
  const imported = await sendImport(context, document, label, work);
  // Not awaited: the command is done, but a notification waits for the user.
  void goOn(context, document, label, imported, began);
  const { stopped } = imported.result;
  if (stopped && !CancelledError.is(stopped)) throw stopped;
}

/** Reports the result and imports the remaining rows if the user agrees. Never rejects. */
async function goOn(
  context: ResourcesContext,
  document: ResourceRef,
  label: string,
  imported: ImportResult,
  began: number,
): Promise<void> {
  try {
    const next = await tellEnd(context, label, imported, began);
    if (next) await importAll(context, document, label, next);
  } catch (error) {
    await context.report('importChunks', error);
  }
}

async function tellEnd(
  context: ResourcesContext,
  label: string,
  { result, report, left }: ImportResult,
  began: number,
): Promise<ImportWork | undefined> {
  const { prompts, documents } = context;
  const { done, there } = result;
  const parts = [
    done === 1
      ? l10n.t('1 chunk was created in {0}.', label)
      : l10n.t('{0} chunks were created in {1}.', done.toLocaleString('en'), label),
    ...(there === 1 ? [l10n.t('1 already existed.')] : []),
    ...(there > 1 ? [l10n.t('{0} already existed.', there.toLocaleString('en'))] : []),
    ...(report.count === 1 ? [l10n.t('1 row was not imported.')] : []),
    ...(report.count > 1
      ? [l10n.t('{0} rows were not imported.', report.count.toLocaleString('en'))]
      : []),
    ...(left ? [l10n.t('The import ended before the last row.')] : []),
  ];
  if (report.count === 0 && !left) {
    notifyDone(context, began, parts.join(' '));
    return undefined;
  }
  const show = l10n.t('Show Failed Rows');
  const go = l10n.t('Import Remaining Rows');
  const buttons = [...(report.count > 0 ? [show] : []), ...(left ? [go] : [])];
  for (;;) {
    const chosen = await prompts.notify('warning', parts.join(' '), ...buttons);
    if (chosen !== show) return chosen === go ? left : undefined;
    const text = report.text();
    await documents.show({ name: 'rows-not-created.jsonl', read: () => text });
    // After viewing the failed rows, the user can still import the others.
    if (!left) return undefined;
  }
}

async function labelOf({ services }: ResourcesContext, document: ResourceRef): Promise<string> {
  const { store } = services;
  const known = store.find(document) ?? (await store.get(document));
  return plainText(kindRow('document').label(known));
}

async function documentOf(
  context: ResourcesContext,
  targets: readonly ResourceRef[],
  title: string,
): Promise<ResourceRef | undefined> {
  const [target] = targets;
  if (target) return documentRef(target);
  const placeholder = l10n.t('Select the document’s corpus');
  const corpus = await chooseCorpus(context, { title, placeholder });
  if (!corpus) return undefined;
  const documents: ResourceRef = { ...corpus, kind: 'document', collection: true };
  return await chooseResource(context, documents, {
    title,
    placeholder: l10n.t('Select a document for the chunks'),
  });
}

function documentRef({ collection, ...target }: ResourceRef): ResourceRef {
  const document = { ...target, kind: 'document' as const };
  if (target.kind !== 'chunk' || collection) return document;
  return { ...document, name: collectionRef(target).name };
}
