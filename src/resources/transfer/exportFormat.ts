import * as l10n from '@vscode/l10n';
import { isObject, textAt, tryParse } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { ServiceError } from '../../api/errors';
import type { ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import { getCall, listPages } from '../../service/tableCalls';
import { decode, textLines, UNREADABLE, unreadableText } from '../chunks/textSource';

/** What a file of this form begins with. */
export const FORMAT = 'generative-language-export';
export const FORMAT_VERSION = 1;

/** The first line of an export. */
export interface ExportHeader {
  readonly kind: 'corpus' | 'document';
  /** Resource name of what was exported. */
  readonly name: string;
}

/** What the last line says of the lines before it. */
export interface ExportCounts {
  readonly documents: number;
  readonly chunks: number;
  readonly permissions: number;
}

/** A line after the first: a resource as the service gave it, or the end. */
export type ExportRecord = (
  | { readonly kind: 'corpus' | 'document' | 'chunk' | 'permission'; readonly value: JsonObject }
  | { readonly kind: 'end' }
) & {
  /** From 1. */
  readonly line: number;
};

export function headerLine(header: ExportHeader & { readonly version: string }): string {
  const { kind, name, version } = header;
  return JSON.stringify({
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    source: { kind, name, version },
  });
}

/** Throws `AppError` with the reason `badExport` where a file is no export, or one of a later form. */
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

/** Undefined where a line is none of an export. */
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

/** An export that is being read. */
export interface ExportReader {
  readonly header: ExportHeader;
  /** The lines after the first. Throws `AppError` where one is none of an export. */
  readonly records: AsyncGenerator<ExportRecord, void, undefined>;
}

/** Reads the first line. Throws `AppError` where it is that of no export. */
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

/** The lines without empty ones; each with its number, from 1. Throws `AppError` where one can't be read. */
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

/** How far an export is. */
export interface ExportProgress extends ExportCounts {
  /** How many documents there are in all, from when their last page is read on. */
  readonly allDocuments?: number | undefined;
}

interface ExportOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told after each page. */
  readonly onProgress?: (counts: ExportProgress) => void;
  /** The service does not show the permissions: what was exported has none. */
  readonly onHiddenPermissions?: () => void;
}

/**
 * A corpus or a document with all below it, as pieces of a file with a JSON object per line, in the service's
 * order: what it is, the resource, its documents each with its chunks, its permissions, and the end. A page is
 * asked for only when the piece before it was taken.
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
      // Readers don't see them, and some services have none.
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
