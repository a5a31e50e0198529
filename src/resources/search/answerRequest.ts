import * as l10n from '@vscode/l10n';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { valueRange } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { parseRef } from '../../catalog/documents';
import { kindRow } from '../../catalog/kinds/index';
import type { ResourceRef } from '../../catalog/ref';
import type { Sheet, SheetBlock } from '../../platform/sheet';
import type { TableCall } from '../../service/tableCalls';
import type { TableRow } from '../../webview/tableRows';
import { shortLabel } from '../resourceTexts';
import { type Filter, filtersText, metadataFilters } from './filter';

export const ANSWER_STYLES = ['ABSTRACTIVE', 'EXTRACTIVE', 'VERBOSE'] as const;

type AnswerStyle = (typeof ANSWER_STYLES)[number];

/** Maximum number of passages (API documentation of queries). */
export const MAX_PASSAGES = valueRange('QueryCorpusRequest', 'resultsCount')[1];

/** A question and its settings. The API sets undefined values. */
export interface AnswerRequest {
  readonly question: string;
  readonly model: string;
  readonly style: AnswerStyle;
  readonly filters: readonly Filter[];
  /** 0 to 1. */
  readonly temperature?: number;
  readonly passages?: number;
  /** Minimum relevance score of chunks, 0 to 1. */
  readonly relevance?: number;
}

export function styleName(style: AnswerStyle): string {
  switch (style) {
    case 'ABSTRACTIVE':
      return l10n.t('Abstractive');
    case 'EXTRACTIVE':
      return l10n.t('Extractive');
    case 'VERBOSE':
      return l10n.t('Verbose');
  }
}

export function styleHelp(style: AnswerStyle): string {
  switch (style) {
    case 'ABSTRACTIVE':
      return l10n.t('Short, in the model’s own words');
    case 'EXTRACTIVE':
      return l10n.t('Very short, quoted from the passages');
    case 'VERBOSE':
      return l10n.t('Long, with details and lists');
  }
}

export function answerCall(source: ResourceRef, request: AnswerRequest): TableCall {
  const { question, model, style, filters, temperature, passages, relevance } = request;
  const content = { role: 'user', parts: [{ text: question }] };
  const semanticRetriever = {
    source: source.name,
    query: content,
    ...(filters.length === 0 ? {} : { metadataFilters: metadataFilters(filters) }),
    ...(passages === undefined ? {} : { maxChunksCount: passages }),
    ...(relevance === undefined ? {} : { minimumRelevanceScore: relevance }),
  };
  const body = {
    contents: [content],
    answerStyle: style,
    semanticRetriever,
    ...(temperature === undefined ? {} : { temperature }),
  };
  return { id: 'models.generateAnswer', input: { model, body } };
}

export interface AnswerPassage {
  readonly text: string;
  readonly chunk?: ResourceRef;
}

export interface AnswerResult {
  readonly text: string;
  readonly passages: readonly AnswerPassage[];
  /** 0 to 1: probability that the passages contain the answer. */
  readonly probability: number | undefined;
  readonly blockReason: string;
  /** Finish reason enum. Empty for a normal end. */
  readonly finishReason: string;
}

export function answerOf(answered: JsonObject, source: ResourceRef): AnswerResult {
  const candidate = objectAt(answered, 'answer');
  const finish = textAt(candidate, 'finishReason');
  const probability = answered.answerableProbability;
  const isProbability = typeof probability === 'number' && probability >= 0 && probability <= 1;
  return {
    text: textOf(objectAt(candidate, 'content')),
    passages: items(candidate.groundingAttributions)
      .filter(isObject)
      .map((attribution) => passageOf(attribution, source)),
    probability: isProbability ? probability : undefined,
    blockReason: textAt(objectAt(answered, 'inputFeedback'), 'blockReason'),
    finishReason: finish === 'STOP' || finish === 'FINISH_REASON_UNSPECIFIED' ? '' : finish,
  };
}

function passageOf(attribution: JsonObject, source: ResourceRef): AnswerPassage {
  const { connection, version } = source;
  const retrieved = objectAt(objectAt(attribution, 'sourceId'), 'semanticRetrieverChunk');
  const name = textAt(retrieved, 'chunk');
  const chunk = parseRef({ connection, version, kind: 'chunk', name });
  return { text: textOf(objectAt(attribution, 'content')), ...(chunk ? { chunk } : {}) };
}

function textOf(content: JsonObject): string {
  const parts = items(content.parts).filter(isObject);
  return parts.map((part) => textAt(part, 'text')).join('');
}

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

function verdict(probability: number | undefined): string {
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
