import * as vscode from 'vscode';
import { objectAt, textAt } from '../../base/json';
import { metadataLine } from '../../catalog/kinds';
import type { TooltipTexts } from '../../platform/treeRows';
import type { Store } from '../../service/store';
import { currentChunk, documentLabel, scoreText, type SearchResult } from './searchResult';

/** Characters of a chunk that a tooltip shows. */
const MOST = 2000;

/** The whole text of a chunk that was found, and its metadata. */
export function resultTooltip(row: SearchResult, store: Store): TooltipTexts {
  const chunk = currentChunk(row, store);
  const text = textAt(objectAt(chunk, 'data'), 'stringValue').trim();
  const shown = text.length > MOST ? `${text.slice(0, MOST)}…` : text;
  const facts = [
    [vscode.l10n.t('Score'), scoreText(row.score)],
    [vscode.l10n.t('Document'), documentLabel(row, store, row.document)],
    [vscode.l10n.t('Metadata'), metadataLine(chunk)],
    [vscode.l10n.t('Metadata of the document'), metadataLine(row.document)],
    [vscode.l10n.t('Name'), row.name],
  ].filter(([, value]) => value !== '');
  return { paragraphs: [shown], facts };
}
