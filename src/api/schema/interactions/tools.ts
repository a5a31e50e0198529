import type { MessageFamily } from '../row';
import { inGuideOnly, kind, METADATA_FILTER, SNAKE, TOP_K, words } from './shared';

// Two more tool types appear only in an API error message.
const NAMED_IN_AN_ERROR = inGuideOnly('api-errors');

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
      name: { type: 'string', doc: 'Name that the model uses to call the function.' },
      description: { type: 'string', doc: 'Description of the function and when to call it.' },
      parameters: {
        type: 'json',
        doc: 'Parameters as JSON Schema. String length and unique item constraints aren’t enforced.',
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
        doc: 'Types of search to allow.',
      },
    },
  },
  'interactions.GoogleMaps': {
    ...SNAKE,
    reaches: 'search',
    fields: {
      type: kind('google_maps'),
      enable_widget: { type: 'bool', doc: 'Whether to return a map widget token with the places.' },
      latitude: { type: 'double', doc: 'Location of the user.' },
      longitude: { type: 'double', doc: 'Location of the user.' },
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
        doc: 'Names of the stores, in the format fileSearchStores/{id}.',
      },
      metadata_filter: METADATA_FILTER,
      top_k: TOP_K,
    },
  },
  'interactions.ComputerUse': {
    ...SNAKE,
    fields: {
      type: kind('computer_use'),
      environment: {
        type: 'interactions.EnvironmentEnum',
        doc: 'Environment that the screen belongs to.',
      },
      excluded_predefined_functions: {
        type: 'string',
        repeated: true,
        doc: 'Actions that the model can’t take.',
      },
      enable_prompt_injection_detection: {
        type: 'bool',
        doc: 'Whether to check screens for prompt injections.',
      },
      disabled_safety_policies: {
        type: 'interactions.DisabledSafetyPolicy',
        repeated: true,
        doc: 'Actions that the model can take without asking.',
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
      name: { type: 'string', doc: 'Name of the server, used in its tool calls.' },
      url: { type: 'string', secret: 'query', reaches: 'address', doc: 'URL of the server.' },
      headers: {
        secret: true,
        reaches: 'credential',
        type: 'string',
        map: true,
        doc: 'Headers to send with each request, such as a token.',
      },
      credential: {
        type: 'string',
        reaches: 'credential',
        status: inGuideOnly('agent-credentials'),
        doc: 'ID of a credential stored by the API.',
      },
      allowed_tools: {
        type: 'interactions.AllowedTools',
        repeated: true,
        doc: 'Tools of the server that can be used.',
      },
    },
  },
  'interactions.AllowedTools': {
    ...SNAKE,
    fields: {
      mode: {
        type: 'interactions.ToolChoiceType',
        doc: 'Whether the model must call one of the tools.',
      },
      tools: { type: 'string', repeated: true, doc: 'Tool names.' },
    },
  },
  'interactions.ToolChoiceType': words('auto', 'any', 'none', 'validated'),
  'interactions.ToolChoice': {
    ...SNAKE,
    oneOf: ['interactions.ToolChoiceType', 'interactions.ToolChoiceConfig'],
  },
  'interactions.ToolChoiceConfig': {
    ...SNAKE,
    fields: {
      allowed_tools: { type: 'interactions.AllowedTools', doc: 'Tools that the model can call.' },
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
