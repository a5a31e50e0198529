import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { isInBackground } from '../answer/mergeAnswer';
import { rereadTurns } from '../attachments/loadAttachment';
import {
  type Conversation,
  DEFAULT_MODE,
  type ModelTurn,
  type PlaygroundSettings,
  type UserTurn,
} from '../model/conversation';
import { isResumable } from '../model/interaction';
import { MODES } from '../model/modes';
import { mockResult } from '../model/requestFields';
import {
  MAX_AUTOMATIC_ROUNDS,
  hasAnswer,
  openCalls,
  turnText,
  withFilledPrompt,
} from '../model/turns';
import { conversationRequest, requireSendable } from '../request/conversationRequest';
import { withTurnsReplaced } from '../store/branches';
import { newId } from '../store/conversationFile';
import {
  type AttachedParts,
  lastAnswer,
  withoutLastAnswer,
  withUserTurn,
} from '../store/transcript';
import type { FunctionResult } from '../tools/chatTools';
import type { SessionAccess } from './context';

/** Requests or streams the rest of the last response; regenerates an empty one. */
export async function continueResponse(session: SessionAccess): Promise<void> {
  session.refuseWhileStreaming();
  const { mode = DEFAULT_MODE } = session.conversation;
  const { isChat, hasSteps } = MODES[mode];
  const last = lastAnswer(session.conversation);
  if (last?.interaction && isResumable(last.interaction)) {
    await session.ask({ kind: 'resume', of: last });
  } else if (!isChat || hasSteps || !last || !hasAnswer(last.content.parts ?? [])) {
    await session.regenerate();
  } else {
    await session.ask({ kind: 'continue', of: last });
  }
}

/** Resumes a stored response that was interrupted when its window or tab closed. */
export function resumeCutOff(session: SessionAccess): void {
  const last = lastAnswer(session.conversation);
  if (last?.outcome?.verdict !== 'interrupted') return;
  if (!last.interaction || !isResumable(last.interaction)) return;
  void session.ask({ kind: 'resume', of: last });
}

/** Regenerates the last response, or sends an unanswered last message. */
export async function regenerate(session: SessionAccess): Promise<void> {
  session.refuseWhileStreaming();
  const next = withoutLastAnswer(session.conversation);
  if (next.turns.length === 0) {
    throw new AppError('noMessage', l10n.t('There is no message to respond to.'));
  }
  await askAgain(session, next);
}

/**
 * Requests a response to the start of the conversation, which may be edited. The replaced turns remain as a
 * branch unless they are empty. An empty response to the same messages restores the earlier response.
 */
export async function askAgain(session: SessionAccess, next: Conversation): Promise<void> {
  const turns = await rereadTurns(next.turns, session.services.workspaceFiles);
  session.refuseWhileStreaming();
  const before = session.conversation.turns;
  const edited = turns.findIndex(
    (turn, at) => next.turns[at] !== before[at] || turn.content !== before[at]?.content,
  );
  const after = turns.map((turn, at) =>
    edited === -1 || at < edited ? turn : { ...turn, id: newId() },
  );
  const answer = before[after.length];
  const instead = answer?.role === 'model' ? ({ kind: 'instead', of: answer } as const) : undefined;
  const asNew = {
    kind: 'new',
    background: instead !== undefined && isInBackground(instead),
  } as const;
  const text =
    edited === -1
      ? l10n.t('Response regenerated. The earlier messages remain as a branch.')
      : l10n.t('Message edited and sent again. The earlier messages remain as a branch.');
  session.undo.note({ before, after, asked: true, text });
  await session.ask(edited === -1 ? (instead ?? asNew) : asNew, () =>
    withFilledPrompt(withTurnsReplaced({ ...next, turns: before }, after)),
  );
}

/**
 * Appends a message that requests a corrected response, in English for best results. A single
 * prompt includes the original request and response.
 */
export function withCorrection(conversation: Conversation, answer: ModelTurn): Conversation {
  const { mode, turns } = conversation;
  const asked = turns[turns.findIndex(({ id }) => id === answer.id) - 1];
  const isAlone = mode === 'prompt' && asked?.role === 'user';
  const { content, attached = [] } = isAlone ? asked : { content: {} };
  const again: AttachedParts = {
    parts: attached.flatMap(({ part }) => content.parts?.[part] ?? []),
    attached: attached.map((entry, part) => ({ ...entry, part })),
  };
  const text = [
    ...(isAlone ? [turnText(asked), '', 'You answered:', turnText(answer), ''] : []),
    'Your last response doesn’t match the requested schema:',
    ...(answer.schemaProblems ?? []).map((problem) => `- ${problem}`),
    '',
    'Respond again. Correct these mistakes and change nothing else.',
  ].join('\n');
  return withUserTurn(conversation, text, again);
}

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

interface Result extends FunctionResult {
  readonly keep: boolean;
}

/**
 * Appends results as one message, as the API requires for parallel calls: in order and with the
 * calls' IDs.
 * @param results one per open call
 * @param automatic whether they are sent without confirmation
 */
function withResults(
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
        name,
        response,
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
