import { CHECKED, UNCONFIRMED } from '../status';
import { NEW, TODAY_V1 } from '../versions';
import type { MessageFamily } from './row';

/** Tools: what a model may use while it answers. */
export const toolMessages = {
  /** Something the model may use while it answers. */
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
        doc: 'Google Search for models of the 1.5 generation; later ones take googleSearch.',
      },
      codeExecution: {
        type: 'CodeExecution',
        doc: 'Lets the model write Python and run it at the service.',
      },
      googleSearch: { type: 'Tool.GoogleSearch', doc: 'Lets the model search the web.' },
      computerUse: {
        type: 'Tool.ComputerUse',
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'Lets the model ask for clicks and keys on a screen that you show it.',
      },
      urlContext: {
        type: 'UrlContext',
        doc: 'Lets the model read the pages that the prompt names.',
      },
      fileSearch: { type: 'FileSearch', doc: 'Lets the model search in stores of files.' },
      googleMaps: { type: 'GoogleMaps', doc: 'Lets the model look up places.' },
      mcpServers: {
        type: 'McpServer',
        repeated: true,
        versions: NEW,
        differs: { v1: { status: UNCONFIRMED } },
        doc: 'Servers of the Model Context Protocol that the service calls for the model.',
      },
    },
  },
  'Tool.GoogleSearch': {
    versions: TODAY_V1,
    reaches: 'search',
    fields: {
      timeRangeFilter: {
        type: 'google.type.Interval',
        doc: 'Only pages of this time. It has both ends or none.',
      },
      searchTypes: {
        type: 'Tool.GoogleSearch.SearchTypes',
        versions: NEW,
        doc: 'What to search for. Absent: pages of the web.',
      },
    },
  },
  'Tool.GoogleSearch.SearchTypes': {
    versions: NEW,
    fields: {
      webSearch: { type: 'Tool.GoogleSearch.WebSearch', doc: 'Pages of the web: {}.' },
      imageSearch: { type: 'Tool.GoogleSearch.ImageSearch', doc: 'Pictures: {}.' },
    },
  },
  'Tool.GoogleSearch.WebSearch': { versions: NEW, fields: {} },
  'Tool.GoogleSearch.ImageSearch': { versions: NEW, fields: {} },
  /** A span of time; the shared type of many services. */
  'google.type.Interval': {
    versions: TODAY_V1,
    fields: {
      startTime: { type: 'timestamp', doc: 'The first moment that is part of it.' },
      endTime: { type: 'timestamp', doc: 'The first moment after it.' },
    },
  },
  'Tool.ComputerUse': {
    versions: TODAY_V1,
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
      disabledSafetyPolicies: {
        type: 'Tool.ComputerUse.SafetyPolicy',
        repeated: true,
        versions: NEW,
        doc: 'What the model may do without asking first.',
      },
      enablePromptInjectionDetection: {
        type: 'bool',
        versions: NEW,
        doc: 'Whether to look for commands to the model in what the screen shows.',
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
  /** A server of the Model Context Protocol. */
  McpServer: {
    versions: NEW,
    reaches: 'address',
    fields: {
      name: { type: 'string', doc: 'Tells it from others; calls of its tools carry it.' },
      streamableHttpTransport: {
        type: 'StreamableHttpTransport',
        doc: 'How the service reaches it.',
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
        doc: 'Address of the server, such as https://example.com/mcp.',
      },
      headers: {
        type: 'string',
        map: true,
        secret: true,
        reaches: 'credential',
        doc: 'Headers of every call, such as an authorization. The service sees them.',
      },
      timeout: { type: 'duration', doc: 'How long a call may take, such as 30s.' },
      sseReadTimeout: { type: 'duration', doc: 'How long to wait for the next event.' },
      terminateOnClose: {
        type: 'bool',
        doc: 'Whether the session there ends with the answer.',
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
        doc: 'Whether the answer has a token to show a map with. Without effect since 2026-06-15.',
      },
      authConfig: {
        type: 'GoogleMaps.AuthConfig',
        versions: NEW,
        doc: 'A key of your own for the maps.',
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
        doc: 'A key for Google Maps.',
      },
    },
  },
  GoogleSearchRetrieval: {
    versions: TODAY_V1,
    reaches: 'search',
    fields: {
      dynamicRetrievalConfig: {
        type: 'DynamicRetrievalConfig',
        doc: 'When to search. Absent: always.',
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
        doc: 'From which score on a search is made. A low one lets it search more often.',
      },
    },
  },
  'DynamicRetrievalConfig.Mode': {
    versions: TODAY_V1,
    values: { MODE_UNSPECIFIED: 0, MODE_DYNAMIC: 1 },
  },
} as const satisfies MessageFamily;
