import { VERSIONS } from '../api/versions';
import type { SettingName } from './settings';

interface SettingTexts {
  readonly text: string;
  readonly summary: string;
}

const endpoint = {
  type: 'string',
  format: 'uri',
  pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$',
} as const;

export interface ConnectionField {
  readonly type: 'string';
  readonly text: string;
  readonly isMarkdown?: true;
  readonly [keyword: string]: unknown;
}

export const connectionFields = {
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
    text: 'Preferred API version. Methods that it lacks use another version.',
  },
  auth: {
    type: 'string',
    enum: ['apiKey', 'oauth', 'adc', 'none'],
    isMarkdown: true,
    text: 'Authentication method. `none` sends no credential, for gateways that add their own.',
  },
  project: { type: 'string', text: 'Project that usage is billed to.' },
} as const satisfies { readonly [field: string]: ConnectionField };

export const settingTexts: { readonly [name in SettingName]: SettingTexts } = {
  connections: {
    text: 'Connections to the API. To create one, use *Add Connection…*. Keys and sign-ins are never stored in settings.',
    summary: 'Connections to the API. To create one, run _Add Connection…_.',
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
    text: 'Port of the built-in emulator, from its next start. `0` selects a free port and reuses it. If the port is in use, a free port is selected.',
    summary:
      'Port of the built-in emulator, from its next start. 0 selects a free port and reuses it.',
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
  },
  'files.include': {
    text: 'Glob patterns of the files to upload from a folder.',
    summary:
      'Glob patterns of the files to upload from a folder. You can change them for each upload.',
  },
  'files.exclude': {
    text: 'Glob patterns of the files to exclude from folder uploads. Files ignored by Git are always excluded.',
    summary: 'Glob patterns of the files to exclude. Files ignored by Git are always excluded.',
  },
  'playground.newConversations': {
    text: 'Mode of new conversations in the playground. A mode that you select in a window is used there from then on.',
    summary: 'Mode of new conversations: `chat` or `interaction`.',
  },
  'playground.tokenMeter': {
    text: 'When the playground counts the tokens of a message before you send it. Each count is a request.',
    summary: 'When tokens of a message are counted: `live`, `manual` (on a click), or `off`.',
  },
  'chat.maxInputTokens': {
    text: 'Maximum number of input tokens that VS Code’s chat can use per request. Agents fill the context that a model offers, and long prompts are slow and expensive. `0` uses the model’s limit.',
    summary:
      'Maximum input tokens per chat request. Agents fill the context. 0 uses the model’s limit.',
  },
  'lens.models': {
    text: 'Marks of Gemini models, retired SDKs, and API keys in open files. The files aren’t sent.',
    summary: 'Marks of models, SDKs, and keys in open files: `on`, `ending`, or `off`.',
  },
  'tests.maxTokens': {
    text: 'Number of tokens that a prompt test run can use before it asks for confirmation. `0` never asks. Emulator runs don’t count.',
    summary: 'Number of tokens that a prompt test run can use before it asks. 0 never asks.',
  },
  'tests.maxCents': {
    text: 'Cost in US cents, by published prices, that a prompt test run can reach before it asks for confirmation. `0` never asks. Emulator runs don’t count.',
    summary: 'Estimated cost in US cents that a run can reach before it asks. 0 never asks.',
  },
  'traffic.enabled': {
    text: 'Keeps the last requests and responses of each window in memory for the *Traffic* view, without credentials. They never leave the window.',
    summary: 'Keeps the last requests of a window in memory for the **Traffic** view.',
  },
  'mcp.enabled': {
    text: 'Whether to also offer the agent tools to VS Code as an MCP server. VS Code already has the same tools, so turn this on only for agents that need MCP.',
    summary: 'Also offers the agent tools to VS Code as an MCP server.',
  },
};
