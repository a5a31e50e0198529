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
