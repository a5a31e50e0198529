import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { Emulator } from '../../../../src/emulator/options';
import { user } from '../asking';
import { uploadFile } from '../upload/uploading';
import { ask, json } from '../wire';

/** Milliseconds. */
export const SECOND = 1000;
export const HOUR = 3600 * SECOND;

/** A batch as the Operation that it is. */
export interface BatchOperation {
  readonly name: string;
  readonly metadata: Message<'GenerateContentBatch'> & { readonly '@type': string };
  readonly done?: boolean;
  readonly error?: Message<'google.rpc.Status'>;
  readonly response?: Message<'GenerateContentBatchOutput'> & { readonly '@type': string };
}

/** A request of a batch, within the call. */
export function asking(text: string, key?: string): JsonObject {
  const request = { contents: [user(text)] };
  return { request, ...(key === undefined ? {} : { metadata: { key } }) };
}

/** Creates batches, and looks at them. */
export class Batches {
  readonly #emulator: () => Emulator;
  readonly #version: string;

  constructor(emulator: () => Emulator, version = 'v1beta') {
    this.#emulator = emulator;
    this.#version = version;
  }

  inline(requests: readonly JsonObject[], displayName = 'Tides'): Promise<BatchOperation> {
    return this.create({ displayName, inputConfig: { requests: { requests } } });
  }

  /** From a file of these lines. */
  async fromFile(lines: readonly string[], displayName = 'Tides'): Promise<BatchOperation> {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    const file = await uploadFile(this.#emulator(), bytes, { mimeType: 'application/jsonl' });
    return await this.create({ displayName, inputConfig: { fileName: file.name ?? '' } });
  }

  async create(
    batch: JsonObject,
    method = 'models/emulator-flash:batchGenerateContent',
  ): Promise<BatchOperation> {
    return read(await json(this.#emulator(), `/${this.#version}/${method}`, { batch }));
  }

  async get(name: string): Promise<BatchOperation> {
    return read(await json(this.#emulator(), `/${this.#version}/${name}`));
  }

  async cancel(name: string): Promise<void> {
    const answer = await json(this.#emulator(), `/${this.#version}/${name}:cancel`, {});
    assert.deepEqual(answer, {});
  }

  /** The lines of a file that the service made. */
  async download(name: string): Promise<readonly JsonObject[]> {
    const path = `/download/${this.#version}/${name}:download?alt=media`;
    const { status, text } = await ask(this.#emulator(), path);
    assert.equal(status, 200, text);
    assert.ok(text.endsWith('\n'));
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
  }
}

function read(answer: JsonObject): BatchOperation {
  return answer as unknown as BatchOperation;
}

/** The answers that stand in a batch itself. */
export function inlined(operation: BatchOperation): readonly Message<'InlinedResponse'>[] {
  const { output } = operation.metadata;
  assert.deepEqual(operation.response, {
    '@type': operation.response?.['@type'],
    ...output,
  });
  return output?.inlinedResponses?.inlinedResponses ?? [];
}

/** State and counts, as the service writes them. */
export function stateOf({ metadata }: BatchOperation): readonly unknown[] {
  const { requestCount, pendingRequestCount, successfulRequestCount, failedRequestCount } =
    metadata.batchStats ?? {};
  const state = metadata.state?.replace('BATCH_STATE_', '');
  const counts = [requestCount, pendingRequestCount, successfulRequestCount, failedRequestCount];
  return [state, ...counts.map((count) => count ?? '-')];
}
