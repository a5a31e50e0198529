import { VERSIONS } from '../api/versions';
import type { SettingName } from './settings';

/** What is said of a setting. */
interface SettingTexts {
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

/** What is said of each setting, by the rows of `settings`. */
export const settingTexts: { readonly [name in SettingName]: SettingTexts } = {
  connections: {
    text: 'Connections to the service. Use *Add Connection…* to make one: keys and sign-ins are never in a setting. Only your user settings count; a workspace cannot change where they are sent.',
    summary: 'the connections; _Add Connection…_ makes them',
  },
  activeConnection: {
    text: 'Id of the connection that new windows use; `emulator` for the built-in one. Only your user settings count.',
    summary: 'id of the connection that new windows use',
  },
  'retry.maxAttempts': {
    text: 'How often a call is sent at most, the first time included, while the service is busy, a quota per minute is used up or the connection breaks. `0` sends every call once. Only calls that may be repeated are, a shown answer never is, and every wait can be cancelled. Only your user settings count.',
    summary: 'how often a call is sent at most, the first time included; 0 sends every call once',
  },
  timeoutSeconds: {
    text: 'Seconds until the whole answer to a call must be there, each time that it is sent. `0` leaves that to the operation: 60 seconds, and 10 minutes for what a model generates. Only your user settings count.',
    summary:
      'seconds until a whole answer must be there; 0 is 60 seconds, and 10 minutes for what is generated',
  },
  'emulator.port': {
    text: 'Port of the built-in emulator on this machine, from its next start on. `0` takes a free one, and the same again later; one that is in use takes a free one too. Only your user settings count.',
    summary:
      'port of the emulator on this machine, from its next start on; 0 takes a free one, and the same later',
  },
  'trash.days': {
    text: 'Days for which copies of deleted resources are kept on this machine, for *Restore Deleted…*. With 0, no copies are kept.',
    summary: 'days for which copies of what was deleted are kept on this machine; 0 keeps none',
  },
  'upload.parallel': {
    text: 'How many files are uploaded at once.',
    summary: 'how many files are uploaded at once',
  },
  'upload.chunkMegabytes': {
    text: 'Megabytes that one request of an upload carries at most, for proxies that limit the size of requests. With `0`, one request carries the whole file, which is faster.',
    summary:
      'megabytes that a request of an upload has at most, for proxies with a limit; 0 sends it all in one',
  },
  'files.mimeTypes': {
    text: 'MIME types for files that are uploaded or attached, by extension (`.ipynb`) or whole name (`Makefile`). They go before the built-in ones: `{ ".log": "text/plain" }`.',
    summary:
      'types of files by ending (`.log`) or whole name (`Makefile`), before the built-in ones',
  },
  'files.include': {
    text: 'Patterns of the files that the upload of a folder takes.',
    summary:
      'patterns of the files that the upload of a folder takes; they can be changed each time',
  },
  'files.exclude': {
    text: 'Patterns of the files that the upload of a folder leaves out. What git ignores is left out in any case.',
    summary:
      'patterns of those that it leaves out, beside what git ignores; they can be changed each time',
  },
  'playground.newConversations': {
    text: 'Mode of new conversations in the playground. A mode that you select in a window is used there from then on.',
    summary: 'mode of new conversations: `chat` or `interaction`',
  },
  'playground.tokenMeter': {
    text: 'When the playground counts the tokens of a message before it is sent, which costs a request each time. Only your user settings count.',
    summary:
      'when the tokens of a message are counted, a request each time: `live`, `manual` (on a click) or `off`',
  },
  'tests.maxTokens': {
    text: 'Tokens that a run of prompt tests may take before it asks whether to go on. With `0`, it never asks. Runs against the emulator don’t count. Only your user settings count.',
    summary: 'tokens that a run of prompt tests may take before it asks; 0 never asks',
  },
  'tests.maxCents': {
    text: 'US cents that a run of prompt tests may cost, by published prices, before it asks whether to go on. With `0`, it never asks. Runs against the emulator don’t count. Only your user settings count.',
    summary: 'US cents that it may cost, by published prices, before it asks; 0 never asks',
  },
  'traffic.enabled': {
    text: 'Keeps the last requests of a window and their answers in memory, without credentials, for the view *Traffic*. Nothing of it leaves the window. Only your user settings count.',
    summary:
      'keeps the last requests of a window in memory, for the view **Traffic**; the ledger counts in any case',
  },
};
