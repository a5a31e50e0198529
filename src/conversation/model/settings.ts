import { generationLimits } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import {
  flag,
  integer,
  jsonObject,
  list,
  number,
  object,
  oneOf,
  record,
  type Shape,
  text,
} from '../../webview/shape';
import { call, type Calls } from '../../webview/rpc';
import { MAX_PROMPT, PLAYGROUND_MODES, type SettingsMode } from './conversation';

/**
 * Parts of the settings that are edited as JSON in an editor: the shape of a JSON answer, functions that the
 * model may call, and the whole request of the mode.
 */
export const REQUEST_PARTS = ['responseSchema', 'functions', 'request'] as const;
export type RequestPart = (typeof REQUEST_PARTS)[number];

/** The name of its document's file: the whole request is another one in each mode. */
export type PartFile = Exclude<RequestPart, 'request'> | `${SettingsMode}Request`;

/** A part that is open in an editor. */
export interface OpenPart {
  readonly part: RequestPart;
  /** Of its file, as the tab of the editor has it. */
  readonly name: string;
  /** The editor has changes that are not saved. */
  readonly isDirty: boolean;
}

export function partFile(part: RequestPart, mode: SettingsMode): PartFile {
  return part === 'request' ? `${mode}Request` : part;
}

const request = jsonObject();

/** The result of a function: a text stands in an object, as `result`, which is what the service takes. */
const result: Shape<JsonObject> = {
  parse: (value, path) =>
    typeof value === 'string'
      ? { result: text(MAX_PROMPT).parse(value, path) }
      : request.parse(value, path),
};

/** A request of each mode that has settings of its own. */
const requestsShape = Object.fromEntries(
  PLAYGROUND_MODES.flatMap((mode) => (mode === 'prompt' ? [] : [[mode, request] as const])),
) as { readonly [M in SettingsMode]: Shape<JsonObject> };

/** What the panel and the files of conversations take at most, where the service publishes no end. */
export const UNPUBLISHED_MOST = { topK: 1_000_000, maxOutputTokens: 10_000_000 } as const;
/** Characters of one stop sequence; the service publishes no limit. */
export const MAX_STOP_LENGTH = 1000;

const { temperature, topP, topK, maxOutputTokens, stopSequences } = generationLimits;

/** The settings as the webview sends them and as a conversation's file holds them. */
export const settingsShape = object(
  {},
  {
    systemInstruction: text(MAX_PROMPT),
    temperature: number(temperature.minimum, temperature.maximum),
    topP: number(topP.minimum, topP.maximum),
    topK: integer(topK.minimum, UNPUBLISHED_MOST.topK),
    maxOutputTokens: integer(maxOutputTokens.minimum, UNPUBLISHED_MOST.maxOutputTokens),
    stopSequences: list(text(MAX_STOP_LENGTH), stopSequences.maxItems),
    includeThoughts: flag,
    requests: object({}, requestsShape),
    whole: flag,
    mocks: record(result),
    autoRespond: flag,
  },
);

export const settingsCalls = {
  /** Replaces the settings: the whole set, absent meaning default. */
  setSettings: call(settingsShape),
  /** Lets new conversations begin with the settings of this one, or with none. */
  keepSettings: call(object({ keep: flag })),
  /** Opens a part of the settings as JSON in an editor; what is saved there is set. */
  editPart: call(object({ part: oneOf(...REQUEST_PARTS) })),
  /** Shows VS Code's list of file search stores, to choose those that are searched in. */
  pickStores: call(),
  /** Shows VS Code's list of the servers of tools that are called for the model, to change them. */
  editServers: call(),
  /** Answers keys of the metadata of documents in those, at most so many. */
  metadataKeys: call(object({ most: integer(1, 1000) }), list(text(1000))),
} satisfies Calls;
