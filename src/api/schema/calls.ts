import { NEW, TODAY_V1 } from '../versions';
import type { MessageFamily } from './row';

/** Calls of functions, code and tools within a conversation, and what they gave. */
export const callMessages = {
  /** A call that the model asks for. */
  FunctionCall: {
    versions: TODAY_V1,
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
    versions: TODAY_V1,
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
    versions: TODAY_V1,
    values: { SCHEDULING_UNSPECIFIED: 0, SILENT: 1, WHEN_IDLE: 2, INTERRUPT: 3 },
  },
  FunctionResponsePart: {
    versions: TODAY_V1,
    fields: {
      inlineData: { type: 'FunctionResponseBlob', oneof: 'data', doc: 'Media of the result.' },
      fileData: {
        type: 'FunctionResponseFileData',
        oneof: 'data',
        versions: NEW,
        doc: 'Media of the result that was uploaded before.',
      },
      mediaProcessing: {
        type: 'MediaProcessing',
        versions: NEW,
        doc: 'Of a film: STATIC or AGENTIC, as for other parts.',
      },
    },
  },
  FunctionResponseBlob: {
    versions: TODAY_V1,
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type, such as image/png.' },
      data: { type: 'bytes', doc: 'The bytes in base64.' },
      displayName: {
        type: 'string',
        versions: NEW,
        doc: 'The name by which the result refers to it, as {"$ref": name}.',
      },
    },
  },
  FunctionResponseFileData: {
    versions: NEW,
    reaches: 'address',
    fields: {
      fileUri: {
        type: 'string',
        reaches: 'address',
        doc: 'The uri of an uploaded file.',
      },
      mimeType: { type: 'string', doc: 'IANA media type of the file.' },
      displayName: { type: 'string', doc: 'The name by which the result refers to it.' },
    },
  },
  ExecutableCode: {
    versions: TODAY_V1,
    fields: {
      id: {
        type: 'string',
        versions: NEW,
        doc: 'Tells it from others; its result has it too.',
      },
      language: {
        type: 'ExecutableCode.Language',
        required: true,
        doc: 'The language that it is written in.',
      },
      code: { type: 'string', required: true, doc: 'The code.' },
    },
  },
  'ExecutableCode.Language': {
    versions: TODAY_V1,
    values: { LANGUAGE_UNSPECIFIED: 0, PYTHON: 1 },
  },
  CodeExecutionResult: {
    versions: TODAY_V1,
    fields: {
      id: { type: 'string', versions: NEW, doc: 'The id of the code that ran.' },
      outcome: {
        type: 'CodeExecutionResult.Outcome',
        required: true,
        doc: 'Whether the code ran to its end.',
      },
      output: { type: 'string', doc: 'What it printed, or why it failed.' },
    },
  },
  'CodeExecutionResult.Outcome': {
    versions: TODAY_V1,
    values: {
      OUTCOME_UNSPECIFIED: 0,
      OUTCOME_OK: 1,
      OUTCOME_FAILED: 2,
      OUTCOME_DEADLINE_EXCEEDED: 3,
    },
  },
  /** A tool of the service, as the service called it. */
  ToolCall: {
    versions: NEW,
    fields: {
      id: { type: 'string', doc: 'Tells this call from others; the response carries it too.' },
      toolType: { type: 'ToolType', required: true, doc: 'Which tool it was.' },
      toolName: { type: 'string', doc: 'Name of the tool, where it has one of its own.' },
      args: { type: 'struct', presence: true, doc: 'What it was called with.' },
    },
  },
  ToolResponse: {
    versions: NEW,
    fields: {
      id: { type: 'string', doc: 'The id of the call.' },
      toolType: { type: 'ToolType', required: true, doc: 'Which tool it was.' },
      response: { type: 'struct', presence: true, doc: 'What it gave.' },
    },
  },
  ToolType: {
    versions: NEW,
    values: {
      TOOL_TYPE_UNSPECIFIED: 0,
      GOOGLE_SEARCH_WEB: null,
      GOOGLE_SEARCH_IMAGE: null,
      URL_CONTEXT: null,
      GOOGLE_MAPS: null,
      FILE_SEARCH: null,
      MEDIA_PROCESSING: null,
    },
  },
} as const satisfies MessageFamily;
