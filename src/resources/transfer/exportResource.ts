import * as l10n from '@vscode/l10n';
import { isObject, textAt, tryParse } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { ServiceError } from '../../api/errors';
import type { ResourceRef } from '../../catalog/ref';
import type { ActivityUpdate } from '../../platform/activity';
import { safeFileName } from '../../platform/safeFiles';
import type { Calls } from '../../service/calls';
import { getCall, listPages } from '../../service/tableCalls';
import { chooseCorpus } from '../chooseResource';
import { decode, textLines, UNREADABLE, unreadableText } from '../chunks/textSource';
import { type ResourceHandler, notifyDone } from '../context';
import { belowTop, describeResources, labelledResource, nameBelow } from '../resourceTexts';

export const exportResource: ResourceHandler = async (context, [clicked]) => {
  const { localFiles, activity, services } = context;
  const isClicked = clicked?.kind === 'corpus' || clicked?.kind === 'document';
  const ref = isClicked ? clicked : await chooseCorpus(context, { title: l10n.t('Export Corpus') });
  if (!ref || ref.collection) return;
  const subject = labelledResource(ref, services.store.find(ref));
  const what = describeResources([subject]);
  const target = await localFiles.saveAs({
    title: l10n.t('Export {0}', what),
    name: safeFileName(subject.label, '.jsonl', ref.kind),
    filter: { name: l10n.t('JSON lines'), extensions: ['jsonl'] },
  });
  if (!target) return;
  let counts: ExportCounts = { documents: 0, chunks: 0, permissions: 0 };
  let isHidden = false;
  const began = context.clock.monotonic();
  await activity.run(l10n.t('Exporting {0}', what), async (task) => {
    const pieces = exportLines(services.calls, ref, {
      signal: task.signal,
      onProgress: (now) => {
        counts = now;
        task.report(soFar(ref, now));
      },
      onHiddenPermissions: () => {
        isHidden = true;
      },
    });
    await target.write(pieces, task.signal);
    const done = l10n.t('Exported {0} with {1}', what, nameBelow(belowTop(ref, counts)));
    task.conclude(
      isHidden ? l10n.t('{0} (without permissions, which only owners can see)', done) : done,
    );
  });
  notifyDone(context, began, l10n.t('Exported to {0}', target.path));
};

function soFar(top: ResourceRef, now: ExportProgress): ActivityUpdate {
  const { documents, chunks, allDocuments } = now;
  if (allDocuments === undefined) return { text: nameBelow(belowTop(top, now)) };
  const chunkText = nameBelow({ documents: 0, chunks });
  const text = l10n.t('document {0} of {1}, {2}', documents, allDocuments, chunkText);
  return { text, done: documents - 1, total: allDocuments };
}

const FORMAT = 'generative-language-export';
const FORMAT_VERSION = 1;

export interface ExportHeader {
  readonly kind: 'corpus' | 'document';
  readonly name: string;
}

export interface ExportCounts {
  readonly documents: number;
  readonly chunks: number;
  readonly permissions: number;
}

export type ExportRecord = (
  | { readonly kind: 'corpus' | 'document' | 'chunk' | 'permission'; readonly value: JsonObject }
  | { readonly kind: 'end' }
) & {
  /** Line number from 1. */
  readonly line: number;
};

function headerLine(header: ExportHeader & { readonly version: string }): string {
  const { kind, name, version } = header;
  return JSON.stringify({
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    source: { kind, name, version },
  });
}

/** Throws `AppError` (`badExport`) if the file isn't an export or has a newer format. */
function parseHeader(line: string | undefined): ExportHeader {
  const parsed = line === undefined ? undefined : tryParse(line);
  const header = isObject(parsed) && parsed.format === FORMAT ? parsed : undefined;
  const source = isObject(header?.source) ? header.source : {};
  const kind = textAt(source, 'kind');
  const name = textAt(source, 'name');
  if (!header || (kind !== 'corpus' && kind !== 'document') || name === '') {
    throw new AppError('badExport', l10n.t('The file isn’t a corpus or document export.'), {
      hint: l10n.t('Use “Export Corpus or Document…” to create an export file.'),
    });
  }
  if (header.formatVersion !== FORMAT_VERSION) {
    const problem = l10n.t('The file was created by a newer version of this extension.');
    throw new AppError('badExport', problem);
  }
  return { kind, name };
}

const KINDS = ['corpus', 'document', 'chunk', 'permission'] as const;

/** Undefined if the line is invalid. */
function parseRecord(text: string, line: number): ExportRecord | undefined {
  const parsed = tryParse(text);
  if (!isObject(parsed)) return undefined;
  if (isObject(parsed.end)) return { kind: 'end', line };
  for (const kind of KINDS) {
    const value = parsed[kind];
    if (isObject(value)) return { kind, value, line };
  }
  return undefined;
}

interface ExportReader {
  readonly header: ExportHeader;
  /** Lines after the header. Throws `AppError` at an invalid line. */
  readonly records: AsyncGenerator<ExportRecord, void, undefined>;
}

/** Reads the header. Throws `AppError` if invalid. */
export async function readExport(pieces: AsyncIterable<Uint8Array>): Promise<ExportReader> {
  const lines = readLines(pieces);
  const first = await lines.next();
  const header = parseHeader(first.done ? undefined : first.value.text);
  return { header, records: records(lines) };
}

async function* records(
  lines: AsyncIterable<{ readonly text: string; readonly line: number }>,
): AsyncGenerator<ExportRecord, void, undefined> {
  for await (const { text, line } of lines) {
    const record = parseRecord(text, line);
    if (!record)
      throw new AppError('badExport', l10n.t('Line {0} isn’t a valid export record.', line));
    yield record;
  }
}

async function* readLines(
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly text: string; readonly line: number }, void, undefined> {
  let line = 0;
  for await (const text of textLines(decode(pieces, 'utf-8'))) {
    line += 1;
    if (text.includes(UNREADABLE)) {
      const problem = unreadableText('utf-8');
      throw new AppError('badExport', l10n.t('Line {0}: {1}', line, problem));
    }
    if (text.trim() !== '') yield { text, line };
  }
}

export interface ExportProgress extends ExportCounts {
  /** Total number of documents. Undefined before the last page. */
  readonly allDocuments?: number | undefined;
}

interface ExportOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (counts: ExportProgress) => void;
  /** Called if the permissions aren't readable, so the export has none. */
  readonly onHiddenPermissions?: () => void;
}

/**
 * Yields a corpus or document with its content as JSON Lines: header, resource, documents with
 * chunks, permissions, end. Pages are fetched on demand.
 */
export async function* exportLines(
  calls: Calls,
  top: ResourceRef,
  options: ExportOptions = {},
): AsyncGenerator<string, void, undefined> {
  const counts = { documents: 0, chunks: 0, permissions: 0 };
  let allDocuments: number | undefined;
  const { signal } = options;
  const kind = top.kind === 'corpus' ? 'corpus' : 'document';
  const { id, input } = getCall(top);
  const resource = await calls.call(top, id, input, signal ? { signal } : {});
  yield `${headerLine({ kind, name: top.name, version: top.version })}\n${line(kind, resource)}`;
  if (kind === 'document') {
    counts.documents = 1;
    yield* chunksOf(top);
  } else {
    const pages = { isLast: false };
    const onLast = (): void => {
      pages.isLast = true;
    };
    for await (const page of listPages(calls, below(top, 'document'), signal, onLast)) {
      if (pages.isLast) allDocuments = counts.documents + page.length;
      for (const document of page) {
        counts.documents += 1;
        yield line('document', document);
        yield* chunksOf({ ...top, kind: 'document', name: textAt(document, 'name') });
      }
    }
    yield* permissions();
  }
  yield line('end', counts);

  async function* chunksOf(document: ResourceRef): AsyncGenerator<string, void, undefined> {
    for await (const page of listPages(calls, below(document, 'chunk'), signal)) {
      counts.chunks += page.length;
      options.onProgress?.({ ...counts, allDocuments });
      if (page.length > 0) yield page.map((chunk) => line('chunk', chunk)).join('');
    }
  }

  async function* permissions(): AsyncGenerator<string, void, undefined> {
    try {
      for await (const page of listPages(calls, below(top, 'corpusPermission'), signal)) {
        counts.permissions += page.length;
        if (page.length > 0) yield page.map((one) => line('permission', one)).join('');
      }
    } catch (error) {
      // Readers can't list permissions, and some servers don't support them.
      const isHidden = error instanceof ServiceError && [403, 404, 501].includes(error.httpStatus);
      if (!isHidden) throw error;
      options.onHiddenPermissions?.();
    }
  }
}

function below(parent: ResourceRef, kind: ResourceRef['kind']): ResourceRef {
  const { connection, version, name } = parent;
  return { connection, version, kind, name, collection: true };
}

function line(kind: string, value: JsonObject): string {
  return `${JSON.stringify({ [kind]: value })}\n`;
}
