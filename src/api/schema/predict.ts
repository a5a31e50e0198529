import { NEW, NEW_BETA } from '../versions';
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
