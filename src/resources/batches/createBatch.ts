import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { requireConnected } from '../../platform/errors';
import type { Connection } from '../../service/connection';
import type { ResourceHandler, ResourcesContext } from '../context';
import { askPlan, batchVersion, checkRequests } from './askPlan';
import { type BatchCheck, type BatchSource, linesSource, type ReadLine } from './batchSource';
import { type LoadedResults, loadResults, readRows } from './loadResults';
import { promptSource } from './promptTable';
import type { ResultState } from './resultIndex';
import { submitBatch, type SubmittedBatch } from './submitBatch';

/** Creates a batch from a JSON Lines file, or from a prompt file and a table of values. */
export async function createBatch(
  context: ResourcesContext,
  file: FileTarget | undefined,
): Promise<void> {
  const connection = requireConnected(context.services.connections.active);
  const source = await sourceOf(context, connection, file);
  if (!source) return;
  const check = await checkRequests(context, source, batchVersion(connection));
  await createFrom(context, source, check, connection);
}

export async function createFrom(
  context: ResourcesContext,
  source: BatchSource,
  check: BatchCheck,
  connection: Connection,
  given: Parameters<typeof askPlan>[4] = {},
): Promise<void> {
  const plan = await askPlan(context, source, check, connection, given);
  if (!plan) return;
  const { ref, record } = await submitBatch(context, plan);
  context.tell(l10n.t('Created batch job {0}.', record.displayName));
  await context.services.store.list(batchesRow(ref));
  await context.reveal(ref);
}

function batchesRow({ connection, version }: SubmittedBatch['ref']) {
  return { connection, version, kind: 'batch', name: '', collection: true } as const;
}

async function sourceOf(
  context: ResourcesContext,
  connection: Connection,
  file: FileTarget | undefined,
): Promise<BatchSource | undefined> {
  const { localFiles, readTemplate, progress } = context;
  if (file?.path.endsWith('.prompt.json')) {
    return await promptSource(context, await readTemplate(file), batchVersion(connection));
  }
  const chosen = file
    ? await localFiles.open(file)
    : await localFiles.pick({
        title: l10n.t('Select Batch Requests or Prompt File'),
        label: l10n.t('Fetched'),
        filter: {
          name: l10n.t('Requests or prompt file'),
          extensions: ['jsonl', 'ndjson', 'json'],
        },
      });
  if (!chosen) return undefined;
  if (chosen.name.endsWith('.prompt.json')) {
    return await promptSource(
      context,
      await readTemplate(targetOf(chosen.uri)),
      batchVersion(connection),
    );
  }
  if (chosen.size === 0) throw new AppError('emptySource', l10n.t('The file is empty.'));
  return await progress(l10n.t('Reading {0}', chosen.name), (signal) =>
    linesSource(chosen, signal),
  );
}

function targetOf(uri: string): FileTarget {
  const { protocol, host, pathname } = new URL(uri);
  return { scheme: protocol.slice(0, -1), authority: host, path: decodeURIComponent(pathname) };
}

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
