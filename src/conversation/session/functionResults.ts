import type { JsonObject } from '../../api/schema/row';
import type { Conversation, ModelTurn, PlaygroundSettings, UserTurn } from '../model/conversation';
import { mockResult } from '../model/tools';
import { MAX_AUTOMATIC_ROUNDS, openCalls } from '../model/turns';
import type { SessionAccess } from './context';
import { newId } from '../store/conversationFile';

/** The message that was sent last without asking, and how many of them went before it in a row. */
const automatic = new WeakMap<SessionAccess, { readonly turn: string; readonly rounds: number }>();

/**
 * Sends the saved results of the functions that an answer calls, where all have one and the user wants that. After
 * some rounds in a row it leaves the next one to the user; a message by hand begins a new row.
 */
export async function autoRespond(session: SessionAccess, answer: ModelTurn): Promise<void> {
  const { turns } = session.conversation;
  if (session.isStreaming || turns.at(-1)?.id !== answer.id) return;
  if (!withSavedResults(session.conversation)) return;
  const last = automatic.get(session);
  const rounds = last && last.turn === turns.at(-2)?.id ? last.rounds : 0;
  if (rounds >= MAX_AUTOMATIC_ROUNDS) return;
  session.change((head) => {
    const next = withSavedResults(head) ?? head;
    automatic.set(session, { turn: next.turns.at(-1)?.id ?? '', rounds: rounds + 1 });
    return next;
  });
  await session.ask({ kind: 'new' });
}

/**
 * With the saved results of the functions that the last answer calls; undefined where one of them has none, or the
 * user wants to send them by hand.
 */
export function withSavedResults(conversation: Conversation): Conversation | undefined {
  const { settings, turns } = conversation;
  const last = turns.at(-1);
  if (!settings.autoRespond || last?.role !== 'model') return undefined;
  if (last.outcome?.verdict !== 'complete' || last.outcome.failure) return undefined;
  const calls = openCalls(turns);
  const results = calls
    .map(({ name }) => mockResult(settings, name))
    .filter((result) => result !== undefined);
  if (calls.length === 0 || results.length < calls.length) return undefined;
  const sent = results.map((response) => ({ response, keep: false }));
  return withResults(conversation, sent, true);
}

/** What a function gave. */
export interface Result {
  readonly response: JsonObject;
  /** It becomes the saved result of its function. */
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
  return { ...conversation, settings: withMocks(settings, kept), turns: [...turns, turn] };
}

function withMocks(
  settings: PlaygroundSettings,
  kept: readonly (readonly [string, JsonObject])[],
): PlaygroundSettings {
  if (kept.length === 0) return settings;
  return { ...settings, mocks: { ...settings.mocks, ...Object.fromEntries(kept) } };
}
