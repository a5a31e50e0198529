import { deprecated } from '../status';
import { GEMINI, NEW, TODAY_V1 } from '../versions';
import type { MessageFamily } from './row';

export const contentMessages = {
  Content: {
    versions: GEMINI,
    fields: {
      parts: { type: 'Part', repeated: true, doc: 'Parts of the message, in order.' },
      role: { type: 'string', doc: 'user or model. Can be omitted for a single turn.' },
    },
  },
  Part: {
    versions: GEMINI,
    fields: {
      text: { type: 'string', oneof: 'data', doc: 'Plain text.' },
      inlineData: {
        type: 'Blob',
        oneof: 'data',
        doc: 'Inline image, audio, video, or document.',
      },
      functionCall: {
        type: 'FunctionCall',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'A function call requested by the model.',
      },
      functionResponse: {
        type: 'FunctionResponse',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'The result of a function call requested by the model.',
      },
      fileData: {
        type: 'FileData',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'A previously uploaded file or a video URL.',
      },
      executableCode: {
        type: 'ExecutableCode',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'Code that the model generated and the API executed.',
      },
      codeExecutionResult: {
        type: 'CodeExecutionResult',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'Result of the preceding code.',
      },
      toolCall: {
        type: 'ToolCall',
        oneof: 'data',
        versions: NEW,
        doc: 'A call to a server-side tool. Return it unchanged in the next turn.',
      },
      toolResponse: {
        type: 'ToolResponse',
        oneof: 'data',
        versions: NEW,
        doc: 'The response of the server-side tool. Return it unchanged in the next turn.',
      },
      videoMetadata: {
        type: 'VideoMetadata',
        oneof: 'metadata',
        status: deprecated(),
        doc: 'The part of the video to process. Only with inlineData or fileData.',
      },
      thought: {
        type: 'bool',
        versions: TODAY_V1,
        doc: 'Whether the part is a thought summary rather than part of the response.',
      },
      thoughtSignature: {
        type: 'bytes',
        versions: TODAY_V1,
        doc: 'Opaque signature. Return it unchanged on the same part in the next turn.',
      },
      partMetadata: {
        type: 'struct',
        versions: TODAY_V1,
        doc: 'Custom metadata of the part, such as its source.',
      },
      mediaResolution: {
        type: 'PartMediaResolution',
        versions: NEW,
        doc: 'Media resolution of this image or video. Overrides the setting of the request.',
      },
      mediaProcessing: {
        type: 'MediaProcessing',
        versions: NEW,
        doc: 'Video processing mode. STATIC uses fixed frames, AGENTIC lets the model choose where to look.',
      },
      audioTranscription: {
        type: 'Transcription',
        outputOnly: true,
        versions: NEW,
        doc: 'Transcript of the audio.',
      },
      speechMetadata: {
        type: 'SpeechMetadata',
        versions: NEW,
        doc: 'Speaker and delivery of the text to speak.',
      },
    },
  },
  Blob: {
    versions: GEMINI,
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type, such as image/png.' },
      data: { type: 'bytes', doc: 'Base64-encoded bytes.' },
    },
  },
  FileData: {
    versions: TODAY_V1,
    reaches: 'address',
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type of the file.' },
      fileUri: {
        type: 'string',
        required: true,
        reaches: 'address',
        doc: 'URI of an uploaded file or URL of a video.',
      },
      displayName: { type: 'string', versions: NEW, doc: 'Display name.' },
    },
  },
  VideoMetadata: {
    versions: GEMINI,
    fields: {
      startOffset: { type: 'duration', doc: 'Start offset, such as 90s.' },
      endOffset: { type: 'duration', doc: 'End offset, such as 120.5s.' },
      fps: {
        type: 'double',
        limits: { exclusiveMinimum: 0, maximum: 24 },
        doc: 'Frames to sample per second, above 0 and up to 24. Default: 1.',
      },
    },
  },
  PartMediaResolution: {
    versions: NEW,
    fields: {
      level: {
        type: 'PartMediaResolution.Level',
        doc: 'Resolution level. Higher levels use more tokens.',
      },
      numTokens: { type: 'int32', doc: 'Number of tokens to use instead of a level.' },
    },
  },
  'PartMediaResolution.Level': {
    versions: NEW,
    values: {
      MEDIA_RESOLUTION_UNSPECIFIED: 0,
      MEDIA_RESOLUTION_LOW: null,
      MEDIA_RESOLUTION_MEDIUM: null,
      MEDIA_RESOLUTION_HIGH: null,
      MEDIA_RESOLUTION_ULTRA_HIGH: null,
    },
  },
  MediaProcessing: {
    versions: NEW,
    values: { MEDIA_PROCESSING_UNSPECIFIED: 0, STATIC: null, AGENTIC: null },
  },
} as const satisfies MessageFamily;

export const cachedContentMessages = {
  /** A temporary prompt prefix. Only the size of the content can be read back. */
  CachedContent: {
    versions: NEW,
    fields: {
      name: {
        type: 'string',
        outputOnly: true,
        presence: true,
        doc: 'Name in the format cachedContents/{id}, generated by the server.',
      },
      model: {
        type: 'string',
        required: true,
        immutable: true,
        presence: true,
        doc: 'Model, in the format models/{id}. Only requests to this model can use the cached content.',
      },
      displayName: {
        type: 'string',
        immutable: true,
        presence: true,
        limits: { maxLength: 128 },
        doc: 'Display name, up to 128 characters.',
      },
      systemInstruction: {
        type: 'Content',
        inputOnly: true,
        immutable: true,
        presence: true,
        doc: 'System instruction for every request. Text only.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        inputOnly: true,
        immutable: true,
        doc: 'Content at the start of every request.',
      },
      tools: {
        type: 'Tool',
        repeated: true,
        inputOnly: true,
        immutable: true,
        doc: 'Tools the model can use in every request.',
      },
      toolConfig: {
        type: 'ToolConfig',
        inputOnly: true,
        immutable: true,
        presence: true,
        doc: 'Settings for tool use.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
      usageMetadata: {
        type: 'CachedContent.UsageMetadata',
        outputOnly: true,
        doc: 'The size.',
      },
      expireTime: {
        type: 'timestamp',
        oneof: 'expiration',
        doc: 'Expiration time. Default: one hour after creation if neither this nor ttl is set.',
      },
      ttl: {
        type: 'duration',
        oneof: 'expiration',
        inputOnly: true,
        doc: 'Time to live from now, such as 3600s.',
      },
    },
  },
  'CachedContent.UsageMetadata': {
    versions: NEW,
    fields: { totalTokenCount: { type: 'int32', doc: 'Total number of cached tokens.' } },
  },
  ListCachedContentsResponse: {
    versions: NEW,
    fields: {
      cachedContents: { type: 'CachedContent', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
} as const satisfies MessageFamily;
