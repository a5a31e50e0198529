import { NEW, TODAY_V1 } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

export const functionMessages = {
  FunctionDeclaration: {
    versions: TODAY_V1,
    fields: {
      name: {
        type: 'string',
        required: true,
        limits: generationLimits.functionName,
        doc: 'Up to 64 letters (a-z, A-Z), digits, underscores, dots, colons, or dashes. Must start with a letter or an underscore.',
      },
      description: {
        type: 'string',
        required: true,
        doc: 'Description of the function. The model uses it to choose a function.',
      },
      parameters: {
        type: 'Schema',
        presence: true,
        doc: 'Arguments as an object schema. Can’t be combined with parametersJsonSchema.',
      },
      parametersJsonSchema: {
        type: 'json',
        presence: true,
        doc: 'Arguments as JSON Schema. Can’t be combined with parameters.',
      },
      response: {
        type: 'Schema',
        presence: true,
        doc: 'Schema of the return value. Can’t be combined with responseJsonSchema.',
      },
      responseJsonSchema: {
        type: 'json',
        presence: true,
        doc: 'JSON Schema of the return value. Can’t be combined with response.',
      },
      behavior: {
        type: 'FunctionDeclaration.Behavior',
        doc: 'Whether a Live API session waits for the result.',
      },
    },
  },
  'FunctionDeclaration.Behavior': {
    versions: TODAY_V1,
    values: { UNSPECIFIED: 0, BLOCKING: 1, NON_BLOCKING: 2 },
  },
  ToolConfig: {
    versions: TODAY_V1,
    fields: {
      functionCallingConfig: {
        type: 'FunctionCallingConfig',
        doc: 'Whether to call functions, and which ones.',
      },
      retrievalConfig: {
        type: 'RetrievalConfig',
        doc: 'The user’s location and language, for searches.',
      },
      includeServerSideToolInvocations: {
        type: 'bool',
        presence: true,
        versions: NEW,
        doc: 'Whether the response includes server-side tool calls and results. Gemini 3 requires this to combine such tools with functions.',
      },
    },
  },
  FunctionCallingConfig: {
    versions: TODAY_V1,
    fields: {
      mode: {
        type: 'FunctionCallingConfig.Mode',
        doc: 'AUTO lets the model choose, ANY forces a function call, NONE disables calls, and VALIDATED checks calls against their schemas. Default: AUTO.',
      },
      allowedFunctionNames: {
        type: 'string',
        repeated: true,
        doc: 'Names of the functions the model can call. Only with mode ANY or VALIDATED.',
      },
    },
  },
  'FunctionCallingConfig.Mode': {
    versions: TODAY_V1,
    values: { MODE_UNSPECIFIED: 0, AUTO: 1, ANY: 2, NONE: 3, VALIDATED: 4 },
  },
  RetrievalConfig: {
    versions: TODAY_V1,
    fields: {
      latLng: { type: 'google.type.LatLng', doc: 'Location of the user.' },
      languageCode: { type: 'string', doc: 'Language of the user, such as en or pt-BR.' },
    },
  },
  'google.type.LatLng': {
    versions: TODAY_V1,
    fields: {
      latitude: {
        type: 'double',
        limits: { minimum: -90, maximum: 90 },
        doc: 'Latitude in degrees, from -90 to 90.',
      },
      longitude: {
        type: 'double',
        limits: { minimum: -180, maximum: 180 },
        doc: 'Longitude in degrees, from -180 to 180.',
      },
    },
  },
  Schema: {
    versions: TODAY_V1,
    fields: {
      type: { type: 'Type', required: true, doc: 'Data type of the value.' },
      format: {
        type: 'string',
        doc: 'Format of a number or string, such as int32, double, enum, or date-time.',
      },
      title: { type: 'string', doc: 'Short display name.' },
      description: { type: 'string', doc: 'Description of the value, which guides the model.' },
      nullable: { type: 'bool', doc: 'Whether the value can be null.' },
      enum: {
        type: 'string',
        repeated: true,
        doc: 'Allowed strings. Requires format enum.',
      },
      items: { type: 'Schema', presence: true, doc: 'Schema of the list items.' },
      maxItems: { type: 'int64', doc: 'Maximum number of list items.' },
      minItems: { type: 'int64', doc: 'Minimum number of list items.' },
      properties: { type: 'Schema', map: true, doc: 'Schemas of the object’s fields.' },
      required: { type: 'string', repeated: true, doc: 'Required fields of the object.' },
      minProperties: { type: 'int64', doc: 'Minimum number of fields in the object.' },
      maxProperties: { type: 'int64', doc: 'Maximum number of fields in the object.' },
      minimum: { type: 'double', presence: true, doc: 'Minimum value of a number.' },
      maximum: { type: 'double', presence: true, doc: 'Maximum value of a number.' },
      minLength: { type: 'int64', doc: 'Minimum number of characters in a string.' },
      maxLength: { type: 'int64', doc: 'Maximum number of characters in a string.' },
      pattern: { type: 'string', doc: 'Regular expression that a string must match.' },
      example: { type: 'json', doc: 'Example value.' },
      anyOf: {
        type: 'Schema',
        repeated: true,
        doc: 'Schemas of which the value must match at least one.',
      },
      propertyOrdering: {
        type: 'string',
        repeated: true,
        doc: 'Order of the object’s fields in the output. Not part of OpenAPI.',
      },
      default: { type: 'json', doc: 'Default value, for information only.' },
    },
  },
  Type: {
    versions: TODAY_V1,
    values: {
      TYPE_UNSPECIFIED: 0,
      STRING: 1,
      NUMBER: 2,
      INTEGER: 3,
      BOOLEAN: 4,
      ARRAY: 5,
      OBJECT: 6,
      NULL: 7,
    },
  },
} as const satisfies MessageFamily;

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
