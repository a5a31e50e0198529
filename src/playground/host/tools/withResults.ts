import type { JsonObject } from '../../../api/schema/row';
import type { Conversation, PlaygroundSettings, UserTurn } from '../../conversation';
import { openCalls } from '../../turns';
import { newId } from '../conversationFile';

/** What a function gave. */
export interface Result {
  readonly response: JsonObject;
  /** It becomes the usual result of its function. */
  readonly keep: boolean;
}

/**
 * The conversation with these results at its end, as one message: the service wants the results of calls that
 * came together to come together, in their order, and with their ids where it gave some.
 * @param results as many as there are open calls
 * @param automatic they are sent without the user
 */
export function withResults(
  conversation: Conversation,
  results: readonly Result[],
  automatic = false,
): Conversation {
  const { turns, settings } = conversation;
  const calls = openCalls(turns);
  const parts = calls.map(({ id, name = '' }, at) => ({
    functionResponse: {
      ...(id !== undefined && { id }),
      name,
      response: results[at]?.response ?? {},
    },
  }));
  const content = { role: 'user', parts };
  const turn: UserTurn = { id: newId(), role: 'user', content, ...(automatic && { automatic }) };
  const kept = calls.flatMap(({ name = '' }, at) => {
    const result = results[at];
    return result?.keep ? [[name, result.response] as const] : [];
  });
  return { ...conversation, settings: withUsual(settings, kept), turns: [...turns, turn] };
}

function withUsual(
  settings: PlaygroundSettings,
  kept: readonly (readonly [string, JsonObject])[],
): PlaygroundSettings {
  if (kept.length === 0) return settings;
  return { ...settings, mocks: { ...settings.mocks, ...Object.fromEntries(kept) } };
}
