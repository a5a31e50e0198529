import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { type Clock, sleep } from '../../base/clock';
import { CancelledError, errorMessage } from '../../base/errors';
import { throwIfAborted } from '../../base/async';
import { VISIBLE_WITHIN, waitPolicies } from '../../base/waitPolicies';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import { createCall, getCall } from '../../service/tableCalls';
import { matchesSent, createChunks } from '../chunks/chunkCalls';
import type { ChunkRow } from '../chunks/mapping';
import { newBody } from './createTop';
import type { ResourcesContext } from '../context';
import type { ExportRecord } from './exportResource';

export interface ImportTarget {
  readonly corpus: ResourceRef;
  readonly document?: { readonly from: string; readonly to: string };
  readonly withPermissions: boolean;
}

interface ImportOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (counts: ImportCounts) => void;
  readonly onFailed: (line: number, reason: string) => void;
  readonly onUnshared?: (line: number, permission: JsonObject) => void;
}

interface ImportCounts {
  readonly documents: number;
  readonly chunks: number;
  readonly permissions: number;
}

interface ImportResult extends ImportCounts {
  readonly isWhole: boolean;
}

type Value = Extract<ExportRecord, { readonly value: unknown }>;

/**
 * Creates an export's resources. Skips identical resources, so a failed import can be repeated. Throws if
 * canceled or if no further call can succeed.
 */
export async function importRecords(
  context: ResourcesContext,
  records: AsyncGenerator<ExportRecord, void, undefined>,
  target: ImportTarget,
  options: ImportOptions,
): Promise<ImportResult> {
  return await new ImportRun(context, records, target, options).run();
}

class ImportRun {
  readonly #context: ResourcesContext;
  readonly #records: AsyncGenerator<ExportRecord, void, undefined>;
  readonly #target: ImportTarget;
  readonly #options: ImportOptions;
  readonly #counts = { documents: 0, chunks: 0, permissions: 0 };
  #next: ExportRecord | undefined;

  constructor(
    context: ResourcesContext,
    records: AsyncGenerator<ExportRecord, void, undefined>,
    target: ImportTarget,
    options: ImportOptions,
  ) {
    this.#context = context;
    this.#records = records;
    this.#target = target;
    this.#options = options;
  }

  async run(): Promise<ImportResult> {
    const { signal } = this.#options;
    const { corpus, document } = this.#target;
    await this.#seen(document ? this.#documentRef(document.from) : corpus);
    if (document) this.#counts.documents = 1;
    for (;;) {
      throwIfAborted(signal);
      const record = await this.#take();
      if (!record) return { ...this.#counts, isWhole: false };
      if (record.kind === 'end') return { ...this.#counts, isWhole: true };
      if (record.kind === 'document') await this.#document(record);
      if (record.kind === 'chunk') await this.#chunks(record);
      if (record.kind === 'permission') await this.#permission(record);
      this.#options.onProgress({ ...this.#counts });
    }
  }

  async #take(): Promise<ExportRecord | undefined> {
    const next = this.#next;
    this.#next = undefined;
    if (next) return next;
    const { done, value } = await this.#records.next();
    return done === true ? undefined : value;
  }

  async #document({ value, line }: Value): Promise<void> {
    const ref = this.#documentRef(textAt(value, 'name'));
    if (!(await this.#create(ref, newBody('document', value), line))) {
      await this.#skipChunks(line);
      return;
    }
    this.#counts.documents += 1;
    await this.#seen(ref);
  }

  /** Waits until a resource is visible, because the server rejects children before that. */
  async #seen(ref: ResourceRef): Promise<void> {
    const { id, input } = getCall(ref);
    const { clock, services } = this.#context;
    const { signal } = this.#options;
    await retryUntilVisible(clock, signal, () => services.calls.call(ref, id, input, { signal }));
  }

  async #chunks(first: Value): Promise<void> {
    const parent = textAt(first.value, 'name').split('/').slice(0, -2).join('/');
    const document = this.#documentRef(parent);
    const { calls, store } = this.#context.services;
    const { signal, onFailed, onProgress } = this.#options;
    const before = this.#counts.chunks;
    const { done, there, stopped } = await createChunks(
      calls,
      document,
      this.#rowsBelow(parent, first),
      {
        clock: this.#context.clock,
        signal,
        onFailed: ({ row, reason, kind }) => {
          // The error thrown below covers unsent rows.
          if (kind !== 'notSent') onFailed(row.line, reason);
        },
        onProgress: (counts) =>
          onProgress({ ...this.#counts, chunks: before + counts.done + counts.there }),
      },
    );
    this.#counts.chunks = before + done + there;
    // The tree may have an outdated chunk list of an existing document.
    const listed: ResourceRef = { ...document, kind: 'chunk', collection: true };
    if (done > 0 && store.peek(listed)) store.invalidate(listed);
    if (stopped) throw stopped;
  }

  /** Yields one document's chunks and saves the record that follows. */
  async *#rowsBelow(parent: string, first: Value): AsyncGenerator<ChunkRow> {
    let record: ExportRecord | undefined = first;
    while (record?.kind === 'chunk' && textAt(record.value, 'name').startsWith(`${parent}/`)) {
      const id = textAt(record.value, 'name').split('/').at(-1) ?? '';
      yield { line: record.line, ...(id !== '' && { id }), chunk: record.value };
      record = await this.#take();
    }
    this.#next = record;
  }

  async #skipChunks(line: number): Promise<void> {
    let record = await this.#take();
    while (record?.kind === 'chunk') {
      this.#options.onFailed(
        record.line,
        l10n.t('The parent document (line {0}) was not imported.', line),
      );
      record = await this.#take();
    }
    this.#next = record;
  }

  async #permission({ value, line }: Value): Promise<void> {
    // The importing user becomes the owner.
    if (textAt(value, 'role') === 'OWNER') return;
    if (!this.#target.withPermissions) {
      this.#options.onUnshared?.(line, value);
      return;
    }
    const { corpus } = this.#target;
    const collection: ResourceRef = { ...corpus, kind: 'corpusPermission', collection: true };
    const { id, input } = createCall(collection, newBody('corpusPermission', value));
    const { signal } = this.#options;
    try {
      await this.#context.services.calls.call(corpus, id, input, { signal });
      this.#counts.permissions += 1;
    } catch (error) {
      if (isTaken(error)) return;
      this.#failOrThrow(line, error);
    }
  }

  async #create(ref: ResourceRef, body: Value['value'], line: number): Promise<boolean> {
    const { calls } = this.#context.services;
    const { signal } = this.#options;
    const collection: ResourceRef = { ...this.#target.corpus, kind: ref.kind, collection: true };
    const { id, input } = createCall(collection, body, ref.name.split('/').at(-1));
    try {
      await calls.call(ref, id, input, { signal });
      return true;
    } catch (error) {
      if (!isTaken(error)) {
        this.#failOrThrow(line, error);
        return false;
      }
      const get = getCall(ref);
      const found = await calls.call(ref, get.id, get.input, { signal });
      if (matchesSent(found, body)) return true;
      const reason = l10n.t('A different document named {0} already exists.', ref.name);
      this.#options.onFailed(line, reason);
      return false;
    }
  }

  #failOrThrow(line: number, error: unknown): void {
    const isOfLine = error instanceof ServiceError && [400, 403, 404].includes(error.httpStatus);
    if (!isOfLine || CancelledError.is(error)) throw error;
    this.#options.onFailed(line, errorMessage(error));
  }

  #documentRef(from: string): ResourceRef {
    const { corpus, document } = this.#target;
    const id = from.split('/').at(-1) ?? '';
    const name = document?.from === from ? document.to : `${corpus.name}/documents/${id}`;
    return { ...corpus, kind: 'document', name };
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof ServiceError && error.httpStatus === 409;
}

/** Retries work on a new resource until the server shows it. */
async function retryUntilVisible<T>(
  clock: Clock,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const end = clock.monotonic() + VISIBLE_WITHIN;
  for (;;) {
    throwIfAborted(signal);
    try {
      return await work();
    } catch (error) {
      const isUnseen = error instanceof ServiceError && [403, 404].includes(error.httpStatus);
      if (!isUnseen || clock.monotonic() >= end) throw error;
    }
    await sleep(clock, waitPolicies.unseenImport.first, signal);
  }
}

export interface FailedLine {
  readonly line: number;
  readonly reason: string;
}

/** Reports failed lines, with details on demand. Never rejects. */
export async function reportFailedLines(
  context: ResourcesContext,
  file: string,
  failed: readonly FailedLine[],
): Promise<void> {
  const { prompts, documents } = context;
  try {
    const show = l10n.t('Show Details');
    const name = plainText(file);
    const counted =
      failed.length === 1
        ? l10n.t('1 line of {0} was not imported.', name)
        : l10n.t('{0} lines of {1} were not imported.', failed.length, name);
    if ((await prompts.notify('warning', counted, show)) !== show) return;
    const lines = failed.map(({ line, reason }) =>
      l10n.t('Line {0}: {1}', line, plainText(reason)),
    );
    const text = [counted, '', ...lines, ''].join('\n');
    await documents.show({ name: l10n.t('Not imported.txt'), read: () => text });
  } catch (error) {
    await context.report('importResource', error);
  }
}
