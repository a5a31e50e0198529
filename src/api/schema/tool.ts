import { BETA } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** Tools: what a model may call, and the schema language of their parameters. */
export const toolMessages = {
  /** Something the model may use while it answers. */
  Tool: {
    versions: BETA,
    fields: {
      functionDeclarations: {
        type: 'FunctionDeclaration',
        repeated: true,
        doc: 'Functions that the model may ask you to call.',
      },
      googleSearchRetrieval: {
        type: 'GoogleSearchRetrieval',
        doc: 'Google Search for models of the 1.5 generation; later ones take googleSearch.',
      },
      codeExecution: {
        type: 'CodeExecution',
        doc: 'Lets the model write Python and run it at the service.',
      },
      googleSearch: { type: 'Tool.GoogleSearch', doc: 'Lets the model search the web.' },
      computerUse: {
        type: 'Tool.ComputerUse',
        doc: 'Lets the model ask for clicks and keys on a screen that you show it.',
      },
      urlContext: {
        type: 'UrlContext',
        doc: 'Lets the model read the pages that the prompt names.',
      },
      fileSearch: { type: 'FileSearch', doc: 'Lets the model search in stores of files.' },
      googleMaps: { type: 'GoogleMaps', doc: 'Lets the model look up places.' },
    },
  },
  'Tool.GoogleSearch': {
    versions: BETA,
    fields: {
      timeRangeFilter: {
        type: 'google.type.Interval',
        doc: 'Only pages of this time. It has both ends or none.',
      },
    },
  },
  /** A span of time; the shared type of many services. */
  'google.type.Interval': {
    versions: BETA,
    fields: {
      startTime: { type: 'timestamp', doc: 'The first moment that is part of it.' },
      endTime: { type: 'timestamp', doc: 'The first moment after it.' },
    },
  },
  'Tool.ComputerUse': {
    versions: BETA,
    fields: {
      environment: {
        type: 'Tool.ComputerUse.Environment',
        required: true,
        doc: 'What the screen shows, such as a browser.',
      },
      excludedPredefinedFunctions: {
        type: 'string',
        repeated: true,
        doc: 'Actions that the model may not ask for.',
      },
    },
  },
  'Tool.ComputerUse.Environment': {
    versions: BETA,
    values: { ENVIRONMENT_UNSPECIFIED: 0, ENVIRONMENT_BROWSER: 1 },
  },
  CodeExecution: {
    versions: BETA,
    fields: {},
  },
  UrlContext: {
    versions: BETA,
    fields: {},
  },
  GoogleMaps: {
    versions: BETA,
    fields: {
      enableWidget: {
        type: 'bool',
        doc: 'Whether the answer has a token to show a map with.',
      },
    },
  },
  GoogleSearchRetrieval: {
    versions: BETA,
    fields: {
      dynamicRetrievalConfig: {
        type: 'DynamicRetrievalConfig',
        doc: 'When to search. Absent: always.',
      },
    },
  },
  DynamicRetrievalConfig: {
    versions: BETA,
    fields: {
      mode: {
        type: 'DynamicRetrievalConfig.Mode',
        doc: 'MODE_DYNAMIC lets the model decide whether a search would help.',
      },
      dynamicThreshold: {
        type: 'float',
        presence: true,
        doc: 'From which score on a search is made. A low one lets it search more often.',
      },
    },
  },
  'DynamicRetrievalConfig.Mode': {
    versions: BETA,
    values: { MODE_UNSPECIFIED: 0, MODE_DYNAMIC: 1 },
  },
  FileSearch: {
    versions: BETA,
    fields: {
      retrievalResources: {
        type: 'FileSearch.RetrievalResource',
        repeated: true,
        required: true,
        doc: 'The stores to search in.',
      },
      retrievalConfig: { type: 'FileSearch.RetrievalConfig', doc: 'How to search.' },
    },
  },
  'FileSearch.RetrievalResource': {
    versions: BETA,
    fields: {
      ragStoreName: { type: 'string', required: true, doc: 'Name of a store: ragStores/{id}.' },
    },
  },
  'FileSearch.RetrievalConfig': {
    versions: BETA,
    fields: {
      topK: { type: 'int32', presence: true, doc: 'How many passages to find.' },
      metadataFilter: {
        type: 'string',
        doc: 'A condition on the metadata of what is searched.',
      },
    },
  },
  /** A function the model may ask to be called. */
  FunctionDeclaration: {
    versions: BETA,
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
    versions: BETA,
    values: { UNSPECIFIED: 0, BLOCKING: 1, NON_BLOCKING: 2 },
  },
  ToolConfig: {
    versions: BETA,
    fields: {
      functionCallingConfig: {
        type: 'FunctionCallingConfig',
        doc: 'Whether and which functions are called.',
      },
      retrievalConfig: {
        type: 'RetrievalConfig',
        doc: 'Where the user is and what they read, for searches.',
      },
    },
  },
  FunctionCallingConfig: {
    versions: BETA,
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
    versions: BETA,
    values: { MODE_UNSPECIFIED: 0, AUTO: 1, ANY: 2, NONE: 3, VALIDATED: 4 },
  },
  RetrievalConfig: {
    versions: BETA,
    fields: {
      latLng: { type: 'google.type.LatLng', doc: 'Where the user is.' },
      languageCode: { type: 'string', doc: 'Language of the user, such as en or pt-BR.' },
    },
  },
  /** A place on earth; the shared type of many services. */
  'google.type.LatLng': {
    versions: BETA,
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
    versions: BETA,
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
    versions: BETA,
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
