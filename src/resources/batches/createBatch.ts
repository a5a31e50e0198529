import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { requireConnected } from '../../platform/errors';
import type { Connection } from '../../service/connection';
import type { ResourcesContext } from '../context';
import { askPlan, batchVersion, checkRequests } from './askPlan';
import { type BatchSource, type BatchCheck, linesSource } from './batchSource';
import { promptSource } from './promptTable';
import { type SubmittedBatch, submitBatch } from './submitBatch';

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
