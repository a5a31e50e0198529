import * as l10n from '@vscode/l10n';
import { FILE_SEARCH_BYTES, storeLimits } from '../../api/schema/fieldLimits';
import { maxItems } from '../../api/schema/limits';
import { shownSize } from '../../base/format';
import { isObject, items, type JsonObject, objectAt, textAt } from '../../base/json';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { Calls } from '../../service/calls';
import { nameOf } from '../../service/store';
import { listPages } from '../../service/tableCalls';

export interface RebuiltDocument {
  readonly name: string;
  readonly displayName: string;
  /** Chunks in order, separated by empty lines. */
  readonly text: string;
  /** Length of the text in UTF-8 bytes. */
  readonly bytes: number;
  readonly chunks: number;
  readonly customMetadata: readonly JsonObject[];
  readonly lost: LostParts;
}

export interface LostParts {
  /** Metadata keys beyond the limit or without a value. */
  readonly keys: readonly string[];
  readonly cut: readonly string[];
  readonly chunksWithMetadata: number;
}

/** Why a store would reject a document; undefined if it wouldn't. */
export function obstacleOf({
  bytes,
}: Pick<RebuiltDocument, 'bytes'>): 'empty' | 'tooLarge' | undefined {
  if (bytes === 0) return 'empty';
  return bytes > FILE_SEARCH_BYTES ? 'tooLarge' : undefined;
}

export async function rebuildDocument(
  calls: Calls,
  corpus: ResourceRef,
  document: JsonObject,
  signal: AbortSignal,
): Promise<RebuiltDocument> {
  const { connection, version } = corpus;
  const name = nameOf(document);
  const all: ResourceRef = { connection, version, kind: 'chunk', name, collection: true };
  const texts: string[] = [];
  let chunksWithMetadata = 0;
  for await (const page of listPages(calls, all, signal)) {
    for (const chunk of page) {
      const text = textAt(objectAt(chunk, 'data'), 'stringValue');
      if (text.trim() !== '') texts.push(text);
      if (items(chunk.customMetadata).length > 0) chunksWithMetadata += 1;
    }
  }
  const text = texts.join('\n\n');
  const displayName = textAt(document, 'displayName') || (name.split('/').at(-1) ?? name);
  const { customMetadata, keys, cut } = fittingMetadata(document.customMetadata);
  return {
    name,
    displayName,
    text,
    bytes: Buffer.byteLength(text),
    chunks: texts.length,
    customMetadata,
    lost: { keys, cut, chunksWithMetadata },
  };
}

/** Returns the metadata that fits a store document's limits, and the keys that don't. */
export function fittingMetadata(metadata: unknown): {
  readonly customMetadata: readonly JsonObject[];
  readonly keys: readonly string[];
  readonly cut: readonly string[];
} {
  const mostValues = maxItems('StringList', 'values');
  const customMetadata: JsonObject[] = [];
  const keys: string[] = [];
  const cut: string[] = [];
  for (const pair of items(metadata).filter(isObject)) {
    const key = textAt(pair, 'key');
    const isFull = customMetadata.length >= storeLimits.customMetadata;
    if (key === '' || Object.keys(pair).length < 2 || isFull) {
      keys.push(key);
      continue;
    }
    const values = items(objectAt(pair, 'stringListValue').values);
    if (values.length > mostValues) {
      cut.push(key);
      const fitting = values.slice(0, mostValues).map(String);
      customMetadata.push({ key, stringListValue: { values: fitting } });
    } else {
      customMetadata.push(pair);
    }
  }
  return { customMetadata, keys, cut };
}

export type MovedDocument = Omit<RebuiltDocument, 'text'>;

export interface MoveOutcome {
  readonly document: MovedDocument;
  readonly end: 'moved' | 'wasThere' | 'empty' | 'tooLarge' | 'failed';
  readonly reason?: string;
}

export function isMoved({ end }: MoveOutcome): boolean {
  return end === 'moved' || end === 'wasThere';
}

/** Returns a text such as `12 documents with 340 chunks, 1.2 MB`. */
export function countedText(documents: readonly MovedDocument[]): string {
  const chunks = documents.reduce((sum, one) => sum + one.chunks, 0);
  const bytes = documents.reduce((sum, one) => sum + one.bytes, 0);
  return l10n.t(
    '{0} with {1}, {2}',
    documents.length === 1
      ? l10n.t('1 document')
      : l10n.t('{0} documents', documents.length.toLocaleString('en')),
    chunks === 1 ? l10n.t('1 chunk') : l10n.t('{0} chunks', chunks.toLocaleString('en')),
    shownSize(bytes),
  );
}

export function moveReport(
  outcomes: readonly MoveOutcome[],
  names: { readonly corpus: string; readonly store: string },
): string {
  const moved = outcomes.filter(isMoved);
  const counted = countedText(moved.map(({ document }) => document));
  return [
    l10n.t('From corpus “{0}” to file search store “{1}”: {2}', names.corpus, names.store, counted),
    '',
    l10n.t(
      'Each document is now a text file with its chunks in order, separated by empty lines. The store splits it into its own chunks.',
    ),
    l10n.t('Corpus permissions aren’t migrated because stores have none.'),
    '',
    ...outcomes.flatMap((outcome) => linesOf(outcome)),
    '',
  ].join('\n');
}

function linesOf(outcome: MoveOutcome): readonly string[] {
  const { document } = outcome;
  const lost = isMoved(outcome) ? lostTexts(document.lost) : [];
  const title = `${plainText(document.displayName)}  (${plainText(document.name)})`;
  return [title, ...[endText(outcome), ...lost].map((line) => `    ${line}`)];
}

function endText({ end, document, reason = '' }: MoveOutcome): string {
  switch (end) {
    case 'moved':
      return l10n.t('Migrated: {0}', shownSize(document.bytes));
    case 'wasThere':
      return l10n.t(
        'Not sent because the store already has a file with this name, size, and metadata.',
      );
    case 'empty':
      return l10n.t('Not migrated because it has no text.');
    case 'tooLarge':
      return l10n.t(
        'Not migrated because it has {0}. A store accepts up to {1} per document.',
        shownSize(document.bytes),
        shownSize(FILE_SEARCH_BYTES),
      );
    case 'failed':
      return l10n.t('Not migrated: {0}', plainText(reason));
  }
}

export function lostTexts({ keys, cut, chunksWithMetadata }: LostParts): readonly string[] {
  const texts: string[] = [];
  if (keys.length > 0) {
    const names = plainText(keys.join(', '));
    texts.push(l10n.t('Metadata removed because it exceeds the limits of a document: {0}', names));
  }
  if (cut.length > 0) {
    texts.push(
      l10n.t('Metadata lists truncated to their first values: {0}', plainText(cut.join(', '))),
    );
  }
  if (chunksWithMetadata === 1) {
    texts.push(l10n.t('Metadata of 1 chunk was removed. Chunks in a store have no metadata.'));
  } else if (chunksWithMetadata > 1) {
    texts.push(
      l10n.t(
        'Metadata of {0} chunks was removed. Chunks in a store have no metadata.',
        chunksWithMetadata.toLocaleString('en'),
      ),
    );
  }
  return texts;
}
