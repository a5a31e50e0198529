import type { JsonObject } from '../../api/schema/row';
import type { Conversation, ModelTurn, PlaygroundSettings, UserTurn } from '../model/conversation';
import { mockResult } from '../model/tools';
import { MAX_AUTOMATIC_ROUNDS, openCalls } from '../model/turns';
import { conversationRequest } from '../request/conversationRequest';
import { requireSendable } from '../request/message';
import type { FunctionResult } from '../tools/toolResult';
import type { SessionAccess } from './context';
import { newId } from '../store/conversationFile';

const automatic = new WeakMap<SessionAccess, { readonly turn: string; readonly rounds: number }>();

/** Returns the number of consecutive rounds up to the last response whose results were sent without a click. */
export function automaticRounds(session: SessionAccess): number {
  const last = automatic.get(session);
  return last && last.turn === session.conversation.turns.at(-2)?.id ? last.rounds : 0;
}

/**
 * Sends saved function results if enabled and complete. Stops after some consecutive rounds; a
 * message from the user resets the count.
 */
export async function autoRespond(session: SessionAccess, answer: ModelTurn): Promise<void> {
  const { turns } = session.conversation;
  if (session.isStreaming || turns.at(-1)?.id !== answer.id) return;
  const results = savedResults(session.conversation);
  if (!results || automaticRounds(session) >= MAX_AUTOMATIC_ROUNDS) return;
  await sendFunctionResults(session, results, true);
}

/**
 * Sends a result per pending call. Throws `AppError` without changes if they can’t be sent.
 * @param isAutomatic whether they are sent without a click
 */
export async function sendFunctionResults(
  session: SessionAccess,
  results: readonly Result[],
  isAutomatic: boolean,
): Promise<void> {
  const { target } = session;
  const rounds = automaticRounds(session);
  const next = withResults(session.conversation, results, isAutomatic);
  const built = conversationRequest({ ...next, model: target.model }, target);
  requireSendable(built, target.version);
  if (isAutomatic) {
    automatic.set(session, { turn: next.turns.at(-1)?.id ?? '', rounds: rounds + 1 });
  }
  session.change(() => next);
  await session.ask({ kind: 'new' });
}

/**
 * Adds saved results for the last response's calls; undefined if any is missing or automatic
 * responses are off.
 */
export function withSavedResults(conversation: Conversation): Conversation | undefined {
  const results = savedResults(conversation);
  return results && withResults(conversation, results, true);
}

function savedResults({ settings, turns }: Conversation): readonly Result[] | undefined {
  const last = turns.at(-1);
  if (last?.role !== 'model') return undefined;
  if (last.outcome?.verdict !== 'complete' || last.outcome.failure) return undefined;
  const calls = openCalls(turns);
  const results = calls
    .map(({ name }) => savedResult(settings, name))
    .filter((result) => result !== undefined);
  if (calls.length === 0 || results.length < calls.length) return undefined;
  return results.map((result) => ({ ...result, keep: false }));
}

/** Returns the saved result of a function; undefined if there is none or automatic responses are off. */
export function savedResult(
  settings: PlaygroundSettings,
  name: string | undefined,
): FunctionResult | undefined {
  const response = settings.autoRespond ? mockResult(settings, name) : undefined;
  return response && { response };
}

export interface Result extends FunctionResult {
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
  const parts = calls.map(({ id, name = '' }, at) => {
    const { response = {}, parts: media } = results[at] ?? {};
    return {
      functionResponse: {
        ...(id !== undefined && { id }),
        ...{ name, response },
        ...(media && { parts: media }),
      },
    };
  });
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
