import { generationLimits } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import { call, type Calls } from '../../webview/rpc';
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
import { MAX_PROMPT, PLAYGROUND_MODES, type SettingsMode } from './conversation';

/**
 * Settings edited as JSON in an editor: response schemas, functions, and the mode's full request.
 */
export const REQUEST_PARTS = ['jsonSchema', 'responseSchema', 'functions', 'request'] as const;
export type RequestPart = (typeof REQUEST_PARTS)[number];

/** File name of the document; the full request has a separate one per mode. */
type PartFile = Exclude<RequestPart, 'request'> | `${SettingsMode}Request`;

export interface OpenPart {
  readonly part: RequestPart;
  readonly name: string;
  readonly isDirty: boolean;
}

export function partFile(part: RequestPart, mode: SettingsMode): PartFile {
  return part === 'request' ? `${mode}Request` : part;
}

const request = jsonObject();

/** A function result. Strings are wrapped as `{ result }`, because the API requires an object. */
const result: Shape<JsonObject> = {
  parse: (value, path) =>
    typeof value === 'string'
      ? { result: text(MAX_PROMPT).parse(value, path) }
      : request.parse(value, path),
};

const requestsShape = Object.fromEntries(
  PLAYGROUND_MODES.flatMap((mode) => (mode === 'prompt' ? [] : [[mode, request] as const])),
) as { readonly [M in SettingsMode]: Shape<JsonObject> };

/** Maximum values in the panel and in conversation files; the API publishes none. */
export const MAX_UNPUBLISHED = { topK: 1_000_000, maxOutputTokens: 10_000_000 } as const;
/** Maximum characters of a stop sequence; the API publishes no limit. */
export const MAX_STOP_LENGTH = 1000;

const { temperature, topP, topK, maxOutputTokens, stopSequences } = generationLimits;

export const settingsShape = object(
  {},
  {
    systemInstruction: text(MAX_PROMPT),
    temperature: number(temperature.minimum, temperature.maximum),
    topP: number(topP.minimum, topP.maximum),
    topK: integer(topK.minimum, MAX_UNPUBLISHED.topK),
    maxOutputTokens: integer(maxOutputTokens.minimum, MAX_UNPUBLISHED.maxOutputTokens),
    stopSequences: list(text(MAX_STOP_LENGTH), stopSequences.maxItems),
    includeThoughts: flag,
    requests: object({}, requestsShape),
    whole: flag,
    mocks: record(result),
    vscodeTools: record(text(512)),
    autoRespond: flag,
  },
);

export const settingsCalls = {
  /** Replaces all settings; absent fields use the default. */
  setSettings: call(settingsShape),
  /** Sets whether new conversations start with these settings or with none. */
  keepSettings: call(object({ keep: flag })),
  /** Opens settings as JSON in an editor; saving applies them. */
  editPart: call(object({ part: oneOf(...REQUEST_PARTS) })),
  pickStores: call(),
  editServers: call(),
  pickTools: call(),
  metadataKeys: call(object({ most: integer(1, 1000) }), list(text(1000))),
} satisfies Calls;

/** Maximum number of function calls in a response. */
const MAX_CALLS = 10_000;
const turnId = text(64);
const callResult = object({ keep: flag }, { response: jsonObject() });

export const toolCalls = {
  /**
   * Sends a result per function call of the last response, in order. `keep` saves the results. A
   * result without a response is that of the VS Code tool that has run. Fails if `turn` isn't the
   * last response.
   */
  sendResults: call(object({ turn: turnId, results: list(callResult) })),
  /**
   * Runs the VS Code tool of a pending call, by index, and sends the results as soon as every call
   * has one. `always` also runs later calls of this tool until the panel is closed.
   */
  runTool: call(object({ turn: turnId, call: integer(0, MAX_CALLS), always: flag })),
  setAutoRespond: call(object({ on: flag })),
  savedResults: call(),
  askToCorrect: call(object({ turn: turnId })),
  openSchema: call(object({ turn: turnId })),
} satisfies Calls;

/** A pending call that a VS Code tool can run. */
export interface ToolCallState {
  /** Name of the tool. */
  readonly tool: string;
  readonly state: 'ready' | 'running' | 'done' | 'failed';
  /** Why the tool can't run, or what went wrong. */
  readonly problem?: string;
  readonly canRun: boolean;
}

export interface ToolCallStates {
  readonly turn: string;
  /** By pending call; null for calls of other functions. */
  readonly calls: readonly (ToolCallState | null)[];
  /** Number of the automatic round that is running, from 1. */
  readonly round?: number;
  /** Whether the limit of automatic rounds is reached. */
  readonly isCapped?: boolean;
}
