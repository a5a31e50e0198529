import type { JsonObject } from '../../api/schema/row';
import type { Protocol } from '../../webview/rpc';
import { jsonObject } from '../../webview/jsonShape';
import {
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  record,
  text,
  type Shape,
} from '../../webview/shape';
import { MAX_PROMPT } from '../limits';
import { requestLimits as limits } from '../requestLimits';
import { REQUEST_PARTS } from '../requestParts';

const request = jsonObject();

/** The result of a function: a text stands in an object, as `result`, which is what the service takes. */
const result: Shape<JsonObject> = {
  parse: (value, path) =>
    typeof value === 'string'
      ? { result: text(MAX_PROMPT).parse(value, path) }
      : request.parse(value, path),
};

/** The settings as the webview sends them and as a conversation's file holds them. */
export const settingsShape = object(
  {},
  {
    systemInstruction: text(MAX_PROMPT),
    temperature: number(limits.temperature.minimum, limits.temperature.maximum),
    topP: number(limits.topP.minimum, limits.topP.maximum),
    topK: integer(limits.topK.minimum, 1_000_000),
    maxOutputTokens: integer(limits.maxOutputTokens.minimum, 10_000_000),
    stopSequences: list(text(1000), limits.stopSequences.maxItems),
    includeThoughts: flag,
    requests: object(
      {},
      { chat: request, text: request, message: request, answer: request, embed: request },
    ),
    whole: flag,
    mocks: record(result),
    autoRespond: flag,
  },
);

export const settingsCalls = {
  /** Replaces the settings: the whole set, absent meaning default. */
  setSettings: { input: settingsShape },
  /** Lets new conversations begin with the settings of this one, or with none. */
  keepSettings: { input: object({ keep: flag }) },
  /** Opens a part of the settings as JSON in an editor; what is saved there is set. */
  editPart: { input: object({ part: oneOf(...REQUEST_PARTS) }) },
} as const satisfies Protocol['calls'];
