import { BETA, GEMINI } from '../versions';
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
        versions: BETA,
        doc: 'A call that the model asked for.',
      },
      functionResponse: {
        type: 'FunctionResponse',
        oneof: 'data',
        versions: BETA,
        doc: 'The result of a call that the model asked for.',
      },
      fileData: {
        type: 'FileData',
        oneof: 'data',
        versions: BETA,
        doc: 'A file that was uploaded before, or a film at an address.',
      },
      executableCode: {
        type: 'ExecutableCode',
        oneof: 'data',
        versions: BETA,
        doc: 'Code that the model wrote and the service ran.',
      },
      codeExecutionResult: {
        type: 'CodeExecutionResult',
        oneof: 'data',
        versions: BETA,
        doc: 'What came out of the code before it.',
      },
      videoMetadata: {
        type: 'VideoMetadata',
        oneof: 'metadata',
        doc: 'Which part of a film to look at. Only beside inlineData or fileData.',
      },
      thought: {
        type: 'bool',
        versions: BETA,
        doc: "True where the part is a summary of the model's thinking and not of its answer.",
      },
      thoughtSignature: {
        type: 'bytes',
        versions: BETA,
        doc: 'Opaque; goes back unchanged on the same part in the next turn.',
      },
      partMetadata: {
        type: 'struct',
        versions: BETA,
        doc: 'Notes of your own on the part, such as where it is from.',
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
    versions: BETA,
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type of the file.' },
      fileUri: {
        type: 'string',
        required: true,
        doc: 'The uri of an uploaded file, or the address of a film.',
      },
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
  /** A call that the model asks for. */
  FunctionCall: {
    versions: BETA,
    fields: {
      id: { type: 'string', doc: 'Tells this call from others; the result carries it too.' },
      name: { type: 'string', required: true, doc: 'Name of the function.' },
      args: {
        type: 'struct',
        presence: true,
        doc: 'Arguments by name; may be absent when there are none.',
      },
    },
  },
  /** The result of a call, sent back to the model. */
  FunctionResponse: {
    versions: BETA,
    fields: {
      id: { type: 'string', doc: 'The id of the call, where it has one.' },
      name: { type: 'string', required: true, doc: 'Name of the function that was called.' },
      response: {
        type: 'struct',
        required: true,
        doc: 'What it gave back, as an object; output and error are usual keys.',
      },
      parts: {
        type: 'FunctionResponsePart',
        repeated: true,
        doc: 'Pictures and other media of the result.',
      },
      willContinue: { type: 'bool', doc: 'Whether more of this result follows.' },
      scheduling: {
        type: 'FunctionResponse.Scheduling',
        presence: true,
        doc: 'When a conversation in real time takes up the result.',
      },
    },
  },
  'FunctionResponse.Scheduling': {
    versions: BETA,
    values: { SCHEDULING_UNSPECIFIED: 0, SILENT: 1, WHEN_IDLE: 2, INTERRUPT: 3 },
  },
  FunctionResponsePart: {
    versions: BETA,
    fields: {
      inlineData: { type: 'FunctionResponseBlob', oneof: 'data', doc: 'Media of the result.' },
    },
  },
  FunctionResponseBlob: {
    versions: BETA,
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type, such as image/png.' },
      data: { type: 'bytes', doc: 'The bytes in base64.' },
    },
  },
  ExecutableCode: {
    versions: BETA,
    fields: {
      language: {
        type: 'ExecutableCode.Language',
        required: true,
        doc: 'The language that it is written in.',
      },
      code: { type: 'string', required: true, doc: 'The code.' },
    },
  },
  'ExecutableCode.Language': {
    versions: BETA,
    values: { LANGUAGE_UNSPECIFIED: 0, PYTHON: 1 },
  },
  CodeExecutionResult: {
    versions: BETA,
    fields: {
      outcome: {
        type: 'CodeExecutionResult.Outcome',
        required: true,
        doc: 'Whether the code ran to its end.',
      },
      output: { type: 'string', doc: 'What it printed, or why it failed.' },
    },
  },
  'CodeExecutionResult.Outcome': {
    versions: BETA,
    values: {
      OUTCOME_UNSPECIFIED: 0,
      OUTCOME_OK: 1,
      OUTCOME_FAILED: 2,
      OUTCOME_DEADLINE_EXCEEDED: 3,
    },
  },
} as const satisfies MessageFamily;
