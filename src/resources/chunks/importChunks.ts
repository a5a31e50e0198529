import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { kindRow } from '../../catalog/kinds';
import { collectionRef, type ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import { plainText } from '../../platform/plainText';
import { notifyDone, type ResourceHandler, type ResourcesContext } from '../context';
import { chooseCorpus, chooseResource } from '../chooseResource';
import { askImport, openSource, pickSource } from './askImport';
import { type BatchResult, type FailedRow, IN_FLIGHT } from './batchJob';
import { checkedRows, type ImportPlan } from './checkSource';
import { createChunks } from './chunkCalls';
import { type ChunkRow, type NamedRow, sentChunk } from './mapping';
import type { ImportSource } from './textSource';

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

/** Rows to import: rows of an earlier attempt, then unread rows of the source. */
export interface ImportWork {
  readonly plan: ImportPlan;
  readonly rest: readonly NamedRow[];
  readonly skip: number;
}

interface ImportResult {
  readonly result: BatchResult;
  readonly report: ImportReport;
  /** Rows left after cancellation or an error. Undefined if everything was read. */
  readonly left?: ImportWork;
}

/** Creates the chunks as an activity with progress. Doesn't throw: the result has the errors. */
export async function sendImport(
  context: ResourcesContext,
  document: ResourceRef,
  label: string,
  work: ImportWork,
): Promise<ImportResult> {
  const { services, activity } = context;
  const report = new ImportReport();
  const collection: ResourceRef = { ...document, kind: 'chunk', collection: true };
  const mark = services.store.mark([collection], 'creating');
  const seen: { result?: BatchResult; read: number; rest: number } = { read: 0, rest: 0 };
  try {
    await activity.run(l10n.t('Creating chunks in {0}', label), async (task) => {
      const result = await createChunks(services.calls, document, rows(task.signal), {
        clock: context.clock,
        signal: task.signal,
        ...(work.plan.isInAnyOrder === true && { inFlight: IN_FLIGHT }),
        onFailed: (failed) => report.failed(failed),
        onProgress: ({ done, there }) => tell(task, done + there),
      });
      seen.result = result;
      task.conclude(
        result.done === 1
          ? l10n.t('Created 1 chunk in {0}', label)
          : l10n.t('Created {0} chunks in {1}', result.done, label),
      );
      if (result.stopped) throw result.stopped;
    });
  } catch (error) {
    if (!seen.result) throw error;
    if (!CancelledError.is(error))
      context.log.warn(`corpora.documents.chunks.batchCreate: ended early`);
  } finally {
    mark.dispose();
    services.store.invalidate(collection);
  }
  const { result } = seen;
  if (!result) throw new CancelledError();
  // The attempt may have ended within the earlier rows, before it read the source.
  const rest = [...report.rest, ...work.rest.slice(seen.rest)];
  const left = { plan: work.plan, rest, skip: Math.max(seen.read, work.skip) };
  return { result, report, ...(result.stopped && { left }) };

  async function* rows(signal: AbortSignal): AsyncGenerator<ChunkRow> {
    for (const row of work.rest) {
      seen.rest += 1;
      yield row;
    }
    // The signal ends sending, which also closes the source.
    for await (const { row, problem } of checkedRows(work.plan)) {
      if (signal.aborted) return;
      seen.read += 1;
      if (seen.read <= work.skip) continue;
      if (problem === undefined) yield row;
      else report.leftOut(row, problem);
    }
  }

  function tell(task: Task, done: number): void {
    const { total } = work.plan;
    // The total is unknown, because a retry counts from zero.
    if (total === undefined || work.skip > 0 || work.rest.length > 0) {
      task.report({ text: l10n.t('{0} created', done), done });
      return;
    }
    task.report({ text: l10n.t('{0} of {1} created', done, total), done, total });
  }
}

// Maximum number of failed rows saved for display or retry.
const MAX_FAILED_ROWS = 10_000;

class ImportReport {
  readonly #lines: string[] = [];
  readonly rest: NamedRow[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  leftOut(row: ChunkRow, reason: string): void {
    this.#add(row, reason);
  }

  failed({ row, reason, kind }: FailedRow<NamedRow>): void {
    if (kind !== 'refused') this.rest.push(row);
    if (kind !== 'notSent') this.#add(row, reason);
  }

  text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  #add(row: ChunkRow, reason: string): void {
    this.#count += 1;
    if (this.#lines.length >= MAX_FAILED_ROWS) return;
    const { line, id, chunk } = row;
    const name = id === undefined ? {} : { name: id };
    this.#lines.push(JSON.stringify({ line, error: reason, ...name, ...sentChunk(chunk) }));
  }
}
