import { CHECKED, UNCONFIRMED } from '../status';
import { NEW, TODAY_V1 } from '../versions';
import type { MessageFamily } from './row';

export const toolMessages = {
  Tool: {
    versions: TODAY_V1,
    fields: {
      functionDeclarations: {
        type: 'FunctionDeclaration',
        repeated: true,
        doc: 'Functions that the model may ask you to call.',
      },
      googleSearchRetrieval: {
        type: 'GoogleSearchRetrieval',
        doc: 'Google Search for Gemini 1.5 models. Later models use googleSearch.',
      },
      codeExecution: {
        type: 'CodeExecution',
        doc: 'Lets the model write Python code and run it on the server.',
      },
      googleSearch: { type: 'Tool.GoogleSearch', doc: 'Lets the model search the web.' },
      computerUse: {
        type: 'Tool.ComputerUse',
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'Lets the model request clicks and key presses on a screen that you share with it.',
      },
      urlContext: {
        type: 'UrlContext',
        doc: 'Lets the model read the web pages mentioned in the prompt.',
      },
      fileSearch: { type: 'FileSearch', doc: 'Lets the model search file search stores.' },
      googleMaps: { type: 'GoogleMaps', doc: 'Lets the model look up places.' },
      mcpServers: {
        type: 'McpServer',
        repeated: true,
        versions: NEW,
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'Model Context Protocol (MCP) servers that the API calls for the model.',
      },
    },
  },
  'Tool.GoogleSearch': {
    versions: TODAY_V1,
    reaches: 'search',
    fields: {
      timeRangeFilter: {
        type: 'google.type.Interval',
        doc: 'Restricts results to this time range. Set both the start and the end, or neither.',
      },
      searchTypes: {
        type: 'Tool.GoogleSearch.SearchTypes',
        versions: NEW,
        doc: 'Types of search. Default: web pages.',
      },
    },
  },
  'Tool.GoogleSearch.SearchTypes': {
    versions: NEW,
    fields: {
      webSearch: { type: 'Tool.GoogleSearch.WebSearch', doc: 'Searches web pages. Set to {}.' },
      imageSearch: { type: 'Tool.GoogleSearch.ImageSearch', doc: 'Images: {}.' },
    },
  },
  'Tool.GoogleSearch.WebSearch': { versions: NEW, fields: {} },
  'Tool.GoogleSearch.ImageSearch': { versions: NEW, fields: {} },
  'google.type.Interval': {
    versions: TODAY_V1,
    fields: {
      startTime: { type: 'timestamp', doc: 'Start of the interval, inclusive.' },
      endTime: { type: 'timestamp', doc: 'End of the interval, exclusive.' },
    },
  },
  'Tool.ComputerUse': {
    versions: TODAY_V1,
    fields: {
      environment: {
        type: 'Tool.ComputerUse.Environment',
        required: true,
        doc: 'Environment shown on the screen, such as a browser.',
      },
      excludedPredefinedFunctions: {
        type: 'string',
        repeated: true,
        doc: 'Actions that the model can’t request.',
      },
      disabledSafetyPolicies: {
        type: 'Tool.ComputerUse.SafetyPolicy',
        repeated: true,
        versions: NEW,
        doc: 'Actions that the model can take without asking.',
      },
      enablePromptInjectionDetection: {
        type: 'bool',
        versions: NEW,
        doc: 'Whether to check the screen for prompt injections.',
      },
    },
  },
  'Tool.ComputerUse.Environment': {
    versions: TODAY_V1,
    values: {
      ENVIRONMENT_UNSPECIFIED: 0,
      ENVIRONMENT_BROWSER: 1,
      ENVIRONMENT_MOBILE: null,
      ENVIRONMENT_DESKTOP: null,
    },
    only: { ENVIRONMENT_MOBILE: NEW, ENVIRONMENT_DESKTOP: NEW },
  },
  'Tool.ComputerUse.SafetyPolicy': {
    versions: NEW,
    values: {
      SAFETY_POLICY_UNSPECIFIED: 0,
      FINANCIAL_TRANSACTIONS: null,
      SENSITIVE_DATA_MODIFICATION: null,
      COMMUNICATION_TOOL: null,
      ACCOUNT_CREATION: null,
      DATA_MODIFICATION: null,
      USER_CONSENT_MANAGEMENT: null,
      LEGAL_TERMS_AND_AGREEMENTS: null,
    },
  },
  McpServer: {
    versions: NEW,
    reaches: 'address',
    fields: {
      name: { type: 'string', doc: 'Unique name of the server, used in its tool calls.' },
      streamableHttpTransport: {
        type: 'StreamableHttpTransport',
        doc: 'Settings for connecting to the server.',
      },
    },
  },
  StreamableHttpTransport: {
    versions: NEW,
    fields: {
      url: {
        type: 'string',
        secret: 'query',
        reaches: 'address',
        doc: 'URL of the server, such as https://example.com/mcp.',
      },
      headers: {
        type: 'string',
        map: true,
        secret: true,
        reaches: 'credential',
        doc: 'Headers to send with each call, such as Authorization. They’re visible to the API.',
      },
      timeout: { type: 'duration', doc: 'Timeout for a call, such as 30s.' },
      sseReadTimeout: { type: 'duration', doc: 'Timeout for the next event.' },
      terminateOnClose: {
        type: 'bool',
        doc: 'Whether to end the server session after the response.',
      },
    },
  },
  CodeExecution: {
    versions: TODAY_V1,
    reaches: 'code',
    fields: {},
  },
  UrlContext: {
    versions: TODAY_V1,
    reaches: 'search',
    fields: {},
  },
  GoogleMaps: {
    versions: TODAY_V1,
    reaches: 'search',
    fields: {
      enableWidget: {
        type: 'bool',
        status: {
          stage: 'deprecated',
          checked: CHECKED,
          since: '2026-06-15',
          source: 'list of changes of 2026-10-08',
        },
        doc: 'Whether to include a token for showing a map in the response. No effect since 2026-06-15.',
      },
      authConfig: {
        type: 'GoogleMaps.AuthConfig',
        versions: NEW,
        doc: 'Your own Google Maps key.',
      },
    },
  },
  'GoogleMaps.AuthConfig': {
    versions: NEW,
    fields: {
      apiKey: {
        type: 'string',
        inputOnly: true,
        secret: true,
        reaches: 'credential',
        doc: 'API key for Google Maps.',
      },
    },
  },
  GoogleSearchRetrieval: {
    versions: TODAY_V1,
    reaches: 'search',
    fields: {
      dynamicRetrievalConfig: {
        type: 'DynamicRetrievalConfig',
        doc: 'Settings that control when to search. Default: always search.',
      },
    },
  },
  DynamicRetrievalConfig: {
    versions: TODAY_V1,
    fields: {
      mode: {
        type: 'DynamicRetrievalConfig.Mode',
        doc: 'MODE_DYNAMIC lets the model decide whether a search would help.',
      },
      dynamicThreshold: {
        type: 'float',
        presence: true,
        doc: 'Minimum score for a search. Lower values result in more frequent searches.',
      },
    },
  },
  'DynamicRetrievalConfig.Mode': {
    versions: TODAY_V1,
    values: { MODE_UNSPECIFIED: 0, MODE_DYNAMIC: 1 },
  },
} as const satisfies MessageFamily;
