import * as l10n from '@vscode/l10n';
import { AppError, errorMessage } from '../../../base/errors';
import { isObject } from '../../../base/json';
import type { SourceFile } from '../../../platform/localFiles';
import type { Conversation } from '../../../conversation/model/conversation';
import { withNewTurnIds } from '../../../conversation/store/branches';
import {
  formatConversation,
  newId,
  parseConversation,
} from '../../../conversation/store/conversationFile';
import { confirmConversation } from '../prompts/promptAgreement';
import { type InitialState, newConversation } from '../../../conversation/store/transcript';
import { aiStudioPrompt } from '../../../conversation/foreign/aiStudio';
import type { ImportedPrompt } from '../../../conversation/foreign/dotprompt';
import {
  type ForeignConversation,
  generateRequest,
  type SanitizedSettings,
  sanitizeSettings,
} from '../../../conversation/foreign/importedTurns';
import { openAiMessages } from '../../../conversation/foreign/openAiMessages';
import { sharedConversation } from './exportConversation';
import type { HistoryContext } from './historyActions';

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
