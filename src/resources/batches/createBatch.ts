import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { requireConnected } from '../../platform/errors';
import type { Connection } from '../../service/connection';
import type { ResourcesContext } from '../context';
import { askPlan, batchVersion, lookThrough } from './askPlan';
import { type BatchSource, type BatchCheck, linesSource } from './batchSource';
import { promptSource } from './promptTable';
import { recordsOf } from './batchRecords';
import { lookAgain, type Submitted, submitBatch } from './submitBatch';

/** Creates a batch from a file with a request on each line, or from a prompt file and a table of values. */
export async function createBatch(
  context: ResourcesContext,
  file: FileTarget | undefined,
): Promise<void> {
  const connection = requireConnected(context.services.connections.active);
  const source = await sourceOf(context, connection, file);
  if (!source) return;
  const check = await lookThrough(context, source, batchVersion(connection));
  await createFrom(context, source, check, connection);
}

/** Shows the plan of a batch, creates it where that is wanted, and shows it among the others. */
export async function createFrom(
  context: ResourcesContext,
  source: BatchSource,
  check: BatchCheck,
  connection: Connection,
  given: Parameters<typeof askPlan>[4] = {},
): Promise<void> {
  const plan = await askPlan(context, source, check, connection, given);
  if (!plan) return;
  const former = await formerAttempt(context, connection.id, plan.model, check.digest);
  if (former === 'stop') return;
  const { ref, record } = former ?? (await submitBatch(context, plan));
  context.tell(l10n.t('The batch {0} was created.', record.displayName));
  await context.services.store.list(batchesRow(ref));
  await context.reveal(ref);
}

function batchesRow({ connection, version }: Submitted['ref']) {
  return { connection, version, kind: 'batch', name: '', collection: true } as const;
}

/**
 * An attempt at the same batch of which it stayed open whether the service had taken it: found now, or asked about.
 * Undefined where there was none, or where the user wants another one.
 */
async function formerAttempt(
  context: ResourcesContext,
  connection: string,
  model: string,
  digest: string,
): Promise<Submitted | 'stop' | undefined> {
  const { prompts, progress } = context;
  const records = recordsOf(context);
  const open = (await records.list()).find(
    (one) =>
      one.isOpen === true &&
      one.connection === connection &&
      one.model === model &&
      one.digest === digest,
  );
  if (!open) return undefined;
  const look = l10n.t('Look Again');
  const anew = l10n.t('Create Anew');
  for (;;) {
    const found = await progress(l10n.t('Looking for the batch {0}', open.displayName), () =>
      lookAgain(context, open),
    );
    if (found) return found;
    const answer = await prompts.confirm(
      l10n.t('These requests were sent before, as {0}.', open.displayName),
      {
        detail: l10n.t(
          'The answer got lost, and the service does not list the batch. If it has taken it all the same, a new one is billed in addition.',
        ),
        actions: [look, anew],
      },
    );
    if (answer === look) continue;
    if (answer !== anew) return 'stop';
    await records.remove(open.id);
    return undefined;
  }
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
        title: l10n.t('Requests or Prompt of the Batch'),
        label: l10n.t('Read'),
        filter: { name: l10n.t('Requests or a prompt'), extensions: ['jsonl', 'ndjson', 'json'] },
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

/** A picked file as commands take it. */
function targetOf(uri: string): FileTarget {
  const { protocol, host, pathname } = new URL(uri);
  return { scheme: protocol.slice(0, -1), authority: host, path: decodeURIComponent(pathname) };
}
