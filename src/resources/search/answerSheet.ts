import * as l10n from '@vscode/l10n';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import { kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { shortLabel } from '../resourceTexts';
import {
  type AnswerPassage,
  type AnswerRequest,
  type AnswerResult,
  styleName,
} from './answerRequest';
import { filtersText } from './filter';
import type { TableRow } from '../../webview/tableRows';

const LIKELY = 0.7;
const POSSIBLE = 0.4;

/**
 * Returns a sheet with the question, answer, probability, and passages.
 * @param documentOf label of a passage's document.
 */
export function answerSheet(
  label: string,
  request: AnswerRequest,
  result: AnswerResult,
  documentOf: (chunk: ResourceRef) => string,
): Sheet {
  const isGiven = result.text !== '';
  return {
    title: l10n.t('Ask {0}', label),
    blocks: [
      { kind: 'heading', text: request.question },
      ...(isGiven ? [{ kind: 'text', text: result.text } as const] : []),
      ...troubleOf(result),
      { kind: 'facts', rows: factsOf(request, result) },
      passageTable(result.passages, documentOf),
      ...result.passages.map(({ text }, index) => ({
        kind: 'text' as const,
        text: `[${index + 1}] ${text.trim()}`,
        tone: 'muted' as const,
      })),
      {
        kind: 'buttons',
        buttons: [
          { id: 'again', title: l10n.t('Ask Again…') },
          { id: 'search', title: l10n.t('Search…') },
        ],
      },
    ],
  };
}

export function verdict(probability: number | undefined): string {
  if (probability === undefined) return l10n.t('Not reported');
  const percent = `${Math.round(probability * 100)}%`;
  if (probability >= LIKELY) {
    return l10n.t('{0} – the passages very likely answer the question.', percent);
  }
  if (probability >= POSSIBLE) {
    return l10n.t('{0} – the passages may answer the question. Check them.', percent);
  }
  return l10n.t(
    '{0} – the passages probably don’t answer the question. Don’t rely on this answer.',
    percent,
  );
}

function troubleOf({ text, blockReason, finishReason }: AnswerResult): SheetBlock[] {
  const say = (trouble: string): SheetBlock[] => [{ kind: 'text', text: trouble, tone: 'danger' }];
  if (blockReason !== '') {
    return say(l10n.t('The question was blocked: {0}.', blockReason));
  }
  if (finishReason === 'MAX_TOKENS' && text !== '') {
    return say(l10n.t('The response was truncated because it reached the model’s output limit.'));
  }
  if (finishReason !== '') return say(l10n.t('The response was blocked: {0}.', finishReason));
  return text === '' ? say(l10n.t('The model returned no answer.')) : [];
}

function factsOf(
  { model, style, filters, temperature }: AnswerRequest,
  { probability }: AnswerResult,
): readonly (readonly [string, string])[] {
  const conditions = filtersText(filters);
  return [
    [l10n.t('Confidence'), verdict(probability)],
    [l10n.t('Model'), model],
    [l10n.t('Style'), styleName(style)],
    ...(temperature === undefined ? [] : [[l10n.t('Temperature'), String(temperature)] as const]),
    ...(conditions === '' ? [] : [[l10n.t('Filter'), conditions] as const]),
  ];
}

function chunkLabel(text: string, { name }: ResourceRef): string {
  return shortLabel(kindRow('chunk').label({ name, data: { stringValue: text } }));
}

function passageTable(
  passages: readonly AnswerPassage[],
  documentOf: (chunk: ResourceRef) => string,
): SheetBlock {
  return {
    kind: 'table',
    id: 'passages',
    caption: l10n.t('Sources'),
    columns: [
      { title: l10n.t('Passage') },
      { title: l10n.t('Document') },
      { title: l10n.t('Chunk') },
    ],
    rows: passages.map(({ text, chunk }, index): TableRow => ({
      id: String(index),
      cells: [
        { text: `[${index + 1}]` },
        { text: chunk ? documentOf(chunk) : '–' },
        chunk ? { text: chunkLabel(text, chunk), action: 'open' } : { text: '–' },
      ],
    })),
    empty: l10n.t('No passages cited'),
  };
}
