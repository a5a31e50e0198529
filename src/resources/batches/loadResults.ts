import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { isSuccess, readError } from '../../api/body';
import { downloadRequest } from '../../api/request';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { FilePart, StreamedFiles } from '../../platform/files';
import type { Task } from '../../platform/activity';
import type { ResourcesContext } from '../context';
import {
  type BatchRecords,
  type KeptBatch,
  recordsOf,
  requestsFile,
  resultsFile,
} from './batchRecords';
import { joinResults, parsed, type ResultIndex } from './resultIndex';

export interface LoadedResults {
  readonly ref: ResourceRef;
  readonly label: string;
  readonly batch: JsonObject;
  readonly record: KeptBatch;
  readonly files: StreamedFiles;
  readonly index: ResultIndex;
}

/** Downloads a batch's responses if necessary and joins them to its requests. Runs as an activity. */
export async function loadResults(
  context: ResourcesContext,
  ref: ResourceRef,
): Promise<LoadedResults> {
  const { services, activity } = context;
  const batch = await services.store.get(ref);
  const label = kindRow('batch').label(batch);
  const records = recordsOf(context);
  const record = await recordOf(records, ref, batch, context.clock.now());
  return await activity.run(l10n.t('Fetching the results of {0}', label), async (task) => {
    const name = resultsFile(record.id);
    const { files } = records;
    if ((await files.stamp(name)) === undefined || batch.done !== true) {
      await fetchAnswers(context, ref, batch, record.id, files, task);
    }
    const index = await join(records, record, task);
    task.conclude(l10n.t('Fetched the results of {0}', label));
    return { ref, label, batch, record, files, index };
  });
}

export async function withRequests(
  context: ResourcesContext,
  results: LoadedResults,
  pieces: AsyncIterable<Uint8Array>,
): Promise<LoadedResults> {
  const { activity } = context;
  const { files, record, label } = results;
  const title = l10n.t('Matching results of {0} to requests', label);
  return await activity.run(title, async (task) => {
    await files.writePieces(requestsFile(record.id), pieces, task.signal);
    return { ...results, index: await join(recordsOf(context), record, task) };
  });
}

async function join({ files }: BatchRecords, { id }: KeptBatch, task: Task): Promise<ResultIndex> {
  const { signal } = task;
  const requests = requestsFile(id);
  const isKnown = (await files.stamp(requests)) !== undefined;
  return await joinResults({
    requests: isKnown ? files.readPieces(requests, signal) : undefined,
    answers: files.readPieces(resultsFile(id), signal),
    onLines: (read) => task.report({ text: l10n.t('line {0}', read.toLocaleString('en')) }),
  });
}

/** Returns the local record of a batch, or a record built from the API's data. */
async function recordOf(
  records: BatchRecords,
  { connection, name }: ResourceRef,
  batch: JsonObject,
  now: number,
): Promise<KeptBatch> {
  const known = await records.find(connection, name);
  if (known) return known;
  const metadata = objectAt(batch, 'metadata');
  const isEmbedding = textAt(metadata, '@type').endsWith('EmbedContentBatch');
  const digest = createHash('sha256')
    .update(JSON.stringify([connection, name]))
    .digest('hex');
  const record: KeptBatch = {
    id: digest.slice(0, 16),
    connection,
    name,
    kind: isEmbedding ? 'embed' : 'generate',
    model: textAt(metadata, 'model'),
    displayName: textAt(metadata, 'displayName'),
    count: 0,
    digest: '',
    createdAt: new Date(now).toISOString(),
  };
  await records.write(record);
  return record;
}

/** Timeout of a complete download, in ms. A stalled download times out much sooner. */
const MAX_DURATION = 24 * 60 * 60 * 1000;

async function fetchAnswers(
  { services, clock }: ResourcesContext,
  { connection, version }: ResourceRef,
  batch: JsonObject,
  id: string,
  files: StreamedFiles,
  task: Task,
): Promise<void> {
  const { signal } = task;
  const inline = inlineResponses(batch);
  if (inline.length > 0) {
    await files.writePieces(resultsFile(id), inlineLines(inline), signal);
    return;
  }
  const file = responsesFile(batch);
  if (file === '') {
    // If there are no responses, every request counts as missing and can be retried.
    if (batch.done === true && (await files.stamp(requestsFile(id))) !== undefined) {
      await files.write(resultsFile(id), '');
      return;
    }
    throw new AppError('noResults', l10n.t('No results are available for this batch job.'), {
      hint:
        batch.done === true
          ? l10n.t('It ended before any request was processed.')
          : l10n.t('Results are available when the job completes.'),
    });
  }
  const client = await services.clients.get(connection);
  const answer = await client.exchange(downloadRequest(file, version), {
    signal,
    stream: true,
    timeoutMs: MAX_DURATION,
  });
  if (!isSuccess(answer)) throw await readError(answer, clock.now());
  await files.writePieces(
    resultsFile(id),
    counted(answer.body, (done) => task.report({ done })),
    signal,
  );
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  onBytes: (done: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  for await (const piece of body) {
    yield piece;
    done += piece.length;
    onBytes(done);
  }
}

async function* inlineLines(
  responses: readonly JsonObject[],
): AsyncGenerator<string, void, undefined> {
  for (const { metadata, ...answer } of responses) {
    const key = textAt(objectAt({ metadata }, 'metadata'), 'key');
    yield await Promise.resolve(`${JSON.stringify({ ...(key !== '' && { key }), ...answer })}\n`);
  }
}

/** Returns the batch's outputs, which are in the metadata and sometimes in the response. */
function outputsOf(batch: JsonObject): readonly JsonObject[] {
  const response = objectAt(batch, 'response');
  return [objectAt(objectAt(batch, 'metadata'), 'output'), response, objectAt(response, 'output')];
}

function responsesFile(batch: JsonObject): string {
  return (
    outputsOf(batch)
      .map((output) => textAt(output, 'responsesFile'))
      .find(Boolean) ?? ''
  );
}

function inlineResponses(batch: JsonObject): readonly JsonObject[] {
  const found = outputsOf(batch)
    .map((output) => items(objectAt(output, 'inlinedResponses').inlinedResponses))
    .find((responses) => responses.length > 0);
  return (found ?? []).filter(isObject);
}

export interface ResultLines {
  readonly row: number;
  readonly request?: JsonObject;
  readonly answer?: JsonObject;
}

/** Maximum gap in bytes between two lines read together, which is cheaper than a second read. */
const GAP = 65_536;

/** Maximum bytes per read, unless one line is longer. */
const MAX_CONCURRENT = 4_000_000;

export async function readRows(
  { files, record, index }: Pick<LoadedResults, 'files' | 'record' | 'index'>,
  rows: Iterable<number>,
  signal?: AbortSignal,
): Promise<readonly ResultLines[]> {
  const wanted = [...rows];
  const places = wanted.map((row) => index.at(row));
  const [requests, answers] = await Promise.all([
    readParts(
      files,
      requestsFile(record.id),
      places.map(({ request }) => request),
      signal,
    ),
    readParts(
      files,
      resultsFile(record.id),
      places.map(({ answer }) => answer),
      signal,
    ),
  ]);
  return wanted.map((row, at) => {
    const [request, answer] = [requests[at], answers[at]];
    return { row, ...(request && { request }), ...(answer && { answer }) };
  });
}

async function readParts(
  files: StreamedFiles,
  name: string,
  parts: readonly (FilePart | undefined)[],
  signal: AbortSignal | undefined,
): Promise<readonly (JsonObject | undefined)[]> {
  const found = new Array<JsonObject | undefined>(parts.length).fill(undefined);
  const known = parts
    .flatMap((part, at) => (part ? [{ ...part, at }] : []))
    .sort((a, b) => a.offset - b.offset);
  let from = 0;
  while (from < known.length) {
    const start = known[from]?.offset ?? 0;
    let end = start;
    let to = from;
    for (; to < known.length; to += 1) {
      const next = known[to];
      if (
        !next ||
        (to > from &&
          (next.offset - end > GAP || next.offset + next.length - start > MAX_CONCURRENT))
      )
        break;
      end = next.offset + next.length;
    }
    const pieces: Uint8Array[] = [];
    const range = { offset: start, length: end - start };
    for await (const piece of files.readPieces(name, signal, range)) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    for (const { at, offset, length } of known.slice(from, to)) {
      found[at] = parsed(bytes.subarray(offset - start, offset - start + length));
    }
    from = to;
  }
  return found;
}
