import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import type { Version } from '../../api/versions';
import type {
  AttachedPart,
  Conversation,
  Failure,
  FileSource,
  Fix,
  KeptAttachment,
  ModelTurn,
  TurnResult,
  Turn,
  UserTurn,
} from '../model/conversation';
import { isResumable, type TurnInteraction } from '../model/interaction';
import { hasAnswer, hasContent } from '../model/turns';
import { withFilledPrompt } from '../model/variables';
import { newId } from './conversationFile';

export type InitialState = Pick<
  Conversation,
  'connection' | 'model' | 'settings' | 'version' | 'mode'
>;

/** Returns an empty conversation. `now` is in ms since 1970. */
export function newConversation(
  { connection, model, version, mode, settings }: InitialState,
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

export function untitled(): string {
  return l10n.t('New conversation');
}

export interface AttachedParts {
  readonly parts: readonly Message<'Part'>[];
  readonly attached: readonly AttachedPart[];
}

const NOTHING: AttachedParts = { parts: [], attached: [] };

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

export function withAttachments(
  { attachments: _, ...conversation }: Conversation,
  attachments: readonly KeptAttachment[],
): Conversation {
  return attachments.length === 0 ? conversation : { ...conversation, attachments };
}

export function withTurn(conversation: Conversation, turn: Turn): Conversation {
  const at = conversation.turns.findIndex((other) => other.id === turn.id);
  const turns = at < 0 ? [...conversation.turns, turn] : conversation.turns.with(at, turn);
  return { ...conversation, turns };
}

export function withoutLastAnswer(conversation: Conversation): Conversation {
  if (conversation.turns.at(-1)?.role !== 'model') return conversation;
  return { ...conversation, turns: conversation.turns.slice(0, -1) };
}

export function lastAnswer(conversation: Conversation): ModelTurn | undefined {
  const last = conversation.turns.at(-1);
  return last?.role === 'model' ? last : undefined;
}

/** The outcome of a user-edited response while its continuation streams. */
export const INTERRUPTED: TurnResult = { verdict: 'interrupted', durationMs: 0 };

/** Marks a response as interrupted if VS Code exited while it was streaming. */
export function withInterruptionsReported(conversation: Conversation): Conversation {
  const turns = conversation.turns.map((turn) =>
    turn.role === 'model' && isInterrupted(turn) ? { ...turn, outcome: interrupted(turn) } : turn,
  );
  return { ...conversation, turns };
}

function isInterrupted({ edited, outcome }: ModelTurn): boolean {
  if (!edited) return !outcome;
  return outcome?.verdict === INTERRUPTED.verdict && !outcome.failure;
}

function interrupted({ content, interaction }: ModelTurn): TurnResult {
  const { parts = [] } = content;
  if (interaction) return interruptedSteps(interaction);
  const message = l10n.t('The window was closed or reloaded while this response was arriving.');
  const fixes: readonly Fix[] = hasAnswer(parts) ? ['continue', 'retry'] : ['retry'];
  return {
    verdict: 'interrupted',
    durationMs: 0,
    failure: { message, fixes },
    ...(!hasContent(parts) && { unanswered: true }),
  };
}

/** A stored interaction can be resumed; other interactions can't. */
function interruptedSteps(interaction: TurnInteraction): TurnResult {
  const message = l10n.t('The window was closed or reloaded while this response was arriving.');
  const failure: Failure = isResumable(interaction)
    ? { message, fixes: ['resume', 'retry'] }
    : {
        message,
        hint: l10n.t(
          'This interaction isn’t stored on the server, so the missing part can’t be read.',
        ),
        fixes: ['retry', 'keepInteractions'],
      };
  const isEmpty = interaction.steps.length === 0;
  return { verdict: 'interrupted', durationMs: 0, failure, ...(isEmpty && { unanswered: true }) };
}

/**
 * Copies a conversation up to a turn, without prompt file, comparison, and attachments. `now` is in
 * ms since 1970.
 */
export function forkConversation(original: Conversation, turn: string, now: number): Conversation {
  const {
    attachments: _,
    draft: _draft,
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

export function conversationUpTo(conversation: Conversation, turn: string): Conversation {
  const { branches: _, branchOrder: __, attachments: ___, draft: _draft, ...own } = conversation;
  const { turns, ...rest } = own;
  return { ...rest, turns: turns.slice(0, turns.findIndex(({ id }) => id === turn) + 1) };
}

interface UserWrittenMessage {
  readonly role: Turn['role'];
  readonly text: string;
}

export function toTurn(
  { role, text }: UserWrittenMessage,
  { model, version }: { readonly model: string; readonly version: Version },
): Turn {
  const content = { role, parts: [{ text }] };
  return role === 'user'
    ? { id: newId(), role, content }
    : { id: newId(), role, content, model, version, edited: true };
}

/** Inserts a turn before or after another one; unchanged if that turn no longer exists. */
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

export interface FileMove {
  readonly from: FilePlace;
  readonly to: FilePlace;
}

interface FilePlace extends FileSource {
  readonly uri: string;
}

/** Returns the new location of a file if it or a parent folder was moved. */
export function moveSource(source: FileSource, moves: readonly FileMove[]): FileSource {
  const { scheme, authority, path } = source;
  for (const { from, to } of moves) {
    const rest =
      scheme === from.scheme && authority === from.authority && relativeTo(path, from.path);
    if (typeof rest === 'string') {
      return { scheme: to.scheme, authority: to.authority, path: to.path + rest };
    }
  }
  return source;
}

/**
 * Updates the locations of prompt and attachment files; returns the same object if none was moved.
 */
export function withMovedFiles(
  conversation: Conversation,
  moves: readonly FileMove[],
): Conversation {
  const { promptFile, turns, branches } = conversation;
  const moved: Conversation = {
    ...conversation,
    ...(promptFile !== undefined && { promptFile: movedAddress(promptFile, moves) }),
    turns: movedTurns(turns, moves),
    ...(branches && {
      branches: branches.map((one) => ({ ...one, turns: movedTurns(one.turns, moves) })),
    }),
  };
  const isSame =
    moved.promptFile === promptFile &&
    moved.turns === turns &&
    (moved.branches ?? []).every((one, at) => one.turns === branches?.[at]?.turns);
  return isSame ? conversation : moved;
}

function movedAddress(uri: string, moves: readonly FileMove[]): string {
  for (const { from, to } of moves) {
    const rest = relativeTo(uri, from.uri);
    if (rest !== undefined) return to.uri + rest;
  }
  return uri;
}

function movedTurns(turns: readonly Turn[], moves: readonly FileMove[]): readonly Turn[] {
  const moved = turns.map((turn) => {
    if (turn.role !== 'user' || !turn.attached) return turn;
    const attached = turn.attached.map((one) => {
      const source = one.source && moveSource(one.source, moves);
      return source && source !== one.source ? { ...one, source } : one;
    });
    return attached.every((one, at) => one === turn.attached?.[at]) ? turn : { ...turn, attached };
  });
  return moved.every((turn, at) => turn === turns[at]) ? turns : moved;
}

/**
 * Returns the rest of a path below a folder, or an empty string for the folder itself; undefined if
 * outside.
 */
function relativeTo(path: string, place: string): string | undefined {
  return path === place || path.startsWith(`${place}/`) ? path.slice(place.length) : undefined;
}
