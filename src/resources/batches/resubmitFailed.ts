import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { requireConnected } from '../../platform/errors';
import type { ResourceHandler, ResourcesContext } from '../context';
import { batchVersion, checkRequests } from './askPlan';
import type { ReadLine } from './batchLine';
import type { BatchSource } from './batchSource';
import { createFrom } from './createBatch';
import { type LoadedResults, loadResults } from './loadResults';
import { readRows } from './resultRows';
import type { ResultState } from './resultIndex';

export const FAILED = ['failed', 'missing'] as const satisfies readonly ResultState[];

export const resubmitFailed: ResourceHandler = async (context, targets) => {
  const target = targets.find(({ kind, collection }) => kind === 'batch' && !collection);
  if (!target) return;
  const results = await loadResults(context, target);
  await resubmitRows(context, results, results.index.rowsIn(FAILED));
};

/** Creates a batch from some requests of another batch. Throws `AppError` if the requests are unknown. */
export async function resubmitRows(
  context: ResourcesContext,
  results: LoadedResults,
  rows: readonly number[],
): Promise<void> {
  const { services } = context;
  const { index, ref, record, label } = results;
  if (!index.hasRequests) {
    throw new AppError('noRequests', l10n.t('The requests of {0} aren’t available here.', label), {
      hint: l10n.t('Open the results, and add the requests file.'),
    });
  }
  if (rows.length === 0) {
    throw new AppError('noRequests', l10n.t('{0} has no failed requests.', label));
  }
  const connection = requireConnected(services.connections.find(ref.connection));
  const source: BatchSource = {
    name: label,
    kind: record.kind,
    model: record.model,
    read: (signal) => requestsOf(results, rows, signal),
  };
  const check = await checkRequests(context, source, batchVersion(connection));
  await createFrom(context, source, check, connection);
}

const MAX_CONCURRENT = 200;

async function* requestsOf(
  results: LoadedResults,
  rows: readonly number[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ReadLine, void, undefined> {
  for (let at = 0; at < rows.length; at += MAX_CONCURRENT) {
    for (const { row, request } of await readRows(
      results,
      rows.slice(at, at + MAX_CONCURRENT),
      signal,
    )) {
      const line = row + 1;
      if (request) yield { line, value: request };
      else yield { line, problem: l10n.t('The request isn’t available here.') };
    }
  }
}
