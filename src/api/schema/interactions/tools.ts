import type { MessageFamily } from '../row';
import { inGuideOnly, kind, METADATA_FILTER, SNAKE, TOP_K, words } from './shared';

// A message of the service names two more kinds of tools; nothing else is published of them.
const NAMED_IN_AN_ERROR = inGuideOnly('api-errors');

/** Tools that a model or an agent may use. */
export const toolMessages = {
  'interactions.Tool': {
    ...SNAKE,
    by: 'type',
    oneOf: [
      'interactions.Function',
      'interactions.CodeExecution',
      'interactions.GoogleSearch',
      'interactions.GoogleMaps',
      'interactions.URLContext',
      'interactions.FileSearch',
      'interactions.ComputerUse',
      'interactions.MCPServer',
      'interactions.Retrieval',
      'interactions.Filesystem',
      'interactions.Bash',
    ],
  },
  'interactions.Function': {
    ...SNAKE,
    fields: {
      type: kind('function'),
      name: { type: 'string', doc: 'What the model calls it by.' },
      description: { type: 'string', doc: 'What it does, and when to call it.' },
      parameters: {
        type: 'json',
        doc: 'What it takes, as JSON Schema. Lengths and unique items are not enforced.',
      },
    },
  },
  'interactions.CodeExecution': {
    ...SNAKE,
    reaches: 'code',
    fields: { type: kind('code_execution') },
  },
  'interactions.GoogleSearch': {
    ...SNAKE,
    reaches: 'search',
    fields: {
      type: kind('google_search'),
      search_types: {
        type: 'interactions.GoogleSearchType',
        repeated: true,
        doc: 'Kinds of search that it may do.',
      },
    },
  },
  'interactions.GoogleMaps': {
    ...SNAKE,
    reaches: 'search',
    fields: {
      type: kind('google_maps'),
      enable_widget: { type: 'bool', doc: 'Whether what shows a map comes with the places.' },
      latitude: { type: 'double', doc: 'Where the user is.' },
      longitude: { type: 'double', doc: 'Where the user is.' },
    },
  },
  'interactions.URLContext': { ...SNAKE, reaches: 'search', fields: { type: kind('url_context') } },
  'interactions.FileSearch': {
    ...SNAKE,
    reaches: 'search',
    fields: {
      type: kind('file_search'),
      file_search_store_names: {
        type: 'string',
        repeated: true,
        doc: 'fileSearchStores/{id} of the stores.',
      },
      metadata_filter: METADATA_FILTER,
      top_k: TOP_K,
    },
  },
  /** Acts on a screen that the client has: each action is a call of a function. */
  'interactions.ComputerUse': {
    ...SNAKE,
    fields: {
      type: kind('computer_use'),
      environment: { type: 'interactions.EnvironmentEnum', doc: 'What the screen belongs to.' },
      excluded_predefined_functions: {
        type: 'string',
        repeated: true,
        doc: 'Actions that it must not take.',
      },
      enable_prompt_injection_detection: {
        type: 'bool',
        doc: 'Whether screens are searched for instructions that are not the user’s.',
      },
      disabled_safety_policies: {
        type: 'interactions.DisabledSafetyPolicy',
        repeated: true,
        doc: 'What it may do without asking.',
      },
    },
  },
  'interactions.EnvironmentEnum': words('browser', 'mobile', 'desktop'),
  'interactions.DisabledSafetyPolicy': words(
    'financial_transactions',
    'sensitive_data_modification',
    'communication_tool',
    'account_creation',
    'data_modification',
    'user_consent_management',
    'legal_terms_and_agreements',
  ),
  'interactions.MCPServer': {
    ...SNAKE,
    reaches: 'address',
    fields: {
      type: kind('mcp_server'),
      name: { type: 'string', doc: 'What its calls name it by.' },
      url: { type: 'string', secret: 'query', reaches: 'address', doc: 'Where it is.' },
      headers: {
        secret: true,
        reaches: 'credential',
        type: 'string',
        map: true,
        doc: 'What is sent to it with each request, such as a token.',
      },
      credential: {
        type: 'string',
        reaches: 'credential',
        status: inGuideOnly('agent-credentials'),
        doc: 'The id of a credential that the service keeps.',
      },
      allowed_tools: {
        type: 'interactions.AllowedTools',
        repeated: true,
        doc: 'Which of its tools may be used.',
      },
    },
  },
  'interactions.AllowedTools': {
    ...SNAKE,
    fields: {
      mode: { type: 'interactions.ToolChoiceType', doc: 'Whether one of them has to be called.' },
      tools: { type: 'string', repeated: true, doc: 'Names of tools.' },
    },
  },
  'interactions.ToolChoiceType': words('auto', 'any', 'none', 'validated'),
  /** By a word, or with names. */
  'interactions.ToolChoice': {
    ...SNAKE,
    oneOf: ['interactions.ToolChoiceType', 'interactions.ToolChoiceConfig'],
  },
  'interactions.ToolChoiceConfig': {
    ...SNAKE,
    fields: {
      allowed_tools: { type: 'interactions.AllowedTools', doc: 'The tools that may be called.' },
    },
  },
  'interactions.Filesystem': {
    ...SNAKE,
    reaches: 'code',
    open: true,
    fields: { type: { ...kind('filesystem'), status: NAMED_IN_AN_ERROR } },
  },
  'interactions.Bash': {
    ...SNAKE,
    reaches: 'code',
    open: true,
    fields: { type: { ...kind('bash'), status: NAMED_IN_AN_ERROR } },
  },
} as const satisfies MessageFamily;
