import { BETA, NEW, NEW_BETA } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

const asked = {
  model: { type: 'string', required: true, pathBound: true, doc: 'models/{id}.' },
  instances: {
    type: 'json',
    repeated: true,
    required: true,
    doc: 'Inputs of the request. For images and videos, each input is an object with a prompt.',
  },
  parameters: { type: 'json', doc: 'Settings for all inputs, such as sampleCount.' },
} as const;

export const predictMessages = {
  PredictRequest: { versions: NEW_BETA, fields: asked },
  PredictResponse: {
    versions: NEW_BETA,
    fields: {
      predictions: { type: 'json', repeated: true, doc: 'One prediction for each generated item.' },
    },
  },
  PredictLongRunningRequest: { versions: NEW_BETA, fields: asked },
  PredictLongRunningMetadata: { versions: NEW_BETA, fields: {} },
  PredictLongRunningResponse: {
    versions: NEW_BETA,
    fields: {
      generateVideoResponse: {
        type: 'PredictLongRunningGeneratedVideoResponse',
        oneof: 'response',
      },
    },
  },
  PredictLongRunningGeneratedVideoResponse: {
    versions: NEW_BETA,
    fields: {
      generatedSamples: { type: 'Media', repeated: true, doc: 'Generated media.' },
      raiMediaFilteredCount: { type: 'int32', doc: 'Number of items that were filtered out.' },
      raiMediaFilteredReasons: {
        type: 'string',
        repeated: true,
        doc: 'Reasons the items were filtered out.',
      },
    },
  },
  Media: {
    versions: NEW_BETA,
    fields: {
      video: { type: 'Video', oneof: 'type' },
    },
  },
  Video: {
    versions: NEW_BETA,
    fields: {
      video: { type: 'bytes', doc: 'Video data.' },
      uri: { type: 'string', doc: 'URI of the video.' },
    },
  },
  GeneratedFile: {
    versions: NEW_BETA,
    fields: {
      name: { type: 'string', doc: 'generatedFiles/{id}' },
      mimeType: { type: 'string' },
      state: {
        type: 'GeneratedFile.State',
        outputOnly: true,
        doc: 'State of the file, which indicates whether it’s ready.',
      },
      error: { type: 'google.rpc.Status', doc: 'Reason the file couldn’t be generated.' },
    },
  },
  'GeneratedFile.State': {
    versions: NEW_BETA,
    values: { STATE_UNSPECIFIED: 0, GENERATING: null, GENERATED: null, FAILED: null },
  },
  ListGeneratedFilesResponse: {
    versions: NEW_BETA,
    fields: {
      generatedFiles: { type: 'GeneratedFile', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  RegisterFilesRequest: {
    versions: NEW,
    fields: {
      uris: {
        type: 'string',
        repeated: true,
        required: true,
        reaches: 'address',
        doc: 'Cloud Storage URIs of the files, in the format gs://bucket/path.',
      },
    },
  },
  RegisterFilesResponse: {
    versions: NEW,
    fields: {
      files: { type: 'File', repeated: true, doc: 'Files, in the same order as the URIs.' },
    },
  },
} as const satisfies MessageFamily;

export const answerMessages = {
  GenerateAnswerRequest: {
    versions: BETA,
    fields: {
      inlinePassages: {
        type: 'GroundingPassages',
        oneof: 'grounding_source',
        doc: 'Passages to base the answer on.',
      },
      semanticRetriever: {
        type: 'SemanticRetrieverConfig',
        oneof: 'grounding_source',
        doc: 'Corpus or document to base the answer on.',
      },
      model: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'models/aqa. Part of the request URL.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        required: true,
        doc: 'The conversation, with the question last.',
      },
      answerStyle: {
        type: 'GenerateAnswerRequest.AnswerStyle',
        required: true,
        doc: 'EXTRACTIVE quotes, ABSTRACTIVE summarizes, and VERBOSE gives details.',
      },
      safetySettings: {
        type: 'SafetySetting',
        repeated: true,
        doc: 'Safety settings, at most one per category.',
      },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.unitTemperature,
        doc: 'Temperature from 0 to 1, usually 0.2. Low values stay closer to the passages.',
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
      passages: {
        type: 'GroundingPassage',
        repeated: true,
        doc: 'Passages, each with a unique ID.',
      },
    },
  },
  GroundingPassage: {
    versions: BETA,
    fields: {
      id: { type: 'string', doc: 'ID used in the attributions of the answer.' },
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
        doc: 'Corpus or document to search, in the format corpora/{id} or corpora/{id}/documents/{id}.',
      },
      query: { type: 'Content', required: true, doc: 'The search request.' },
      metadataFilters: {
        type: 'MetadataFilter',
        repeated: true,
        doc: 'Filters that must all match. Keys have the format document.custom_metadata.{key} or chunk.custom_metadata.{key}.',
      },
      maxChunksCount: {
        type: 'int32',
        presence: true,
        doc: 'Maximum number of chunks to base the answer on.',
      },
      minimumRelevanceScore: {
        type: 'float',
        presence: true,
        limits: { minimum: 0, maximum: 1 },
        doc: 'Minimum relevance score of a chunk, from 0 to 1.',
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
        doc: 'Probability that the answer is grounded in the passages, from 0 to 1.',
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
