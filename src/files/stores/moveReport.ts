import * as l10n from '@vscode/l10n';
import { FILE_SEARCH_BYTES } from '../../api/schema/fieldLimits';
import { shownSize } from '../../base/format';
import { plainText } from '../../platform/plainText';
import type { LostParts, RebuiltDocument } from './rebuildDocument';

/** A document that is to be moved, without its text. */
export type MovedDocument = Omit<RebuiltDocument, 'text'>;

/** What became of a document: it is in the store now or was before, or why it is not. */
export interface MoveOutcome {
  readonly document: MovedDocument;
  readonly end: 'moved' | 'wasThere' | 'empty' | 'tooLarge' | 'failed';
  /** Of one that failed. */
  readonly reason?: string;
}

/** What is in the store of all that was to be moved. */
export function isMoved({ end }: MoveOutcome): boolean {
  return end === 'moved' || end === 'wasThere';
}

/** Such as `12 documents with 340 chunks, 1.2 MB`. */
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

/** A text that says of each document what became of it, and what could not be kept. */
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
      'Each document is a text file now: its chunks in order, an empty line between them. The store cuts it into chunks of its own.',
    ),
    l10n.t('Permissions of the corpus are not kept: stores have none.'),
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
      return l10n.t('Moved: {0}', shownSize(document.bytes));
    case 'wasThere':
      return l10n.t('Not sent: the store has one of this name, size and metadata already.');
    case 'empty':
      return l10n.t('Not moved: it has no text.');
    case 'tooLarge':
      return l10n.t(
        'Not moved: it has {0}, and a store takes at most {1} a document.',
        shownSize(document.bytes),
        shownSize(FILE_SEARCH_BYTES),
      );
    case 'failed':
      return l10n.t('Not moved: {0}', plainText(reason));
  }
}

/** What of a document is not kept, in sentences. */
export function lostTexts({ keys, cut, chunksWithMetadata }: LostParts): readonly string[] {
  const texts: string[] = [];
  if (keys.length > 0) {
    const names = plainText(keys.join(', '));
    texts.push(l10n.t('Metadata not kept, beyond what a document may have: {0}', names));
  }
  if (cut.length > 0) {
    texts.push(
      l10n.t('Lists of metadata cut to their first values: {0}', plainText(cut.join(', '))),
    );
  }
  if (chunksWithMetadata === 1) {
    texts.push(l10n.t('Metadata of 1 chunk not kept: chunks of a store have none of their own.'));
  } else if (chunksWithMetadata > 1) {
    texts.push(
      l10n.t(
        'Metadata of {0} chunks not kept: chunks of a store have none of their own.',
        chunksWithMetadata.toLocaleString('en'),
      ),
    );
  }
  return texts;
}
