import { BETA } from '../versions';
import type { MessageFamily } from './row';

/** Tools: what a model may call, and the schema language of their parameters. */
export const toolMessages = {
  /** Something the model may use while it answers. */
  Tool: {
    versions: BETA,
    fields: {
      functionDeclarations: { type: 'FunctionDeclaration', repeated: true },
      googleSearchRetrieval: { type: 'GoogleSearchRetrieval' },
      codeExecution: { type: 'CodeExecution' },
      googleSearch: { type: 'Tool.GoogleSearch' },
      computerUse: { type: 'Tool.ComputerUse' },
      urlContext: { type: 'UrlContext' },
      fileSearch: { type: 'FileSearch' },
      googleMaps: { type: 'GoogleMaps' },
    },
  },
  'Tool.GoogleSearch': {
    versions: BETA,
    fields: {
      timeRangeFilter: { type: 'struct' },
    },
  },
  'Tool.ComputerUse': {
    versions: BETA,
    fields: {
      environment: { type: 'Tool.ComputerUse.Environment', required: true },
      excludedPredefinedFunctions: { type: 'string', repeated: true },
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
      enableWidget: { type: 'bool' },
    },
  },
  GoogleSearchRetrieval: {
    versions: BETA,
    fields: {
      dynamicRetrievalConfig: { type: 'DynamicRetrievalConfig' },
    },
  },
  DynamicRetrievalConfig: {
    versions: BETA,
    fields: {
      mode: { type: 'DynamicRetrievalConfig.Mode' },
      dynamicThreshold: { type: 'float', presence: true },
    },
  },
  'DynamicRetrievalConfig.Mode': {
    versions: BETA,
    values: { MODE_UNSPECIFIED: 0, MODE_DYNAMIC: 1 },
  },
  FileSearch: {
    versions: BETA,
    fields: {
      retrievalResources: { type: 'FileSearch.RetrievalResource', repeated: true, required: true },
      retrievalConfig: { type: 'FileSearch.RetrievalConfig' },
    },
  },
  'FileSearch.RetrievalResource': {
    versions: BETA,
    fields: {
      ragStoreName: { type: 'string', required: true },
    },
  },
  'FileSearch.RetrievalConfig': {
    versions: BETA,
    fields: {
      topK: { type: 'int32', presence: true },
      metadataFilter: { type: 'string' },
    },
  },
  /** A function the model may ask to be called. */
  FunctionDeclaration: {
    versions: BETA,
    fields: {
      name: {
        type: 'string',
        required: true,
        doc: 'At most 64 characters of a-z, A-Z, 0-9, underscore, dot, colon and dash.',
      },
      description: { type: 'string', required: true },
      parameters: { type: 'Schema', presence: true },
      parametersJsonSchema: { type: 'json', presence: true },
      response: { type: 'Schema', presence: true },
      responseJsonSchema: { type: 'json', presence: true },
      behavior: { type: 'FunctionDeclaration.Behavior' },
    },
  },
  'FunctionDeclaration.Behavior': {
    versions: BETA,
    values: { UNSPECIFIED: 0, BLOCKING: 1, NON_BLOCKING: 2 },
  },
  ToolConfig: {
    versions: BETA,
    fields: {
      functionCallingConfig: { type: 'FunctionCallingConfig' },
      retrievalConfig: { type: 'RetrievalConfig' },
    },
  },
  FunctionCallingConfig: {
    versions: BETA,
    fields: {
      mode: { type: 'FunctionCallingConfig.Mode' },
      allowedFunctionNames: { type: 'string', repeated: true },
    },
  },
  'FunctionCallingConfig.Mode': {
    versions: BETA,
    values: { MODE_UNSPECIFIED: 0, AUTO: 1, ANY: 2, NONE: 3, VALIDATED: 4 },
  },
  RetrievalConfig: {
    versions: BETA,
    fields: {
      latLng: { type: 'struct' },
      languageCode: { type: 'string' },
    },
  },
  /** A subset of OpenAPI 3.0 schemas. */
  Schema: {
    versions: BETA,
    fields: {
      type: { type: 'Type', required: true },
      format: { type: 'string' },
      title: { type: 'string' },
      description: { type: 'string' },
      nullable: { type: 'bool' },
      enum: { type: 'string', repeated: true },
      items: { type: 'Schema', presence: true },
      maxItems: { type: 'int64' },
      minItems: { type: 'int64' },
      properties: { type: 'Schema', map: true },
      required: { type: 'string', repeated: true },
      minProperties: { type: 'int64' },
      maxProperties: { type: 'int64' },
      minimum: { type: 'double', presence: true },
      maximum: { type: 'double', presence: true },
      minLength: { type: 'int64' },
      maxLength: { type: 'int64' },
      pattern: { type: 'string' },
      example: { type: 'json' },
      anyOf: { type: 'Schema', repeated: true },
      propertyOrdering: { type: 'string', repeated: true },
      default: { type: 'json' },
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
