import { ALL, GEMINI, NEW, TODAY_V1 } from '../versions';
import { FILE_BYTES, RESOURCE_ID } from './fieldLimits';
import type { MessageFamily } from './row';

/** Models: what the service can run, and with which limits. */
export const modelMessages = {
  /** A model the service lists. Every field is filled by the service. */
  Model: {
    versions: ALL,
    fields: {
      name: { type: 'string', outputOnly: true, doc: 'Resource name, models/{model}.' },
      baseModelId: {
        type: 'string',
        outputOnly: true,
        doc: 'Identifier without version; declared required, yet usually absent in answers.',
      },
      version: { type: 'string', outputOnly: true },
      displayName: {
        type: 'string',
        outputOnly: true,
        doc: 'Name for people, at most 128 characters.',
      },
      description: { type: 'string', outputOnly: true },
      inputTokenLimit: { type: 'int32', outputOnly: true, doc: 'Most tokens a prompt may have.' },
      outputTokenLimit: { type: 'int32', outputOnly: true, doc: 'Most tokens an answer may have.' },
      supportedGenerationMethods: {
        type: 'string',
        repeated: true,
        outputOnly: true,
        doc: 'Methods the model serves. streamGenerateContent is never listed: a model with generateContent streams too.',
      },
      temperature: {
        type: 'float',
        outputOnly: true,
        presence: true,
        doc: 'Default sampling temperature.',
      },
      maxTemperature: {
        type: 'float',
        outputOnly: true,
        presence: true,
        versions: GEMINI,
        doc: 'Highest temperature the model takes.',
      },
      topP: {
        type: 'float',
        outputOnly: true,
        presence: true,
        doc: 'Default for nucleus sampling.',
      },
      topK: {
        type: 'int32',
        outputOnly: true,
        presence: true,
        doc: 'Default for top-k sampling; absent where the model does not take it.',
      },
      thinking: {
        type: 'bool',
        outputOnly: true,
        versions: GEMINI,
        doc: 'Whether the model can think before it answers.',
      },
    },
  },
  /** One page of models. */
  ListModelsResponse: {
    versions: ALL,
    fields: {
      models: { type: 'Model', repeated: true },
      nextPageToken: { type: 'string', doc: 'Absent on the last page.' },
    },
  },
} as const satisfies MessageFamily;

/** Files for prompts. The service deletes them 48 hours after creation. */
export const fileMessages = {
  File: {
    versions: TODAY_V1,
    fields: {
      videoMetadata: {
        type: 'VideoFileMetadata',
        outputOnly: true,
        oneof: 'metadata',
        doc: 'What is known of a film.',
      },
      name: {
        type: 'string',
        immutable: true,
        limits: { idPattern: RESOURCE_ID },
        doc: 'files/{id}. The id has at most 40 of a-z, 0-9 and inner dashes.',
      },
      displayName: {
        type: 'string',
        limits: { maxLength: 512 },
        doc: 'Name for people, at most 512 characters.',
      },
      mimeType: { type: 'string', outputOnly: true, doc: 'IANA media type of the content.' },
      sizeBytes: {
        type: 'int64',
        outputOnly: true,
        limits: { maxBytes: FILE_BYTES },
        doc: 'How many bytes it has.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'When it was uploaded.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
      expirationTime: { type: 'timestamp', outputOnly: true, doc: 'When the service deletes it.' },
      sha256Hash: {
        type: 'bytes',
        outputOnly: true,
        doc: 'The hexadecimal digest, once more encoded in base64.',
      },
      uri: { type: 'string', outputOnly: true, doc: 'For fileData.fileUri of a prompt.' },
      downloadUri: {
        type: 'string',
        outputOnly: true,
        doc: 'Where a file that the service made can be fetched.',
      },
      state: {
        type: 'File.State',
        outputOnly: true,
        doc: 'Only an active file can be used in a prompt.',
      },
      source: { type: 'File.Source', doc: 'Whether it was uploaded or made by the service.' },
      error: { type: 'google.rpc.Status', outputOnly: true, doc: 'Why processing failed.' },
    },
  },
  'File.State': {
    versions: TODAY_V1,
    values: { STATE_UNSPECIFIED: 0, PROCESSING: 1, ACTIVE: 2, FAILED: 10 },
  },
  'File.Source': {
    versions: TODAY_V1,
    values: { SOURCE_UNSPECIFIED: 0, UPLOADED: 1, GENERATED: 2, REGISTERED: 3 },
  },
  VideoFileMetadata: {
    versions: TODAY_V1,
    fields: {
      videoDuration: { type: 'duration' },
    },
  },
  CreateFileRequest: {
    versions: TODAY_V1,
    fields: {
      file: { type: 'File', doc: 'What is known of the file beforehand, such as its name.' },
    },
  },
  /** Nothing: what a download answers where it is not asked for the bytes. */
  DownloadFileResponse: { versions: NEW, fields: {} },
  CreateFileResponse: {
    versions: TODAY_V1,
    fields: {
      file: { type: 'File' },
    },
  },
  ListFilesResponse: {
    versions: TODAY_V1,
    fields: {
      files: { type: 'File', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
} as const satisfies MessageFamily;
