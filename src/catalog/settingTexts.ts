import { VERSIONS } from '../api/versions';
import type { SettingName } from './settings';

interface SettingTexts {
  readonly text: string;
  readonly summary: string;
  /** What each choice does. */
  readonly choices?: { readonly [value: string]: string };
  /** JSON schema of the values, besides their type. */
  readonly schema?: { readonly items?: object; readonly additionalProperties?: object };
}

const patterns = { items: { type: 'string', minLength: 1 } } as const;

const endpoint = {
  type: 'string',
  format: 'uri',
  pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$',
} as const;

/** A field of the items of a setting. */
export interface ItemField {
  readonly type: 'boolean' | 'integer' | 'number' | 'string';
  readonly text: string;
  readonly isMarkdown?: true;
  readonly [keyword: string]: unknown;
}

const connectionFields = {
  id: {
    type: 'string',
    pattern: '^[A-Za-z0-9]{8}$',
    text: 'ID of eight letters or digits that never changes. Documents and stored keys refer to it.',
  },
  name: { type: 'string', minLength: 1, maxLength: 60, text: 'Display name.' },
  endpoint: {
    ...endpoint,
    text: 'Base URL of the API without the version, for example `https://gateway.example.com/gemini`.',
  },
  uploadEndpoint: {
    ...endpoint,
    text: 'Base URL for file uploads, if different from the endpoint.',
  },
  apiVersion: {
    type: 'string',
    enum: VERSIONS,
    text: 'Preferred API version. Methods not in this version use another one.',
  },
  auth: {
    type: 'string',
    enum: ['apiKey', 'oauth', 'adc', 'none'],
    isMarkdown: true,
    text: 'Authentication method. `none` sends no credential, for gateways that add their own.',
  },
  project: { type: 'string', text: 'Project that usage is billed to.' },
} as const satisfies { readonly [field: string]: ItemField };

const capFields = {
  per: {
    type: 'string',
    enum: ['day', 'month'],
    text: 'Period. It starts at midnight in California.',
  },
  dollars: {
    type: 'number',
    minimum: 0,
    text: 'Maximum cost in US dollars, estimated with published prices.',
  },
  tokens: {
    type: 'integer',
    minimum: 0,
    text: 'Maximum number of tokens in requests and responses.',
  },
  connection: { type: 'string', text: 'ID of a connection. Default: all requests.' },
  folder: { type: 'string', text: 'Absolute path of a folder. Default: all folders.' },
  unknownPrices: {
    type: 'boolean',
    text: 'Allows requests of unknown price even if dollars are limited. Default: off.',
  },
} as const satisfies { readonly [field: string]: ItemField };

/** Fields of settings that are lists of objects. */
export const itemFields: {
  readonly [name in SettingName]?: { readonly [field: string]: ItemField };
} = { connections: connectionFields, 'spend.caps': capFields };

export const settingTexts: { readonly [name in SettingName]: SettingTexts } = {
  connections: {
    text: 'Connections to the API. To create one, use *Add Connection…*. Keys and sign-ins are never stored in settings.',
    summary: 'Connections to the API. To create one, run _Add Connection…_.',
    schema: {
      items: {
        type: 'object',
        required: ['id', 'name', 'endpoint', 'auth'],
        additionalProperties: false,
      },
    },
  },
  activeConnection: {
    text: 'ID of the connection that new windows use. `emulator` is the built-in emulator.',
    summary: 'ID of the connection that new windows use.',
  },
  'retry.maxAttempts': {
    text: 'Maximum number of attempts for a request, including the first, if the API is busy, a per-minute quota is used up, or the connection drops. `0` turns retries off.',
    summary: 'Maximum number of attempts for a request, including the first. 0 turns retries off.',
  },
  timeoutSeconds: {
    text: 'Timeout for each request attempt, in seconds. `0` uses the default: 60 seconds, or 10 minutes for generation requests.',
    summary:
      'Timeout for each attempt in seconds. 0 means 60 seconds, or 10 minutes for generation requests.',
  },
  'emulator.port': {
    text: 'Port of the built-in emulator. Applies the next time it starts. `0` selects a free port and reuses it. If the port is in use, a free port is selected.',
    summary:
      'Port of the built-in emulator. Applies the next time it starts. 0 selects a free port and reuses it.',
  },
  'trash.days': {
    text: 'Number of days to keep deleted resources in the trash on this machine. `0` turns the trash off.',
    summary: 'Number of days to keep deleted resources in the trash. 0 turns the trash off.',
  },
  'upload.parallel': {
    text: 'Number of files that are uploaded in parallel.',
    summary: 'Number of files that are uploaded in parallel.',
  },
  'upload.chunkMegabytes': {
    text: 'Maximum size of one upload request in megabytes, for proxies that limit requests. `0` sends the complete file in one request, which is faster.',
    summary:
      'Maximum size of one upload request in megabytes. 0 sends the complete file in one request.',
  },
  'files.mimeTypes': {
    text: 'MIME types for uploaded and attached files, by extension (`.ipynb`) or file name (`Makefile`). They override the built-in types. Example: `{ ".log": "text/plain" }`.',
    summary:
      'MIME types by extension (`.log`) or file name (`Makefile`). They override the built-in types.',
    schema: {
      additionalProperties: { type: 'string', pattern: '^[\\w.+-]+/[\\w.+-]+$' },
    },
  },
  'files.include': {
    text: 'Glob patterns of the files to upload from a folder.',
    summary:
      'Glob patterns of the files to upload from a folder. You can change them for each upload.',
    schema: patterns,
  },
  'files.exclude': {
    text: 'Glob patterns of the files to exclude from folder uploads. Files ignored by Git are always excluded.',
    summary: 'Glob patterns of the files to exclude. Files ignored by Git are always excluded.',
    schema: patterns,
  },
  'playground.newConversations': {
    text: 'Mode for new conversations in the playground. If you select a mode in a window, that window keeps using it.',
    summary: 'Mode of new conversations: `chat` or `interaction`.',
    choices: {
      chat: 'Chat.',
      interaction: 'Interaction, if the API version and the model support it. Otherwise, chat.',
    },
  },
  'playground.tokenMeter': {
    text: 'Controls when the playground counts the tokens in a message before you send it. Each count sends a request.',
    summary: 'Controls when message tokens are counted: `live`, `manual` (on click), or `off`.',
    choices: {
      live: 'Shortly after the last change.',
      manual: 'When you click the token meter.',
      off: 'Never.',
    },
  },
  'chat.maxInputTokens': {
    text: 'Maximum number of input tokens that VS Code chat can use per request. Agents tend to fill the model’s context window, and long prompts are slow and expensive. `0` uses the model’s limit.',
    summary:
      'Maximum input tokens per chat request. Agents tend to use them all. 0 uses the model’s limit.',
  },
  'lens.models': {
    text: 'Marks Gemini models, retired SDKs, and API keys in open files. The files aren’t sent anywhere.',
    summary: 'Marks models, SDKs, and keys in open files: `on`, `ending`, or `off`.',
    choices: {
      on: 'All marks.',
      ending: 'Only models that have shut down or will soon, retired SDKs, and API keys.',
      off: 'None.',
    },
  },
  'tests.maxTokens': {
    text: 'Number of tokens that a prompt test run can use before it asks for confirmation. `0` never asks. Emulator runs don’t count.',
    summary: 'Number of tokens that a prompt test run can use before it asks. 0 never asks.',
  },
  'tests.maxCents': {
    text: 'Cost in US cents, based on published prices, that a prompt test run can reach before it asks for confirmation. `0` never asks. Emulator runs don’t count.',
    summary: 'Estimated cost in US cents that a run can reach before it asks. 0 never asks.',
  },
  'spend.caps': {
    text: 'Limits for the cost of requests on this machine, in US dollars or tokens per day or month. Requests that don’t fit are refused before they are sent. Default: none.',
    summary: 'Limits for the cost of requests on this machine.',
    schema: { items: { type: 'object', required: ['per'], additionalProperties: false } },
  },
  'traffic.enabled': {
    text: 'Keeps the last requests and responses of each window in memory for the *Traffic* view, without credentials. They never leave the window.',
    summary: 'Keeps the last requests of a window in memory for the **Traffic** view.',
  },
  'mcp.enabled': {
    text: 'Also provides the agent tools to VS Code as an MCP server. Only needed for agents that require MCP, because VS Code already has the same tools.',
    summary: 'Also provides the agent tools to VS Code as an MCP server.',
  },
};
