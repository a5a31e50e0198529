import * as l10n from '@vscode/l10n';
import { FILE_SEARCH_BYTES } from '../../api/schema/fieldLimits';
import { shownSize } from '../../base/format';
import { plainText } from '../../platform/plainText';
import type { LostParts, RebuiltDocument } from './rebuildDocument';

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
