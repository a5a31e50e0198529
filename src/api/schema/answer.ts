import { BETA } from '../versions';
import type { MessageFamily } from './row';

/** Attributed question answering over given passages or a corpus. */
export const answerMessages = {
  GenerateAnswerRequest: {
    versions: BETA,
    fields: {
      inlinePassages: {
        type: 'GroundingPassages',
        oneof: 'grounding_source',
        doc: 'Passages to answer from.',
      },
      semanticRetriever: {
        type: 'SemanticRetrieverConfig',
        oneof: 'grounding_source',
        doc: 'A corpus or document to answer from.',
      },
      model: { type: 'string', required: true, pathBound: true },
      contents: {
        type: 'Content',
        repeated: true,
        required: true,
        doc: 'The question comes last.',
      },
      answerStyle: { type: 'GenerateAnswerRequest.AnswerStyle', required: true },
      safetySettings: { type: 'SafetySetting', repeated: true },
      temperature: { type: 'float', presence: true, doc: '0 to 1.' },
    },
  },
  'GenerateAnswerRequest.AnswerStyle': {
    versions: BETA,
    values: { ANSWER_STYLE_UNSPECIFIED: 0, ABSTRACTIVE: 1, EXTRACTIVE: 2, VERBOSE: 3 },
  },
  GroundingPassages: {
    versions: BETA,
    fields: {
      passages: { type: 'GroundingPassage', repeated: true },
    },
  },
  GroundingPassage: {
    versions: BETA,
    fields: {
      id: { type: 'string', doc: 'Named by the attributions of the answer.' },
      content: { type: 'Content' },
    },
  },
  SemanticRetrieverConfig: {
    versions: BETA,
    fields: {
      source: {
        type: 'string',
        required: true,
        doc: 'corpora/{id} or corpora/{id}/documents/{id}.',
      },
      query: { type: 'Content', required: true },
      metadataFilters: { type: 'MetadataFilter', repeated: true },
      maxChunksCount: { type: 'int32', presence: true },
      minimumRelevanceScore: { type: 'float', presence: true },
    },
  },
  GenerateAnswerResponse: {
    versions: BETA,
    fields: {
      answer: { type: 'Candidate' },
      answerableProbability: {
        type: 'float',
        outputOnly: true,
        presence: true,
        doc: '0 to 1: how likely the answer is grounded in the passages.',
      },
      inputFeedback: {
        type: 'GenerateAnswerResponse.InputFeedback',
        outputOnly: true,
        presence: true,
      },
    },
  },
  'GenerateAnswerResponse.InputFeedback': {
    versions: BETA,
    fields: {
      blockReason: { type: 'GenerateAnswerResponse.InputFeedback.BlockReason', presence: true },
      safetyRatings: { type: 'SafetyRating', repeated: true },
    },
  },
  'GenerateAnswerResponse.InputFeedback.BlockReason': {
    versions: BETA,
    values: { BLOCK_REASON_UNSPECIFIED: 0, SAFETY: 1, OTHER: 2 },
  },
} as const satisfies MessageFamily;
