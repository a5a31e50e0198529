import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { operationRow } from '../../api/operations';
import { isFailure, decideRetry } from '../../api/retryPolicy';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { throwIfAborted } from '../../base/async';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { objectAt, textAt } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import type { ResourceRef } from '../../catalog/ref';
import type { Task } from '../../platform/activity';
import { nameOf } from '../../service/store';
import { listPages } from '../../service/tableCalls';
import type { ResourcesContext } from '../context';
import { formatLine, validLines } from './batchSource';
import { type BatchRecords, FOLDER, type KeptBatch, recordsOf, requestsFile } from './batchRecords';
import { byteLines, lineText } from './resultIndex';
import { type BatchPlan, createOperation, requestCount } from './plan';

const MIME_TYPE = 'application/jsonl';

export interface SubmittedBatch {
  readonly ref: ResourceRef;
  readonly record: KeptBatch;
}

/**
 * Creates a batch as an activity. Doesn't retry the create call, because a retry could duplicate the batch.
 * Throws `AppError` (`unclear`) if the response is lost and no batch is found.
 */
export async function submitBatch(
  context: ResourcesContext,
  plan: BatchPlan,
): Promise<SubmittedBatch> {
  const { activity, clock } = context;
  const records = recordsOf(context);
  await records.sweep(clock.now());
  const { displayName, check } = plan;
  return await activity.run(l10n.t('Creating batch job {0}', displayName), async (task) => {
    const id = records.newId();
    await keepRequests(records, id, plan, task);
    let submitted: SubmittedBatch;
    try {
      const input = plan.isInline
        ? await inlineInput(records, id, plan, task)
        : await uploadedInput(context, id, plan, task);
      submitted = await create(context, id, plan, input, task);
    } catch (error) {
      await records.remove(id);
      throw error;
    }
    task.conclude(l10n.t('Created batch job {0}: {1}', displayName, requestCount(check.good)));
    return submitted;
  });
}

/** Copies the requests as sent, because their file may change before the responses arrive. */
async function keepRequests(
  records: BatchRecords,
  id: string,
  { source, check, version }: BatchPlan,
  task: Task,
): Promise<void> {
  const { signal } = task;
  const hash = createHash('sha256');
  let count = 0;
  const texts = async function* (): AsyncGenerator<string, void, undefined> {
    for await (const line of validLines(source, { version, signal })) {
      const text = formatLine(line);
      hash.update(text);
      count += 1;
      if (count % 1000 === 0)
        task.report({ text: l10n.t('preparing'), done: count, total: check.good });
      yield text;
    }
    if (hash.digest('hex') === check.digest) return;
    throw new AppError(
      'sourceChanged',
      l10n.t('{0} changed while the batch job was being created.', source.name),
      {
        hint: l10n.t('Nothing was sent. Create the batch job again.'),
      },
    );
  };
  await records.files.writePieces(requestsFile(id), texts(), signal);
}

async function inlineInput(
  records: BatchRecords,
  id: string,
  { source, model }: BatchPlan,
  { signal }: Task,
): Promise<JsonObject> {
  const requests: JsonValue[] = [];
  const pieces = records.files.readPieces(requestsFile(id), signal);
  for await (const { bytes } of byteLines(pieces)) {
    const line = JSON.parse(lineText(bytes) ?? '') as JsonObject;
    // The API also requires the model in each embedding request.
    const request =
      source.kind === 'embed' ? { model, ...objectAt(line, 'request') } : line.request;
    requests.push({ request: request ?? null, metadata: { key: line.key ?? null } });
  }
  return { requests: { requests } };
}

async function uploadedInput(
  context: ResourcesContext,
  id: string,
  { connection }: BatchPlan,
  task: Task,
): Promise<JsonObject> {
  const { uploads } = context;
  const { signal } = task;
  const file = await uploads.inspect(context.storageFile(FOLDER, requestsFile(id)));
  const uploaded = await uploads.upload(
    connection,
    { ...file, mimeType: MIME_TYPE },
    {
      signal,
      onState: ({ part }) =>
        task.report({
          text: l10n.t('uploading'),
          ...(part !== undefined && { done: Math.round(part * 100), total: 100 }),
        }),
    },
  );
  throwIfAborted(signal);
  return { fileName: textAt(uploaded, 'name') };
}

async function create(
  context: ResourcesContext,
  id: string,
  plan: BatchPlan,
  inputConfig: JsonObject,
  { signal }: Task,
): Promise<SubmittedBatch> {
  const { services, clock } = context;
  const { connection, version, model, displayName, source, check } = plan;
  const record: KeptBatch = {
    id,
    connection,
    kind: source.kind,
    model,
    displayName,
    count: check.good,
    digest: check.digest,
    createdAt: new Date(clock.now()).toISOString(),
  };
  // A unique name is required to find the batch if the response is lost.
  const taken = await withName(context, record, signal);
  if (taken.length > 0) {
    throw new AppError('nameTaken', l10n.t('A batch job named {0} already exists.', displayName), {
      hint: l10n.t('Nothing was sent. Choose another name.'),
    });
  }
  const operation = createOperation(source.kind, model);
  throwIfAborted(signal);
  let answer: JsonObject;
  try {
    answer = await services.calls.call(
      { connection, version },
      operation,
      { model, body: { batch: { displayName, model, inputConfig } } },
      { signal },
    );
  } catch (error) {
    // After an HTTP rejection, or if the request was never sent, no batch exists.
    const isOpen = isFailure(error)
      ? decideRetry(operationRow(operation), error) === 'open'
      : CancelledError.is(error);
    if (!isOpen) throw error;
    const found = await findCreated(context, record);
    if (found) return found;
    throw unclear(record, error);
  }
  if (nameOf(answer) === '') throw unclear(record, undefined);
  return await finishSubmission(context, record, answer);
}

function unclear({ displayName }: KeptBatch, cause: unknown): AppError<'unclear'> {
  const why = cause === undefined ? '' : errorMessage(cause);
  return new AppError(
    'unclear',
    l10n.t('Couldn’t confirm whether batch job {0} was created. {1}', displayName, why).trim(),
    {
      hint: l10n.t(
        'It isn’t listed yet. Check again in a minute. Creating it again might cost twice as much.',
      ),
      cause,
    },
  );
}

/** Looks for the batch if the response was lost. Undefined if not found. */
async function findCreated(
  context: ResourcesContext,
  record: KeptBatch,
): Promise<SubmittedBatch | undefined> {
  try {
    const [found] = await withName(context, record);
    return found && (await finishSubmission(context, record, found));
  } catch (error) {
    context.log.warn(`batches.list: ${errorMessage(error)}`);
    return undefined;
  }
}

async function withName(
  { services }: ResourcesContext,
  { connection, displayName }: Pick<KeptBatch, 'connection' | 'displayName'>,
  signal?: AbortSignal,
): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  const collection = batchesOf(services.connections.find(connection) ?? { id: connection });
  for await (const page of listPages(services.calls, collection, signal)) {
    for (const one of page) {
      if (textAt(objectAt(one, 'metadata'), 'displayName') === displayName) found.push(one);
    }
  }
  return found;
}

function batchesOf(connection: Parameters<typeof topCollection>[1]): ResourceRef {
  const collection = topCollection('batch', connection);
  if (collection) return collection;
  throw new AppError('noBatches', 'No API version of this connection supports batch jobs.');
}

async function finishSubmission(
  context: ResourcesContext,
  record: KeptBatch,
  answer: JsonObject,
): Promise<SubmittedBatch> {
  const { services, activity } = context;
  const name = nameOf(answer);
  const known: KeptBatch = { ...record, name };
  await recordsOf(context).write(known);
  const { connection, kind, model, displayName } = record;
  const collection = batchesOf(services.connections.find(connection) ?? { id: connection });
  const ref: ResourceRef = { connection, version: collection.version, kind: 'batch', name };
  services.store.merge(ref, answer);
  await activity.follow({
    connection,
    name,
    startedBy: createOperation(kind, model),
    title: l10n.t('Batch {0}', displayName),
  });
  return { ref, record: known };
}
