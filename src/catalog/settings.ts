import { VERSIONS } from '../api/versions';

/** What a setting may hold, in the words of JSON Schema. */
interface Values {
  readonly type: 'array' | 'boolean' | 'integer' | 'object' | 'string';
  /** Of a number, both included. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Each value of a text, with what it does. */
  readonly choices?: { readonly [value: string]: string };
  readonly items?: object;
  readonly additionalProperties?: object;
}

/**
 * THE SETTINGS, a row each, by their name after the prefix. From the rows derive package.json with its texts
 * (`manifest`), the table of README.md (`readmeTables`), and the types and ranges that readers of a setting need.
 *
 * All of them have the scope `application` and are read from the user's own settings only: a workspace must not choose
 * where a credential is sent (rule of every client that once read its base URL from a workspace), nor how often its
 * user asks a service that counts and bills, nor for how long.
 */
interface SettingRow extends Values {
  readonly default: unknown;
  /** In the editor of the settings, as Markdown. */
  readonly text: string;
  /** In README.md, as Markdown. */
  readonly summary: string;
}

const endpoint = {
  type: 'string',
  format: 'uri',
  pattern: '^https?://[^/?#@\\s]+(/[^?#\\s]*)?$',
} as const;

const patterns = { type: 'array', items: { type: 'string', minLength: 1 } } as const;

/** A field of a connection: a JSON schema, and its text. */
export interface ConnectionField {
  readonly type: 'string';
  readonly text: string;
  readonly isMarkdown?: true;
  readonly [keyword: string]: unknown;
}

/** The fields of one connection, each with its text in the editor of the settings. */
export const connectionFields = {
  id: {
    type: 'string',
    pattern: '^[A-Za-z0-9]{8}$',
    text: 'Eight letters or digits that never change. Documents and the stored key use it.',
  },
  name: { type: 'string', minLength: 1, maxLength: 60, text: 'The name that you see.' },
  endpoint: {
    ...endpoint,
    text: 'Address of the service: scheme, host and port, and the path of a gateway where it has one. Without the API version.',
  },
  uploadEndpoint: {
    ...endpoint,
    text: 'Where files are sent to, if not to the endpoint: scheme, host and port, and the path of a gateway where it has one.',
  },
  apiVersion: {
    type: 'string',
    enum: VERSIONS,
    text: 'Preferred version of the service. What it does not have is asked from another version.',
  },
  auth: {
    type: 'string',
    enum: ['apiKey', 'oauth', 'adc', 'none'],
    isMarkdown: true,
    text: 'Kind of credential. `none` sends none, for a gateway that adds its own.',
  },
  project: { type: 'string', text: 'Project that usage is counted for.' },
} as const satisfies { readonly [field: string]: ConnectionField };

export const settings = {
  connections: {
    type: 'array',
    default: [] as readonly unknown[],
    items: {
      type: 'object',
      required: ['id', 'name', 'endpoint', 'auth'],
      additionalProperties: false,
    },
    text: 'Connections to the service. Use *Add Connection…* to make one: keys and sign-ins are never in a setting. Only your user settings count; a workspace cannot change where they are sent.',
    summary: 'the connections; _Add Connection…_ makes them',
  },
  activeConnection: {
    type: 'string',
    default: '',
    text: 'Id of the connection that new windows use; `emulator` for the built-in one. Only your user settings count.',
    summary: 'id of the connection that new windows use',
  },
  'retry.maxAttempts': {
    type: 'integer',
    default: 4,
    minimum: 0,
    maximum: 10,
    text: 'How often a call is sent at most, the first time included, while the service is busy, a quota per minute is used up or the connection breaks. `0` sends every call once. Only calls that may be repeated are, a shown answer never is, and every wait can be cancelled. Only your user settings count.',
    summary: 'how often a call is sent at most, the first time included; 0 sends every call once',
  },
  timeoutSeconds: {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 3600,
    text: 'Seconds until the whole answer to a call must be there, each time that it is sent. `0` leaves that to the operation: 60 seconds, and 10 minutes for what a model generates. Only your user settings count.',
    summary:
      'seconds until a whole answer must be there; 0 is 60 seconds, and 10 minutes for what is generated',
  },
  'emulator.port': {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 65_535,
    text: 'Port of the built-in emulator on this machine, from its next start on. `0` takes a free one, and the same again later; one that is in use takes a free one too. Only your user settings count.',
    summary:
      'port of the emulator on this machine, from its next start on; 0 takes a free one, and the same later',
  },
  'trash.days': {
    type: 'integer',
    default: 30,
    minimum: 0,
    maximum: 3650,
    text: 'Days for which copies of deleted resources are kept on this machine, for *Restore Deleted…*. With 0, no copies are kept.',
    summary: 'days for which copies of what was deleted are kept on this machine; 0 keeps none',
  },
  'upload.parallel': {
    type: 'integer',
    default: 3,
    minimum: 1,
    maximum: 10,
    text: 'How many files are uploaded at once.',
    summary: 'how many files are uploaded at once',
  },
  'upload.chunkMegabytes': {
    type: 'integer',
    default: 0,
    minimum: 0,
    maximum: 1024,
    text: 'Megabytes that one request of an upload carries at most, for proxies that limit the size of requests. With `0`, one request carries the whole file, which is faster.',
    summary:
      'megabytes that a request of an upload has at most, for proxies with a limit; 0 sends it all in one',
  },
  'files.mimeTypes': {
    type: 'object',
    default: {},
    additionalProperties: { type: 'string', pattern: '^[\\w.+-]+/[\\w.+-]+$' },
    text: 'MIME types for files that are uploaded or attached, by extension (`.ipynb`) or whole name (`Makefile`). They go before the built-in ones: `{ ".log": "text/plain" }`.',
    summary:
      'types of files by ending (`.log`) or whole name (`Makefile`), before the built-in ones',
  },
  'files.include': {
    ...patterns,
    default: ['**'],
    text: 'Patterns of the files that the upload of a folder takes.',
    summary:
      'patterns of the files that the upload of a folder takes; they can be changed each time',
  },
  'files.exclude': {
    ...patterns,
    default: ['**/.git/**', '**/node_modules/**'],
    text: 'Patterns of the files that the upload of a folder leaves out. What git ignores is left out in any case.',
    summary:
      'patterns of those that it leaves out, beside what git ignores; they can be changed each time',
  },
  'playground.newConversations': {
    type: 'string',
    default: 'interaction',
    choices: {
      interaction: 'As interactions, where the version of the connection and the model have them.',
      chat: 'As chats.',
    },
    text: 'How new conversations of the playground begin. Those that are there, and prompt files, stay what they are. Only your user settings count.',
    summary:
      'how new conversations begin: as an `interaction`, where the connection has that, or as a `chat`',
  },
  'playground.tokenMeter': {
    type: 'string',
    default: 'live',
    choices: {
      live: 'A moment after the last change.',
      manual: 'When you click the meter.',
      off: 'Never.',
    },
    text: 'When the playground counts the tokens of a message before it is sent, which costs a request each time. Only your user settings count.',
    summary:
      'when the tokens of a message are counted, a request each time: `live`, `manual` (on a click) or `off`',
  },
  'tests.maxTokens': {
    type: 'integer',
    default: 200_000,
    minimum: 0,
    maximum: 1_000_000_000,
    text: 'Tokens that a run of prompt tests may take before it asks whether to go on. With `0`, it never asks. Runs against the emulator don’t count. Only your user settings count.',
    summary: 'tokens that a run of prompt tests may take before it asks; 0 never asks',
  },
  'tests.maxCents': {
    type: 'integer',
    default: 100,
    minimum: 0,
    maximum: 1_000_000,
    text: 'US cents that a run of prompt tests may cost, by published prices, before it asks whether to go on. With `0`, it never asks. Runs against the emulator don’t count. Only your user settings count.',
    summary: 'US cents that it may cost, by published prices, before it asks; 0 never asks',
  },
  'traffic.enabled': {
    type: 'boolean',
    default: true,
    text: 'Keeps the last requests of a window and their answers in memory, without credentials, for the view *Traffic*. Nothing of it leaves the window. Only your user settings count.',
    summary:
      'keeps the last requests of a window in memory, for the view **Traffic**; the ledger counts in any case',
  },
} as const satisfies { readonly [name: string]: SettingRow };

type Settings = typeof settings;

export type SettingName = keyof Settings;

type SettingOf<Type> = {
  [N in SettingName]: Settings[N] extends { readonly type: Type } ? N : never;
}[SettingName];

/** Settings that are whole numbers, and have a range. */
export type NumberSetting = SettingOf<'integer'>;

/** Settings that are on or off. */
export type FlagSetting = SettingOf<'boolean'>;

/** When the playground counts the tokens of a message before it is sent. */
export type TokenMeter = keyof Settings['playground.tokenMeter']['choices'];

/** How new conversations begin. */
export type NewConversations = keyof Settings['playground.newConversations']['choices'];

export function settingNames(): readonly SettingName[] {
  return Object.keys(settings) as SettingName[];
}

export function settingRow(name: SettingName): SettingRow {
  return settings[name];
}
