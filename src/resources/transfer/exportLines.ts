import { ServiceError } from '../../api/errors';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { ResourceRef } from '../../catalog/ref';
import type { Calls } from '../../service/calls';
import { getCall, listPages } from '../../service/tableCalls';
import { type ExportCounts, headerLine } from './exportFormat';

/** How far an export is. */
export interface ExportProgress extends ExportCounts {
  /** How many documents there are in all, from when their last page is read on. */
  readonly allDocuments?: number | undefined;
}

export interface ExportOptions {
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
