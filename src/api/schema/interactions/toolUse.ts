import type { FieldRow, MessageFamily } from '../row';
import {
  IS_ERROR,
  kind,
  NAME_OF_FUNCTION,
  PLACE,
  SERVER_NAME,
  SIGNATURE,
  SNAKE,
  words,
} from './shared';

type Fields = { readonly [name: string]: FieldRow };

// Fields shared by steps and deltas of calls and results; steps add IDs.

const QUERIES = {
  queries: { type: 'string', repeated: true, doc: 'Queries sent to the tool.' },
} as const satisfies Fields;

export const CODE_CALL = {
  type: kind('code_execution_call'),
  arguments: {
    type: 'interactions.CodeExecutionCallArguments',
    required: true,
    doc: 'Code to run.',
  },
  signature: SIGNATURE,
} as const satisfies Fields;

export const CODE_RESULT = {
  type: kind('code_execution_result'),
  is_error: IS_ERROR,
  signature: SIGNATURE,
} as const satisfies Fields;

export const SEARCH_CALL = {
  type: kind('google_search_call'),
  arguments: {
    type: 'interactions.GoogleSearchCallArguments',
    required: true,
    doc: 'Search queries.',
  },
  signature: SIGNATURE,
} as const satisfies Fields;

export const SEARCH_RESULT = {
  type: kind('google_search_result'),
  result: {
    type: 'interactions.GoogleSearchResult',
    repeated: true,
    required: true,
    doc: 'Search suggestions that must be displayed.',
  },
  is_error: IS_ERROR,
  signature: SIGNATURE,
} as const satisfies Fields;

export const MAPS_CALL = {
  type: kind('google_maps_call'),
  arguments: { type: 'interactions.GoogleMapsCallArguments', doc: 'Search queries.' },
  signature: SIGNATURE,
} as const satisfies Fields;

export const MAPS_FOUND = {
  type: 'interactions.GoogleMapsResult',
  repeated: true,
  doc: 'Places found.',
} as const satisfies FieldRow;

export const URL_CALL = {
  type: kind('url_context_call'),
  arguments: {
    type: 'interactions.URLContextCallArguments',
    required: true,
    doc: 'URLs to fetch.',
  },
  signature: SIGNATURE,
} as const satisfies Fields;

export const URL_RESULT = {
  type: kind('url_context_result'),
  result: {
    type: 'interactions.URLContextResult',
    repeated: true,
    required: true,
    doc: 'Fetch result for each page.',
  },
  is_error: IS_ERROR,
  signature: SIGNATURE,
} as const satisfies Fields;

export const RETRIEVAL_CALL = {
  type: kind('retrieval_call'),
  arguments: {
    type: 'interactions.RetrievalCallArguments',
    required: true,
    doc: 'Search queries.',
  },
  retrieval_type: { type: 'interactions.RetrievalType', doc: 'Type of source to search.' },
  signature: SIGNATURE,
} as const satisfies Fields;

export const MCP_CALL = {
  type: kind('mcp_server_tool_call'),
  server_name: { ...SERVER_NAME, required: true },
  name: { type: 'string', required: true, doc: 'Name of the MCP server’s tool.' },
  arguments: { type: 'struct', required: true, doc: 'Arguments for the tool.' },
} as const satisfies Fields;

const RESULT = {
  type: 'interactions.ToolResult',
  required: true,
  doc: 'Tool result: a string, an object, or a list of content blocks.',
} as const satisfies FieldRow;

export const FUNCTION_RESULT = {
  type: kind('function_result'),
  name: NAME_OF_FUNCTION,
  result: RESULT,
  is_error: IS_ERROR,
} as const satisfies Fields;

export const MCP_RESULT = {
  type: kind('mcp_server_tool_result'),
  server_name: SERVER_NAME,
  name: { type: 'string', doc: 'Name of the MCP server’s tool.' },
  result: RESULT,
} as const satisfies Fields;

export const toolUseMessages = {
  'interactions.ToolResult': {
    ...SNAKE,
    oneOf: ['string', 'struct', { list: 'interactions.Content' }],
  },
  'interactions.CodeExecutionCallArguments': {
    ...SNAKE,
    fields: {
      language: { type: 'interactions.CodeLanguage', doc: 'The language of the code.' },
      code: { type: 'string', doc: 'The code.' },
    },
  },
  'interactions.CodeLanguage': words('python', 'bash'),
  'interactions.CodeExecutionResultStepResult': {
    ...SNAKE,
    oneOf: ['string', { list: 'interactions.Content' }],
  },
  'interactions.GoogleSearchCallArguments': { ...SNAKE, fields: QUERIES },
  'interactions.GoogleSearchResult': {
    ...SNAKE,
    fields: {
      search_suggestions: {
        type: 'string',
        doc: 'HTML that must be shown with the response. Render it only in a sandbox.',
      },
    },
  },
  'interactions.GoogleSearchType': words('web_search', 'image_search', 'enterprise_web_search'),
  'interactions.GoogleMapsCallArguments': { ...SNAKE, fields: QUERIES },
  'interactions.GoogleMapsResult': {
    ...SNAKE,
    fields: {
      places: {
        type: 'interactions.GoogleMapsResultPlaces',
        repeated: true,
        doc: 'Places found.',
      },
      widget_context_token: {
        type: 'string',
        doc: 'Token for showing the places in a Google Maps widget.',
      },
    },
  },
  'interactions.GoogleMapsResultPlaces': { ...SNAKE, fields: PLACE },
  'interactions.URLContextCallArguments': {
    ...SNAKE,
    fields: { urls: { type: 'string', repeated: true, doc: 'URLs of the pages.' } },
  },
  'interactions.URLContextResult': {
    ...SNAKE,
    fields: {
      url: { type: 'string', doc: 'URL of the page.' },
      status: {
        type: 'interactions.URLContextResultStatus',
        doc: 'Status that indicates whether the page could be read.',
      },
    },
  },
  'interactions.URLContextResultStatus': words('success', 'error', 'paywall', 'unsafe'),
  'interactions.RetrievalCallArguments': { ...SNAKE, fields: QUERIES },
  /** A search result with undocumented fields. */
  'interactions.FileSearchResult': { ...SNAKE, open: true, fields: {} },
} as const satisfies MessageFamily;
