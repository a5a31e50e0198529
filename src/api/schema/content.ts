import { deprecated } from '../status';
import { GEMINI, NEW, TODAY_V1 } from '../versions';
import type { MessageFamily } from './row';

/** Content: turns and the parts that they are made of. */
export const contentMessages = {
  /** One turn: who speaks, and the parts of what is said. */
  Content: {
    versions: GEMINI,
    fields: {
      parts: { type: 'Part', repeated: true, doc: 'What is said, in order.' },
      role: { type: 'string', doc: 'user or model; may be left out in a single turn.' },
    },
  },
  /** A piece of content: exactly one kind of data, and what is known about it. */
  Part: {
    versions: GEMINI,
    fields: {
      text: { type: 'string', oneof: 'data', doc: 'Plain text.' },
      inlineData: {
        type: 'Blob',
        oneof: 'data',
        doc: 'A picture, sound, film or document within the request.',
      },
      functionCall: {
        type: 'FunctionCall',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'A call that the model asked for.',
      },
      functionResponse: {
        type: 'FunctionResponse',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'The result of a call that the model asked for.',
      },
      fileData: {
        type: 'FileData',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'A file that was uploaded before, or a film at an address.',
      },
      executableCode: {
        type: 'ExecutableCode',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'Code that the model wrote and the service ran.',
      },
      codeExecutionResult: {
        type: 'CodeExecutionResult',
        oneof: 'data',
        versions: TODAY_V1,
        doc: 'What came out of the code before it.',
      },
      toolCall: {
        type: 'ToolCall',
        oneof: 'data',
        versions: NEW,
        doc: 'A tool that the service itself called; goes back unchanged in the next turn.',
      },
      toolResponse: {
        type: 'ToolResponse',
        oneof: 'data',
        versions: NEW,
        doc: 'What that tool gave; goes back unchanged in the next turn.',
      },
      videoMetadata: {
        type: 'VideoMetadata',
        oneof: 'metadata',
        status: deprecated(),
        doc: 'Which part of a film to look at. Only beside inlineData or fileData.',
      },
      thought: {
        type: 'bool',
        versions: TODAY_V1,
        doc: "True where the part is a summary of the model's thinking and not of its answer.",
      },
      thoughtSignature: {
        type: 'bytes',
        versions: TODAY_V1,
        doc: 'Opaque; goes back unchanged on the same part in the next turn.',
      },
      partMetadata: {
        type: 'struct',
        versions: TODAY_V1,
        doc: 'Notes of your own on the part, such as where it is from.',
      },
      mediaResolution: {
        type: 'PartMediaResolution',
        versions: NEW,
        doc: 'How closely this picture or film is looked at, in place of what the request says.',
      },
      mediaProcessing: {
        type: 'MediaProcessing',
        versions: NEW,
        doc: 'Of a film: STATIC looks at fixed frames, AGENTIC lets the model choose where to look.',
      },
      audioTranscription: {
        type: 'Transcription',
        outputOnly: true,
        versions: NEW,
        doc: 'What was heard, in words.',
      },
      speechMetadata: {
        type: 'SpeechMetadata',
        versions: NEW,
        doc: 'Of a text to be spoken: by whom and how.',
      },
    },
  },
  /** Bytes within the request. */
  Blob: {
    versions: GEMINI,
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type, such as image/png.' },
      data: { type: 'bytes', doc: 'The bytes in base64.' },
    },
  },
  /** A reference to an uploaded file. */
  FileData: {
    versions: TODAY_V1,
    reaches: 'address',
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type of the file.' },
      fileUri: {
        type: 'string',
        required: true,
        reaches: 'address',
        doc: 'The uri of an uploaded file, or the address of a film.',
      },
      displayName: { type: 'string', versions: NEW, doc: 'Name for people.' },
    },
  },
  VideoMetadata: {
    versions: GEMINI,
    fields: {
      startOffset: { type: 'duration', doc: 'Where to begin, such as 90s.' },
      endOffset: { type: 'duration', doc: 'Where to end, such as 120.5s.' },
      fps: {
        type: 'double',
        limits: { exclusiveMinimum: 0, maximum: 24 },
        doc: 'Frames to look at in a second: above 0, at most 24; 1 when absent.',
      },
    },
  },
  PartMediaResolution: {
    versions: NEW,
    fields: {
      level: { type: 'PartMediaResolution.Level', doc: 'A step; a higher one costs more tokens.' },
      numTokens: { type: 'int32', doc: 'So many tokens for it, in place of a level.' },
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
