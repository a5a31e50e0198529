import { NEW, NEW_BETA } from '../versions';
import type { MessageFamily } from './row';

const asked = {
  model: { type: 'string', required: true, pathBound: true, doc: 'models/{id}.' },
  instances: {
    type: 'json',
    repeated: true,
    required: true,
    doc: 'What is wanted: for pictures and videos an object with a prompt each.',
  },
  parameters: { type: 'json', doc: 'Settings for all of them, such as sampleCount.' },
} as const;

/** Pictures and videos by models that generateContent does not serve. */
export const predictMessages = {
  PredictRequest: { versions: NEW_BETA, fields: asked },
  PredictResponse: {
    versions: NEW_BETA,
    fields: {
      predictions: { type: 'json', repeated: true, doc: 'One for each that was made.' },
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
      generatedSamples: { type: 'Media', repeated: true, doc: 'What was made.' },
      raiMediaFilteredCount: { type: 'int32', doc: 'How many were withheld.' },
      raiMediaFilteredReasons: { type: 'string', repeated: true, doc: 'Why they were withheld.' },
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
      video: { type: 'bytes', doc: 'The film itself.' },
      uri: { type: 'string', doc: 'Where it can be had.' },
    },
  },
  /** What the service itself has made and keeps. */
  GeneratedFile: {
    versions: NEW_BETA,
    fields: {
      name: { type: 'string', doc: 'generatedFiles/{id}' },
      mimeType: { type: 'string' },
      state: { type: 'GeneratedFile.State', outputOnly: true, doc: 'Whether it is ready.' },
      error: { type: 'google.rpc.Status', doc: 'Why it could not be made.' },
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
        doc: 'Where they are in Cloud Storage: gs://bucket/path.',
      },
    },
  },
  RegisterFilesResponse: {
    versions: NEW,
    fields: {
      files: { type: 'File', repeated: true, doc: 'In the order of the addresses.' },
    },
  },
} as const satisfies MessageFamily;
