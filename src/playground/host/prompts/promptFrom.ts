import type { Message } from '../../../api/schema/infer';
import type { Conversation, FileSource, ModelTurn, Turn, UserTurn } from '../../conversation';
import { ownText, unsentTurns } from '../../turns';
import {
  type PromptAttachment,
  type PromptFile,
  type PromptMessage,
  promptVariables,
} from '../../promptFile';
import { escapeVariables, fillVariables } from '../../variables';
import type { PromptFiles } from './promptFiles';

/** A conversation as a prompt, and the names of what can't go along: files from outside of the workspace. */
export interface Captured {
  readonly prompt: PromptFile;
  readonly lost: readonly string[];
}

/** A message with what is attached to it. */
interface Said {
  readonly message: PromptMessage;
  readonly attached: readonly {
    readonly name: string;
    readonly source?: FileSource;
    readonly mimeType: string | undefined;
  }[];
}

/**
 * A conversation and the message that is being written as a prompt whose file will have this address. Without
 * such a message it ends with the last that was sent: its answer is no part of the prompt. Throws `CancelledError`.
 */
export async function promptFrom(
  conversation: Conversation,
  draft: string,
  uri: string,
  files: Pick<PromptFiles, 'relative' | 'hash'>,
  signal?: AbortSignal,
): Promise<Captured> {
  const { mode, oneText, model, version, settings } = conversation;
  const lost: string[] = [];
  const messages: PromptMessage[] = [];
  for (const { message, attached } of said(conversation, draft)) {
    const attachments: PromptAttachment[] = [];
    for (const { name, source, mimeType } of attached) {
      const found = source && (await attachment(source, mimeType, uri, files, signal));
      if (found) attachments.push(found);
      else lost.push(name);
    }
    messages.push(attachments.length > 0 ? { ...message, attachments } : message);
  }
  const names = promptVariables({ settings, messages });
  const prompt: PromptFile = {
    format: 1,
    ...(mode && { mode }),
    ...(oneText && { oneText }),
    model,
    ...(version && { version }),
    settings,
    messages,
    ...(names.length > 0 && { variables: Object.fromEntries(names.map((name) => [name, {}])) }),
  };
  return { prompt, lost };
}

function said(conversation: Conversation, draft: string): readonly Said[] {
  const { turns, attachments = [], promptFile, mode, author } = conversation;
  const isDraft = draft.trim() !== '' || attachments.length > 0;
  const end = isDraft ? turns.length : turns.findLastIndex(({ role }) => role === 'user') + 1;
  // Of these the braces still are places.
  const unsent: ReadonlySet<Turn> = new Set(promptFile === undefined ? [] : unsentTurns(turns));
  const earlier = turns.slice(0, end).map((turn) => {
    if (turn.role === 'model') return { message: answerOf(turn), attached: [] };
    const attached = (turn.attached ?? []).map((one) => {
      const { inlineData, fileData } = turn.content.parts?.[one.part] ?? {};
      return { ...one, mimeType: (inlineData ?? fileData)?.mimeType };
    });
    return { message: by(turn.author, messageOf(turn, unsent.has(turn))), attached };
  });
  if (!isDraft) return earlier;
  const text = draft.trim() === '' ? {} : { text: draft };
  const message = by(mode === 'message' ? author : undefined, { role: 'user', ...text });
  return [...earlier, { message, attached: attachments }];
}

function by(author: string | undefined, message: PromptMessage): PromptMessage {
  return author ? { ...message, author } : message;
}

async function attachment(
  source: FileSource,
  mimeType: string | undefined,
  uri: string,
  files: Pick<PromptFiles, 'relative' | 'hash'>,
  signal: AbortSignal | undefined,
): Promise<PromptAttachment | undefined> {
  const path = await files.relative(uri, source);
  if (path === undefined) return undefined;
  // What can't be read can't go along.
  const sha256 = await files.hash(source, signal).catch(() => {
    signal?.throwIfAborted();
    return undefined;
  });
  return sha256 === undefined ? undefined : { path, ...(mimeType && { mimeType }), sha256 };
}

function messageOf(turn: UserTurn, isUnsent: boolean): PromptMessage {
  const { role, template } = turn;
  const text = ownText(turn);
  // Changed since, it is another text.
  if (template && fillVariables(template.text, template.variables) === text) {
    return { role, text: template.text };
  }
  if (text !== undefined) {
    return text === '' ? { role } : { role, text: isUnsent ? text : escapeVariables(text) };
  }
  const isAttached = (at: number): boolean =>
    turn.attached?.some(({ part }) => part === at) ?? false;
  return { role, parts: (turn.content.parts ?? []).filter((_, at) => !isAttached(at)) };
}

function answerOf({ role, content }: ModelTurn): PromptMessage {
  // What is for people only is not sent, so it is no part of a prompt.
  const parts = (content.parts ?? []).filter((part) => !part.thought || part.thoughtSignature);
  const isWords = parts.every((part) => part.text !== undefined && isOnlyField(part));
  return isWords ? { role, text: parts.map(({ text }) => text).join('') } : { role, parts };
}

function isOnlyField(part: Message<'Part'>): boolean {
  return Object.keys(part).length === 1;
}
