import * as l10n from '@vscode/l10n';
import type { Message } from '../../../api/schema/infer';
import { AppError, errorMessage } from '../../../base/errors';
import { fence } from '../../../base/format';
import { isObject } from '../../../base/json';
import { aiStudioPrompt } from '../../../conversation/foreign/aiStudio';
import type { ImportedPrompt } from '../../../conversation/foreign/dotprompt';
import {
  type ForeignConversation,
  generateRequest,
  type SanitizedSettings,
  sanitizeSettings,
} from '../../../conversation/foreign/importedTurns';
import { openAiMessages } from '../../../conversation/foreign/openAiMessages';
import type { Conversation, Turn } from '../../../conversation/model/conversation';
import {
  type OtherBranch,
  otherBranches,
  withNewTurnIds,
} from '../../../conversation/store/branches';
import {
  formatConversation,
  newId,
  parseConversation,
} from '../../../conversation/store/conversationFile';
import type { ConversationEntry } from '../../../conversation/store/conversationIndex';
import { type InitialState, newConversation } from '../../../conversation/store/transcript';
import type { SourceFile } from '../../../platform/localFiles';
import { safeFileName } from '../../../platform/safeFiles';
import { confirmConversation } from '../prompts/promptAgreement';
import { type HistoryContext, loadConversation } from './historyActions';

interface Format {
  readonly extension: string;
  readonly label: string;
  readonly detail: string;
  readonly icon: string;
  readonly write: (conversation: Conversation) => string;
}

/** Saves a conversation as Markdown or JSON in a file that the user picks. */
export async function exportConversation(
  context: HistoryContext,
  { id }: Pick<ConversationEntry, 'id'>,
): Promise<void> {
  const { prompts, localFiles, lastFolder } = context;
  const conversation = await loadConversation(context, id);
  const format = await prompts.pick(
    { title: l10n.t('Export Conversation'), placeholder: l10n.t('Select a format') },
    formats().map((value) => ({ ...value, value })),
  );
  if (!format) return;
  const { extension, label } = format;
  const target = await localFiles.saveAs({
    title: l10n.t('Export Conversation'),
    name: safeFileName(conversation.title, `.${extension}`, 'conversation'),
    filter: { name: label, extensions: [extension] },
    folder: await lastFolder.load(),
  });
  if (!target) return;
  const text = format.write(conversation);
  await target.write(text);
  await lastFolder.save(target.uri);
  // Not awaited: resolves only when the user dismisses the notification.
  void prompts.notify('info', l10n.t('Exported to {0}.', target.path));
}

function formats(): readonly Format[] {
  return [
    {
      extension: 'md',
      label: l10n.t('Markdown'),
      detail: l10n.t('For reading and sharing'),
      icon: 'markdown',
      write: (conversation) => conversationMarkdown(conversation),
    },
    {
      extension: 'json',
      label: l10n.t('JSON'),
      detail: l10n.t('Complete data, for import'),
      icon: 'json',
      write: (conversation) => `${JSON.stringify(sharedConversation(conversation), null, 2)}\n`,
    },
  ];
}

/**
 * Formats a conversation as readable Markdown: messages verbatim, everything else in code blocks. The other
 * branches follow the shown one.
 */
export function conversationMarkdown(conversation: Conversation): string {
  const { title, model, createTime, settings, turns } = conversation;
  const facts = [model, createTime.slice(0, 10)].filter(Boolean).map(escaped);
  const blocks = [`# ${escaped(title)}`, facts.join(' · ')];
  if (settings.systemInstruction) {
    blocks.push(`## ${l10n.t('System instruction')}`, settings.systemInstruction);
  }
  for (const turn of turns) blocks.push(`## ${speaker(turn)}`, ...turnBlocks(turn));
  const others = otherBranches(conversation);
  if (others.length > 0) blocks.push(`## ${l10n.t('Other branches')}`);
  for (const [at, branch] of others.entries()) {
    blocks.push(`### ${branchTitle(at + 1, branch)}`);
    for (const turn of branch.turns) blocks.push(`#### ${speaker(turn)}`, ...turnBlocks(turn));
  }
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

function branchTitle(number: number, { after: { branch, message } }: OtherBranch): string {
  if (message === 0) return l10n.t('Branch {0}, from the start', number);
  return branch === 0
    ? l10n.t('Branch {0}, after message {1}', number, message)
    : l10n.t('Branch {0}, after message {1} of branch {2}', number, message, branch);
}

function speaker(turn: Turn): string {
  if (turn.role === 'user' && turn.automatic) return l10n.t('Functions');
  if (turn.role === 'user') return escaped(turn.author ?? '') || l10n.t('You');
  return escaped(turn.model.replace(/^models\//, '')) || l10n.t('Model');
}

function turnBlocks(turn: Turn): readonly string[] {
  const blocks = joinedTexts(turn.content.parts ?? []).map((part) => partBlock(part));
  const failure = turn.role === 'model' ? turn.outcome?.failure : undefined;
  return failure ? [...blocks, `> ${escaped(failure.message)}`] : blocks;
}

type Part = Message<'Part'>;

/** Merges adjacent parts of the same kind, because streams split text anywhere. */
function joinedTexts(parts: readonly Part[]): readonly Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    const isSame = last?.text !== undefined && (last.thought ?? false) === (part.thought ?? false);
    if (isSame && part.text !== undefined) {
      result[result.length - 1] = { ...last, text: last.text + part.text };
    } else {
      result.push(part);
    }
  }
  return result;
}

function partBlock(part: Part): string {
  const { text, thought, inlineData, fileData, executableCode, codeExecutionResult } = part;
  if (text !== undefined) return thought ? quoted(l10n.t('Thoughts'), text) : text;
  if (inlineData) {
    const { mimeType = '', data = '' } = inlineData;
    return l10n.t('[{0}, {1} bytes]', escaped(mimeType), Math.floor((data.length * 3) / 4));
  }
  if (fileData) return `<${fileData.fileUri ?? ''}>`;
  if (executableCode) {
    return fence(executableCode.code ?? '', (executableCode.language ?? '').toLowerCase());
  }
  if (codeExecutionResult) return fence(codeExecutionResult.output ?? '', 'text');
  return fence(JSON.stringify(part, null, 2), 'json');
}

function quoted(title: string, text: string): string {
  const lines = text.trim().split('\n');
  return [`> **${title}**`, '>', ...lines.map((line) => `> ${line}`)].join('\n');
}

function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|]/g, '\\$&');
}

/** Removes local fields: file paths, comparison ID, unsent text and attachments, and revision. */
export function sharedConversation({
  attachments: _attachments,
  draft: _draft,
  promptFile: _promptFile,
  promptSha256: _promptSha256,
  comparison: _comparison,
  turns,
  branches,
  ...rest
}: Conversation): Conversation {
  return {
    ...rest,
    revision: 1,
    turns: turns.map(withoutPlaces),
    ...(branches && {
      branches: branches.map((branch) => ({ ...branch, turns: branch.turns.map(withoutPlaces) })),
    }),
  };
}

function withoutPlaces(turn: Turn): Turn {
  if (turn.role !== 'user' || !turn.attached) return turn;
  return { ...turn, attached: turn.attached.map(({ source: _source, ...part }) => part) };
}

/** Maximum file size, in bytes. Larger strings strain memory. */
const MAX_FILE_BYTES = 100_000_000;

export interface PickedPrompt extends ImportedPrompt {
  readonly from: string;
}

/**
 * Imports a conversation or a prompt from a file and asks for permissions. Undefined if dismissed.
 * @throws AppError if the file is too large or has an unknown format
 * @throws CancelledError if the user cancels
 */
export async function importConversation(
  context: Pick<HistoryContext, 'localFiles' | 'lastFolder' | 'clock' | 'prompts'>,
  beginning: () => Promise<InitialState>,
): Promise<ImportedConversation | PickedPrompt | undefined> {
  const { localFiles, lastFolder, clock } = context;
  const file = await localFiles.pick({
    title: l10n.t('Import Conversation'),
    label: l10n.t('Import'),
    // AI Studio prompts have no file extension.
    filter: { name: l10n.t('JSON'), extensions: ['json', 'prompt', '*'] },
    folder: await lastFolder.load(),
  });
  if (!file) return undefined;
  if (file.size > MAX_FILE_BYTES) {
    throw new AppError('tooLarge', l10n.t('{0} is too large for a conversation.', file.name));
  }
  const [source, begun] = [await readText(file), await beginning()];
  const name = file.name.replace(/\.\w+$/, '');
  const imported = file.name.endsWith('.prompt')
    ? { ...(await importedPrompt(source, name, begun.model)), from: file.uri }
    : importedConversation(source, { beginning: begun, now: clock.now(), name });
  await lastFolder.save(file.uri);
  // A prompt asks for permissions when run.
  if (!('conversation' in imported)) return imported;
  return { ...imported, conversation: await confirmConversation(imported.conversation, context) };
}

/** Parses a Dotprompt file. Throws `AppError` if invalid. */
export async function importedPrompt(
  source: string,
  name: string,
  model: string,
): Promise<ImportedPrompt> {
  // Loads the YAML parser only when needed.
  const { dotprompt } = await import('../../../conversation/foreign/dotprompt');
  try {
    return dotprompt(source, name, model);
  } catch (error) {
    const [why = ''] = errorMessage(error).split('\n');
    const message = l10n.t('Couldn’t read {0}.prompt: {1}', name, why);
    throw new AppError('notImported', message, {
      hint: l10n.t('Expected a Dotprompt file: YAML between two lines of ---, then the template.'),
      cause: error,
    });
  }
}

export function reportLeftOut(
  { leftOut }: Pick<ImportedConversation, 'leftOut'>,
  { prompts }: Pick<HistoryContext, 'prompts'>,
): void {
  if (leftOut.length === 0) return;
  const message = l10n.t('Imported without unsupported fields: {0}.', leftOut.join(', '));
  void prompts.notify('warning', message);
}

async function readText(file: SourceFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

interface ImportContext {
  readonly beginning: InitialState;
  /** In ms since 1970. */
  readonly now: number;
  readonly name: string;
}

export interface ImportedConversation extends Pick<SanitizedSettings, 'leftOut'> {
  readonly conversation: Conversation;
  readonly draft?: string;
}

/**
 * Parses a conversation export of this extension, an AI Studio prompt, a generateContent request, or OpenAI
 * messages.
 * @throws AppError if the format is none of these
 */
export function importedConversation(source: string, context: ImportContext): ImportedConversation {
  const text = source.replace(/^\ufeff/, '');
  const value = parsed(text);
  try {
    const own = isObject(value) && value.format !== undefined && Array.isArray(value.turns);
    if (own) return { conversation: ownConversation(text, context), leftOut: [] };
    const foreign = aiStudioPrompt(value) ?? generateRequest(value) ?? openAiMessages(value);
    if (foreign && (foreign.turns.length > 0 || foreign.draft)) {
      return withForeign(foreign, context);
    }
  } catch (error) {
    throw unknownFormat(error);
  }
  throw unknownFormat();
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const message = l10n.t('This file isn’t valid JSON or is damaged: {0}.', errorMessage(error));
    throw new AppError('notJson', message, { hint: expected(), cause: error });
  }
}

/** Assigns new IDs so that nothing is overwritten, and drops local fields. */
function ownConversation(source: string, { now }: ImportContext): Conversation {
  const shared = sharedConversation(parseConversation(source));
  const updateTime = new Date(now).toISOString();
  return { ...withNewTurnIds(shared), id: newId(), revision: 0, updateTime };
}

function withForeign(foreign: ForeignConversation, context: ImportContext): ImportedConversation {
  const { beginning, now, name } = context;
  const { model = beginning.model, turns } = foreign;
  const { settings, leftOut } = sanitizeSettings(foreign.settings);
  const made = newConversation({ ...beginning, model, settings }, now);
  const title = name.trim() || made.title;
  // Messages may exceed the extension's own file limits.
  const conversation = parseConversation(
    formatConversation({ ...made, title, turns, revision: 1 }),
  );
  return {
    conversation,
    leftOut: [...foreign.leftOut, ...leftOut],
    ...(foreign.draft && { draft: foreign.draft }),
  };
}

function unknownFormat(cause?: unknown): AppError {
  return new AppError('notImported', l10n.t('This file can’t be imported as a conversation.'), {
    hint: expected(),
    cause,
  });
}

function expected(): string {
  return l10n.t(
    'Expected JSON: an exported conversation, an AI Studio prompt, a generateContent request with "contents", or messages with "role" and "content".',
  );
}
