import { NEW, TODAY_V1 } from '../versions';
import type { MessageFamily } from './row';

export const callMessages = {
  FunctionCall: {
    versions: TODAY_V1,
    fields: {
      id: { type: 'string', doc: 'Unique ID of the function call. The result has the same ID.' },
      name: { type: 'string', required: true, doc: 'Name of the function.' },
      args: {
        type: 'struct',
        presence: true,
        doc: 'Arguments by name. Can be omitted if there are none.',
      },
    },
  },
  FunctionResponse: {
    versions: TODAY_V1,
    fields: {
      id: { type: 'string', doc: 'ID of the function call, if it has one.' },
      name: { type: 'string', required: true, doc: 'Name of the called function.' },
      response: {
        type: 'struct',
        required: true,
        doc: 'Return value as an object, usually with the key output or error.',
      },
      parts: {
        type: 'FunctionResponsePart',
        repeated: true,
        doc: 'Images and other media in the result.',
      },
      willContinue: { type: 'bool', doc: 'Whether more of this result follows.' },
      scheduling: {
        type: 'FunctionResponse.Scheduling',
        presence: true,
        doc: 'When a Live API session uses the result.',
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
      inlineData: { type: 'FunctionResponseBlob', oneof: 'data', doc: 'Media in the result.' },
      fileData: {
        type: 'FunctionResponseFileData',
        oneof: 'data',
        versions: NEW,
        doc: 'Previously uploaded media in the result.',
      },
      mediaProcessing: {
        type: 'MediaProcessing',
        versions: NEW,
        doc: 'Video processing mode: STATIC or AGENTIC, as for other parts.',
      },
    },
  },
  FunctionResponseBlob: {
    versions: TODAY_V1,
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type, such as image/png.' },
      data: { type: 'bytes', doc: 'Base64-encoded bytes.' },
      displayName: {
        type: 'string',
        versions: NEW,
        doc: 'Name used to reference the media in the result, as {"$ref": name}.',
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
        doc: 'URI of an uploaded file.',
      },
      mimeType: { type: 'string', doc: 'IANA media type of the file.' },
      displayName: { type: 'string', doc: 'Name used to reference the media in the result.' },
    },
  },
  ExecutableCode: {
    versions: TODAY_V1,
    fields: {
      id: {
        type: 'string',
        versions: NEW,
        doc: 'Unique ID of the code. The result has the same ID.',
      },
      language: {
        type: 'ExecutableCode.Language',
        required: true,
        doc: 'Programming language of the code.',
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
      id: { type: 'string', versions: NEW, doc: 'ID of the executed code.' },
      outcome: {
        type: 'CodeExecutionResult.Outcome',
        required: true,
        doc: 'Outcome of the code execution.',
      },
      output: { type: 'string', doc: 'Output of the code or, if it failed, the reason.' },
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
  ToolCall: {
    versions: NEW,
    fields: {
      id: { type: 'string', doc: 'Unique ID of the tool call. The response has the same ID.' },
      toolType: { type: 'ToolType', required: true, doc: 'Type of the tool.' },
      toolName: { type: 'string', doc: 'Name of the tool, if it has one.' },
      args: { type: 'struct', presence: true, doc: 'Arguments of the call.' },
    },
  },
  ToolResponse: {
    versions: NEW,
    fields: {
      id: { type: 'string', doc: 'ID of the tool call.' },
      toolType: { type: 'ToolType', required: true, doc: 'Type of the tool.' },
      response: { type: 'struct', presence: true, doc: 'Response of the tool.' },
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
