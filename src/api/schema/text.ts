import { PALM } from '../versions';
import type { MessageFamily } from './row';

/** Legacy text generation (PaLM). */
export const textMessages = {
  /** A prompt of the legacy text models. */
  TextPrompt: {
    versions: PALM,
    fields: {
      text: { type: 'string', required: true },
    },
  },
  GenerateTextRequest: {
    versions: PALM,
    fields: {
      model: { type: 'string', required: true, pathBound: true },
      prompt: { type: 'TextPrompt', required: true },
      temperature: { type: 'float', presence: true, doc: '0 to 1.' },
      candidateCount: { type: 'int32', presence: true, doc: '1 to 8.' },
      maxOutputTokens: { type: 'int32', presence: true },
      topP: { type: 'float', presence: true },
      topK: { type: 'int32', presence: true },
      safetySettings: { type: 'SafetySetting', repeated: true },
      stopSequences: { type: 'string', repeated: true, doc: 'At most 5.' },
    },
  },
  GenerateTextResponse: {
    versions: PALM,
    fields: {
      candidates: { type: 'TextCompletion', repeated: true },
      filters: { type: 'ContentFilter', repeated: true },
      safetyFeedback: { type: 'SafetyFeedback', repeated: true },
    },
  },
  TextCompletion: {
    versions: PALM,
    fields: {
      output: { type: 'string', outputOnly: true },
      safetyRatings: { type: 'SafetyRating', repeated: true },
      citationMetadata: { type: 'CitationMetadata', outputOnly: true, presence: true },
    },
  },
  CountTextTokensRequest: {
    versions: PALM,
    fields: {
      model: { type: 'string', required: true, pathBound: true },
      prompt: { type: 'TextPrompt', required: true },
    },
  },
  CountTextTokensResponse: {
    versions: PALM,
    fields: {
      tokenCount: { type: 'int32' },
    },
  },
} as const satisfies MessageFamily;
