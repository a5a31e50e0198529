import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../base/errors';
import type { ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import type { ResourcesContext } from '../context';
import { type BatchResult, batchTexts, type FailedRow, IN_FLIGHT } from './batchJob';
import { checkedRows, type ImportPlan } from './checkSource';
import { createChunks } from './chunkCalls';
import { type ChunkRow, type NamedRow, sentChunk } from './chunkRow';

/** Rows to import: rows of an earlier attempt, then unread rows of the source. */
export interface ImportWork {
  readonly plan: ImportPlan;
  readonly rest: readonly NamedRow[];
  readonly skip: number;
}

export interface ImportResult {
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
        ...{ clock: context.clock, texts: batchTexts(), signal: task.signal },
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
