import * as l10n from '@vscode/l10n';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { valueRange } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';
import type { TableCall } from '../../service/tableCalls';
import { type Filter, metadataFilters } from './filter';

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
