import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import type { Version } from '../../api/versions';
import type { AttachedPart, Conversation, Failure, Fix, KeptAttachment, ModelTurn, TurnResult, Turn, UserTurn } from '../model/conversation';
import { isResumable, type TurnInteraction } from '../model/interaction';
import { hasAnswer, hasContent } from '../model/turns';
import { withFilledPrompt } from '../model/variables';
import { newId } from './conversationFile';

/** What a new conversation begins with. */
export type Beginning = Pick<
  Conversation,
  'connection' | 'model' | 'settings' | 'version' | 'mode'
>;

/** An empty conversation. `now` is in milliseconds since 1970. */
export function newConversation(
  { connection, model, version, mode, settings }: Beginning,
  now: number,
  id = newId(),
): Conversation {
  const time = new Date(now).toISOString();
  return {
    format: 1,
    id,
    revision: 0,
    title: untitled(),
    createTime: time,
    updateTime: time,
    connection,
    model,
    settings,
    ...(version && { version }),
    ...(mode && { mode }),
    turns: [],
  };
}

/** What a conversation is called before anything was said in it. */
export function untitled(): string {
  return l10n.t('New conversation');
}

/** What is attached to a message. */
export interface AttachedParts {
  readonly parts: readonly Message<'Part'>[];
  readonly attached: readonly AttachedPart[];
}

const NOTHING: AttachedParts = { parts: [], attached: [] };

/** The conversation with a message at its end: what is attached, then the text. */
export function withUserTurn(
  conversation: Conversation,
  text: string,
  { parts, attached }: AttachedParts = NOTHING,
): Conversation {
  const words = text.trim() === '' && parts.length > 0 ? [] : [{ text }];
  const turn: UserTurn = {
    id: newId(),
    role: 'user',
    content: { role: 'user', parts: [...parts, ...words] },
    ...(attached.length > 0 && { attached }),
  };
  return { ...conversation, turns: [...conversation.turns, turn] };
}

/** The conversation with these attachments of its next message. */
export function withAttachments(
  { attachments: _, ...conversation }: Conversation,
  attachments: readonly KeptAttachment[],
): Conversation {
  return attachments.length === 0 ? conversation : { ...conversation, attachments };
}

/** The conversation with the turn put in place of the one with its id, or at the end. */
export function withTurn(conversation: Conversation, turn: Turn): Conversation {
  const at = conversation.turns.findIndex((other) => other.id === turn.id);
  const turns = at < 0 ? [...conversation.turns, turn] : conversation.turns.with(at, turn);
  return { ...conversation, turns };
}

/** The conversation without the answer at its end, if there is one. */
export function withoutLastAnswer(conversation: Conversation): Conversation {
  if (conversation.turns.at(-1)?.role !== 'model') return conversation;
  return { ...conversation, turns: conversation.turns.slice(0, -1) };
}

export function lastAnswer(conversation: Conversation): ModelTurn | undefined {
  const last = conversation.turns.at(-1);
  return last?.role === 'model' ? last : undefined;
}

/** How an answer that the user has edited is kept while its rest streams in. */
export const BROKEN_OFF: TurnResult = { verdict: 'interrupted', durationMs: 0 };

/**
 * What a conversation looks like after VS Code ended in the middle of an answer: that answer is cut off
 * there, and says so.
 */
export function withInterruptionsReported(conversation: Conversation): Conversation {
  const turns = conversation.turns.map((turn) =>
    turn.role === 'model' && isBrokenOff(turn) ? { ...turn, outcome: interrupted(turn) } : turn,
  );
  return { ...conversation, turns };
}

function isBrokenOff({ edited, outcome }: ModelTurn): boolean {
  if (!edited) return !outcome;
  return outcome?.verdict === BROKEN_OFF.verdict && !outcome.failure;
}

function interrupted({ content, interaction }: ModelTurn): TurnResult {
  const { parts = [] } = content;
  if (interaction) return interruptedSteps(interaction);
  const message = l10n.t('The window was closed or reloaded while this answer arrived.');
  const fixes: readonly Fix[] = hasAnswer(parts) ? ['continue', 'retry'] : ['retry'];
  return {
    verdict: 'interrupted',
    durationMs: 0,
    failure: { message, fixes },
    ...(!hasContent(parts) && { unanswered: true }),
  };
}

/** One that the service keeps is read on; of any other nothing more can be had. */
function interruptedSteps(interaction: TurnInteraction): TurnResult {
  const message = l10n.t('The window was closed or reloaded while this answer arrived.');
  const failure: Failure = isResumable(interaction)
    ? { message, fixes: ['resume', 'retry'] }
    : {
        message,
        hint: l10n.t('The service does not keep this interaction: what is missing can’t be read.'),
        fixes: ['retry', 'keepInteractions'],
      };
  const isEmpty = interaction.steps.length === 0;
  return { verdict: 'interrupted', durationMs: 0, failure, ...(isEmpty && { unanswered: true }) };
}

/**
 * A new conversation with the turns up to one of another, which stays as it is. It belongs to no prompt file, whose
 * variables have their values in it, and no comparison, and nothing is attached to its next message. `now` is in milliseconds since 1970.
 */
export function forkConversation(original: Conversation, turn: string, now: number): Conversation {
  const {
    attachments: _,
    promptFile: __,
    promptSha256: ___,
    comparison: ____,
    branches: _____,
    branchOrder: ______,
    ...conversation
  } = withFilledPrompt(original);
  const at = conversation.turns.findIndex(({ id }) => id === turn);
  const time = new Date(now).toISOString();
  return {
    ...conversation,
    id: newId(),
    revision: 0,
    title: l10n.t('{0} (fork)', conversation.title),
    createTime: time,
    updateTime: time,
    turns: conversation.turns.slice(0, at + 1),
  };
}

/** The conversation up to a turn. */
export function upToTurn(conversation: Conversation, turn: string): Conversation {
  const { branches: _, branchOrder: __, attachments: ___, turns, ...rest } = conversation;
  return { ...rest, turns: turns.slice(0, turns.findIndex(({ id }) => id === turn) + 1) };
}

/** What a message that the user wrote for either side is made of. */
export interface Written {
  readonly role: Turn['role'];
  readonly text: string;
}

/** A turn in the words of the user. One of the model counts as said by the model of the conversation. */
export function writtenTurn(
  { role, text }: Written,
  { model, version }: { readonly model: string; readonly version: Version },
): Turn {
  const content = { role, parts: [{ text }] };
  return role === 'user'
    ? { id: newId(), role, content }
    : { id: newId(), role, content, model, version, edited: true };
}

/** The conversation with a turn before or after another; as it is where that one is gone. */
export function withInserted(
  conversation: Conversation,
  beside: string,
  place: 'before' | 'after',
  turn: Turn,
): Conversation {
  const at = conversation.turns.findIndex(({ id }) => id === beside);
  if (at < 0) return conversation;
  const turns = conversation.turns.toSpliced(place === 'before' ? at : at + 1, 0, turn);
  return { ...conversation, turns };
}
