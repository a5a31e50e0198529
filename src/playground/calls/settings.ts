import type { Protocol } from '../../webview/rpc';
import { jsonObject } from '../../webview/jsonShape';
import { flag, integer, list, number, object, oneOf, record, text } from '../../webview/shape';
import { MAX_PROMPT } from '../limits';
import { REQUEST_PARTS } from '../requestParts';

const request = jsonObject();

/** The settings as the webview sends them and as a conversation's file holds them. */
export const settingsShape = object(
  {},
  {
    systemInstruction: text(MAX_PROMPT),
    temperature: number(0, 2),
    topP: number(0, 1),
    topK: integer(1, 1_000_000),
    maxOutputTokens: integer(1, 10_000_000),
    stopSequences: list(text(1000), 5),
    includeThoughts: flag,
    requests: object(
      {},
      { chat: request, text: request, message: request, answer: request, embed: request },
    ),
    whole: flag,
    mocks: record(request),
    autoRespond: flag,
  },
);

export const settingsCalls = {
  /** Replaces the settings: the whole set, absent meaning default. */
  setSettings: { input: settingsShape },
  /** Opens a part of the settings as JSON in an editor; what is saved there is set. */
  editPart: { input: object({ part: oneOf(...REQUEST_PARTS) }) },
} as const satisfies Protocol['calls'];
