import * as l10n from '@vscode/l10n';
import type { Message } from '../../../api/schema/infer';
import { AppError, messageWithHint } from '../../../base/errors';
import { isObject, type JsonObject, objectAt, textAt } from '../../../base/json';
import { parseJsonc, withJsonValue } from '../../../platform/jsonPath';
import { safeFileName } from '../../../platform/safeFiles';
import type {
  Conversation,
  FileSource,
  Reference,
  ModelTurn,
  Turn,
  UserTurn,
} from '../../../conversation/model/conversation';
import {
  formatPrompt,
  PROMPT_ENDING,
  type PromptAttachment,
  type PromptFile,
  type PromptMessage,
  promptFileName,
  promptJson,
  type PromptVariable,
  promptVariables,
} from '../../../conversation/model/promptFile';
import {
  escapeVariables,
  isFilled,
  typedText,
  unsentTurns,
} from '../../../conversation/model/turns';
import type { SessionAccess } from '../../../conversation/session/context';
import { withHeadersOf } from '../../../conversation/request/serverHeaders';
import { linkedFile, type PromptDeps, type PromptFiles, requireTrust, sha256 } from './promptFiles';
import { withReadProgress } from './promptAgreement';
import type { SavedPrompt } from '../panelDeps';

type Parts = Pick<PromptDeps, 'files' | 'prompts' | 'progress' | 'isTrusted'>;

/**
 * Saves a conversation as its prompt file and returns the URL. Undefined if dismissed. Confirms before
 * overwriting changes from elsewhere, and keeps unrelated fields of the file.
 * @throws AppError if the file isn't valid JSON or has unsaved changes
 * @throws CancelledError if the user cancels
 */
export async function savePrompt(
  parts: Parts,
  session: Pick<SessionAccess, 'conversation' | 'change'>,
  { text, over, upTo }: SavedPrompt,
): Promise<string | undefined> {
  const { files, prompts } = parts;
  requireTrust(parts);
  const { conversation } = session;
  const asked = upTo === undefined ? conversation : endingWith(conversation, upTo);
  const { promptFile, promptSha256, title } = conversation;
  const linked =
    over && promptFile !== undefined ? await linkedFile(promptFile, parts) : ('new' as const);
  const isOver = linked !== 'new';
  const proposed =
    over && promptFile !== undefined
      ? promptFileName(promptFile)
      : safeFileName(title, PROMPT_ENDING, 'prompt');
  const chosen = isOver ? linked?.uri : await files.saveAs(proposed, promptFile);
  if (chosen === undefined) return undefined;
  const uri = isOver ? chosen : withEnding(chosen);
  const name = promptFileName(uri);
  let lost: readonly string[] = [];
  const written = await replacePrompt(parts, uri, {
    question(present) {
      const isOther = present !== undefined && promptSha256 !== sha256(present);
      if (isOver) return isOther && l10n.t('{0} has changed since it was opened here.', name);
      // The save dialog confirmed the typed name, but not the added extension.
      return uri !== chosen && present !== undefined && l10n.t('{0} already exists.', name);
    },
    async build(before) {
      const reading = l10n.t('Reading the files of {0}', name);
      const captured = await withReadProgress(reading, sourcesOf(asked), parts, (signal) =>
        promptFrom(asked, text, uri, files, signal),
      );
      ({ lost } = captured);
      const { prompt } = captured;
      const kept = textAt(before, 'name');
      const named = isOver ? kept : kept || title;
      const settings = withHeadersOf(prompt.settings, objectAt(before, 'settings'));
      return { ...prompt, settings, ...(named !== '' && { name: named }) };
    },
  });
  if (written === undefined) return undefined;
  // The panel may show another conversation by now.
  if (session.conversation.id === conversation.id) {
    session.change((head) => ({ ...head, promptFile: uri, promptSha256: sha256(written) }));
  }
  if (lost.length === 0) {
    const open = l10n.t('Open File');
    const told = prompts.notify('info', l10n.t('Saved {0}.', name), open);
    told
      .then((answer) => (answer === open ? files.show(uri) : undefined))
      .catch((error: unknown) => prompts.notify('error', messageWithHint(error)));
    return uri;
  }
  const names = lost.map((one) => `“${one}”`).join(', ');
  void prompts.notify(
    'warning',
    l10n.t('Saved {0} without {1}. Only files in its workspace can be attached.', name, names),
  );
  return uri;
}

interface Replacement {
  /** Returns the question to confirm before `present` is overwritten. */
  readonly question: (present: string | undefined) => string | false;
  /** Returns the new prompt. `before` has the fields of the old file. */
  readonly build: (before: JsonObject) => Promise<PromptFile>;
}

/**
 * Writes a prompt file, and returns its text. Undefined if dismissed. Keeps unrelated fields of the old file.
 * @throws AppError if the old file isn't valid JSON, has unsaved changes, or changes meanwhile
 */
export async function replacePrompt(
  { files, prompts }: Pick<Parts, 'files' | 'prompts'>,
  uri: string,
  { question, build }: Replacement,
): Promise<string | undefined> {
  const name = promptFileName(uri);
  if (files.isDirty(uri)) {
    throw new AppError('promptDirty', l10n.t('{0} has unsaved changes in an editor.', name), {
      hint: l10n.t('Nothing was written. Save or undo the changes first.'),
    });
  }
  const present = await files.read(uri);
  const asked = question(present);
  if (asked && !(await prompts.confirm(asked, { actions: [l10n.t('Overwrite')] }))) {
    return undefined;
  }
  const before = fieldsOf(present, name);
  const written = promptText(await build(before), present, before);
  if ((await files.read(uri)) !== present) {
    throw new AppError('promptChanged', l10n.t('Another program has just changed {0}.', name), {
      hint: l10n.t('Nothing was written. Save again.'),
    });
  }
  await files.write(uri, written);
  return written;
}

/**
 * Parses the fields of a file. Empty if the file is missing or empty. Throws `AppError` if not a JSON object.
 */
export function fieldsOf(present: string | undefined, name: string): JsonObject {
  const found = isBlank(present) ? {} : parseJsonc(present);
  if (isObject(found)) return found;
  throw new AppError('badPrompt', l10n.t('{0} isn’t valid JSON, so it wasn’t changed.', name), {
    hint: l10n.t('Fix the file, or save under a different name.'),
  });
}

/** Returns the text of a prompt file. Keeps unrelated fields of an existing file. */
export function promptText(
  prompt: PromptFile,
  present: string | undefined,
  before: JsonObject,
): string {
  if (!isBlank(present)) return withJsonValue(present, promptJson(prompt, before));
  const variables = { ...emptyVariables(prompt), ...prompt.variables };
  return formatPrompt(Object.keys(variables).length > 0 ? { ...prompt, variables } : prompt);
}

function isBlank(present: string | undefined): present is undefined {
  return present === undefined || present.trim() === '';
}

/**
 * Appends the prompt extension. Removes existing extensions first, since VS Code's dialogs append another
 * one.
 */
export function withEnding(uri: string): string {
  return uri.replace(/(?:\.prompt\.json|\.prompt|\.json)*$/, PROMPT_ENDING);
}

function sourcesOf({ turns, attachments = [] }: Conversation): readonly FileSource[] {
  const sent = turns.flatMap((turn) => (turn.role === 'user' ? (turn.attached ?? []) : []));
  return [...sent, ...attachments].filter(isFile).flatMap(({ source }) => source ?? []);
}

export function messagesUpTo(conversation: Conversation, turn: string): readonly PromptMessage[] {
  return captureMessage(endingWith(conversation, turn), '').map(({ message }) => message);
}

function endingWith({ attachments: _, ...rest }: Conversation, turn: string): Conversation {
  const end = rest.turns.findIndex(({ id }) => id === turn) + 1;
  return { ...rest, turns: rest.turns.slice(0, end) };
}

interface CapturedPrompt {
  readonly prompt: PromptFile;
  readonly lost: readonly string[];
}

interface CapturedMessage {
  readonly message: PromptMessage;
  readonly attached: readonly {
    readonly name: string;
    readonly source?: FileSource;
    readonly mimeType: string | undefined;
  }[];
}

/**
 * Converts a conversation and the unsent message to a prompt with this URL. Without an unsent message, the
 * prompt ends with the last sent message.
 * @throws CancelledError if the user cancels
 */
async function promptFrom(
  conversation: Conversation,
  draft: string,
  uri: string,
  files: Pick<PromptFiles, 'relative' | 'hash'>,
  signal?: AbortSignal,
): Promise<CapturedPrompt> {
  const { mode, oneText, model, version, settings } = conversation;
  const lost: string[] = [];
  const messages: PromptMessage[] = [];
  for (const { message, attached } of captureMessage(conversation, draft)) {
    const attachments: PromptAttachment[] = [];
    for (const { name, source, mimeType } of attached) {
      const found = source && (await attachment(source, mimeType, uri, files, signal));
      if (found) attachments.push(found);
      else lost.push(name);
    }
    messages.push(attachments.length > 0 ? { ...message, attachments } : message);
  }
  const prompt: PromptFile = {
    format: 1,
    ...(mode && { mode }),
    ...(oneText && { oneText }),
    model,
    ...(version && { version }),
    settings,
    messages,
  };
  return { prompt, lost };
}

function emptyVariables(prompt: PromptFile): { readonly [name: string]: PromptVariable } {
  return Object.fromEntries(promptVariables(prompt).map((name) => [name, {}]));
}

function captureMessage(conversation: Conversation, draft: string): readonly CapturedMessage[] {
  const { turns, attachments = [], promptFile, mode, author } = conversation;
  const isDraft = draft.trim() !== '' || attachments.length > 0;
  const end = isDraft ? turns.length : turns.findLastIndex(({ role }) => role === 'user') + 1;
  // Braces in unsent messages are still variables.
  const unsent: ReadonlySet<Turn> = new Set(promptFile === undefined ? [] : unsentTurns(turns));
  const earlier = turns.slice(0, end).map((turn) => {
    if (turn.role === 'model') return { message: answerOf(turn), attached: [] };
    const { parts = [] } = turn.content;
    const all = turn.attached ?? [];
    const attached = all.filter(isFile).map((one) => {
      const { inlineData, fileData } = parts[one.part] ?? {};
      return { ...one, mimeType: (inlineData ?? fileData)?.mimeType };
    });
    const isUnsent = unsent.has(turn);
    const texts = all.flatMap((one) => (isFile(one) ? [] : (parts[one.part]?.text ?? [])));
    const message = withTexts(texts, messageOf(turn, isUnsent));
    return { message: withAuthor(turn.author, message), attached };
  });
  if (!isDraft) return earlier;
  const text = draft.trim() === '' ? {} : { text: draft };
  const texts = attachments.flatMap((one) => (isFile(one) ? [] : (one.part?.text ?? [])));
  const said = withTexts(texts, { role: 'user', ...text });
  const message = withAuthor(mode === 'message' ? author : undefined, said);
  return [...earlier, { message, attached: attachments.filter(isFile) }];
}

function isFile({ reference }: { readonly reference?: Reference }): boolean {
  return reference === undefined;
}

/** Prepends the text of references, whose braces aren’t variables. */
function withTexts(texts: readonly string[], message: PromptMessage): PromptMessage {
  if (texts.length === 0) return message;
  return { ...message, text: [...texts.map(escapeVariables), message.text ?? ''].join('') };
}

function withAuthor(author: string | undefined, message: PromptMessage): PromptMessage {
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
  const sha256 = await files.hash(source, signal).catch(() => {
    signal?.throwIfAborted();
    return undefined;
  });
  return sha256 === undefined ? undefined : { path, ...(mimeType && { mimeType }), sha256 };
}

function messageOf(turn: UserTurn, isUnsent: boolean): PromptMessage {
  const { role, template } = turn;
  const text = typedText(turn);
  // Text edited since then no longer matches the template.
  if (template && isFilled(turn)) return { role, text: template.text };
  if (text !== undefined) {
    return text === '' ? { role } : { role, text: isUnsent ? text : escapeVariables(text) };
  }
  const isAttached = (at: number): boolean =>
    turn.attached?.some(({ part }) => part === at) ?? false;
  const parts = (turn.content.parts ?? []).filter((_, at) => !isAttached(at));
  const last = parts.at(-1);
  if (last?.text === undefined || !isOnlyField(last)) return { role, parts };
  const said = isUnsent ? last.text : escapeVariables(last.text);
  return { role, parts: parts.slice(0, -1), text: said };
}

function answerOf({ role, content }: ModelTurn): PromptMessage {
  // Thought summaries without a signature are never sent, so they aren't part of a prompt.
  const parts = (content.parts ?? []).filter((part) => !part.thought || part.thoughtSignature);
  const isWords = parts.every((part) => part.text !== undefined && isOnlyField(part));
  return isWords ? { role, text: parts.map(({ text }) => text).join('') } : { role, parts };
}

function isOnlyField(part: Message<'Part'>): boolean {
  return Object.keys(part).length === 1;
}
