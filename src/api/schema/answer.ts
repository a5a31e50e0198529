import { BETA } from '../versions';
import { generationLimits } from './fieldLimits';
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
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/aqa; the URL of a call has it.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        required: true,
        doc: 'The question comes last.',
      },
      answerStyle: {
        type: 'GenerateAnswerRequest.AnswerStyle',
        required: true,
        doc: 'EXTRACTIVE quotes, ABSTRACTIVE sums up, VERBOSE goes into detail.',
      },
      safetySettings: { type: 'SafetySetting', repeated: true, doc: 'At most one per category.' },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.unitTemperature,
        doc: '0 to 1; a low one keeps to the passages, and 0.2 is usual.',
      },
    },
  },
  'GenerateAnswerRequest.AnswerStyle': {
    versions: BETA,
    values: { ANSWER_STYLE_UNSPECIFIED: 0, ABSTRACTIVE: 1, EXTRACTIVE: 2, VERBOSE: 3 },
  },
  GroundingPassages: {
    versions: BETA,
    fields: {
      passages: { type: 'GroundingPassage', repeated: true, doc: 'Each with an id of its own.' },
    },
  },
  GroundingPassage: {
    versions: BETA,
    fields: {
      id: { type: 'string', doc: 'Named by the attributions of the answer.' },
      content: { type: 'Content', doc: 'The text of the passage.' },
    },
  },
  SemanticRetrieverConfig: {
    versions: BETA,
    fields: {
      source: {
        type: 'string',
        required: true,
        reaches: 'search',
        doc: 'corpora/{id} or corpora/{id}/documents/{id}.',
      },
      query: { type: 'Content', required: true, doc: 'What to look for.' },
      metadataFilters: {
        type: 'MetadataFilter',
        repeated: true,
        doc: 'All must hold. A key is document.custom_metadata.{key} or chunk.custom_metadata.{key}.',
      },
      maxChunksCount: {
        type: 'int32',
        presence: true,
        doc: 'How many chunks to answer from at most.',
      },
      minimumRelevanceScore: {
        type: 'float',
        presence: true,
        limits: { minimum: 0, maximum: 1 },
        doc: '0 to 1. Chunks below are left out.',
      },
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
