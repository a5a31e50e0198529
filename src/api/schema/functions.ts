import { NEW, TODAY_V1 } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** Functions that a model may ask for, how it may use its tools, and the schema language of parameters and answers. */
export const functionMessages = {
  /** A function the model may ask to be called. */
  FunctionDeclaration: {
    versions: TODAY_V1,
    fields: {
      name: {
        type: 'string',
        required: true,
        limits: generationLimits.functionName,
        doc: 'At most 64 characters of a-z, A-Z, 0-9, underscore, dot, colon and dash; the first is a letter or an underscore.',
      },
      description: {
        type: 'string',
        required: true,
        doc: 'What the function does: the model chooses by it.',
      },
      parameters: {
        type: 'Schema',
        presence: true,
        doc: 'The arguments, as an object schema. Not together with parametersJsonSchema.',
      },
      parametersJsonSchema: {
        type: 'json',
        presence: true,
        doc: 'The arguments as JSON Schema. Not together with parameters.',
      },
      response: {
        type: 'Schema',
        presence: true,
        doc: 'What the function gives back. Not together with responseJsonSchema.',
      },
      responseJsonSchema: {
        type: 'json',
        presence: true,
        doc: 'What the function gives back, as JSON Schema. Not together with response.',
      },
      behavior: {
        type: 'FunctionDeclaration.Behavior',
        doc: 'Whether a conversation in real time waits for the result.',
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
        doc: 'Whether and which functions are called.',
      },
      retrievalConfig: {
        type: 'RetrievalConfig',
        doc: 'Where the user is and what they read, for searches.',
      },
      includeServerSideToolInvocations: {
        type: 'bool',
        presence: true,
        versions: NEW,
        doc: 'Whether what the tools of the service were called with and gave comes as parts of the answer. Gemini 3 needs it where such tools meet functions.',
      },
    },
  },
  FunctionCallingConfig: {
    versions: TODAY_V1,
    fields: {
      mode: {
        type: 'FunctionCallingConfig.Mode',
        doc: 'AUTO lets the model choose, ANY makes it call, NONE forbids it; VALIDATED checks calls against their schemas. AUTO when absent.',
      },
      allowedFunctionNames: {
        type: 'string',
        repeated: true,
        doc: 'The only functions that may be called. With the modes ANY and VALIDATED only.',
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
      latLng: { type: 'google.type.LatLng', doc: 'Where the user is.' },
      languageCode: { type: 'string', doc: 'Language of the user, such as en or pt-BR.' },
    },
  },
  /** A place on earth; the shared type of many services. */
  'google.type.LatLng': {
    versions: TODAY_V1,
    fields: {
      latitude: {
        type: 'double',
        limits: { minimum: -90, maximum: 90 },
        doc: 'Degrees north of the equator, -90 to 90.',
      },
      longitude: {
        type: 'double',
        limits: { minimum: -180, maximum: 180 },
        doc: 'Degrees east of Greenwich, -180 to 180.',
      },
    },
  },
  /** A subset of OpenAPI 3.0 schemas. */
  Schema: {
    versions: TODAY_V1,
    fields: {
      type: { type: 'Type', required: true, doc: 'What kind of value it is.' },
      format: {
        type: 'string',
        doc: 'Format of a number or text, such as int32, double, enum or date-time.',
      },
      title: { type: 'string', doc: 'A short name for people.' },
      description: { type: 'string', doc: 'What the value means: the model goes by it.' },
      nullable: { type: 'bool', doc: 'Whether it may be null.' },
      enum: {
        type: 'string',
        repeated: true,
        doc: 'The texts to choose from; format is enum then.',
      },
      items: { type: 'Schema', presence: true, doc: 'Schema of the items of a list.' },
      maxItems: { type: 'int64', doc: 'Most items of a list.' },
      minItems: { type: 'int64', doc: 'Fewest items of a list.' },
      properties: { type: 'Schema', map: true, doc: 'Schemas of the fields of an object.' },
      required: { type: 'string', repeated: true, doc: 'Fields that an object must have.' },
      minProperties: { type: 'int64', doc: 'Fewest fields of an object.' },
      maxProperties: { type: 'int64', doc: 'Most fields of an object.' },
      minimum: { type: 'double', presence: true, doc: 'Least value of a number.' },
      maximum: { type: 'double', presence: true, doc: 'Greatest value of a number.' },
      minLength: { type: 'int64', doc: 'Fewest characters of a text.' },
      maxLength: { type: 'int64', doc: 'Most characters of a text.' },
      pattern: { type: 'string', doc: 'Regular expression that a text matches.' },
      example: { type: 'json', doc: 'A value to show what is meant.' },
      anyOf: {
        type: 'Schema',
        repeated: true,
        doc: 'Schemas of which the value fits one or more.',
      },
      propertyOrdering: {
        type: 'string',
        repeated: true,
        doc: 'The order in which the fields of an object are written. Not part of OpenAPI.',
      },
      default: { type: 'json', doc: 'Value where none is given; it only informs.' },
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
