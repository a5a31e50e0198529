import type { JsonObject } from '../../api/schema/row';
import type { Conversation, ModelTurn, PlaygroundSettings, UserTurn } from '../model/conversation';
import { mockResult } from '../model/tools';
import { MAX_AUTOMATIC_ROUNDS, openCalls } from '../model/turns';
import type { SessionAccess } from './context';
import { newId } from '../store/conversationFile';

const automatic = new WeakMap<SessionAccess, { readonly turn: string; readonly rounds: number }>();

/**
 * Sends saved function results if enabled and complete. Stops after some consecutive rounds; a
 * message from the user resets the count.
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
 * Adds saved results for the last response's calls; undefined if any is missing or automatic
 * responses are off.
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

interface Result {
  readonly response: JsonObject;
  readonly keep: boolean;
}

/**
 * Appends results as one message, as the API requires for parallel calls: in order and with the
 * calls' IDs.
 * @param results one per open call
 * @param automatic whether they are sent without confirmation
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
