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
import { type Beginning, newConversation } from '../../../conversation/store/transcript';
import { aiStudioPrompt } from '../../../conversation/foreign/aiStudio';
import type { ImportedPrompt } from '../../../conversation/foreign/dotprompt';
import {
  type ForeignConversation,
  generateRequest,
  type SanitizedSettings,
  sanitizeSettings,
} from '../../../conversation/foreign/foreignTurns';
import { openAiMessages } from '../../../conversation/foreign/openAiMessages';
import { sharedConversation } from './exportConversation';
import type { HistoryContext } from './historyActions';

/** Largest file that is read, in bytes: what a string in memory can hold without a strain. */
const LARGEST = 100_000_000;

/** A prompt of a file that the user picked. */
export interface PickedPrompt extends ImportedPrompt {
  /** Address of that file. */
  readonly from: string;
}

/**
 * Reads a conversation of a file that the user picks, or a prompt, and asks what the conversation may reach; undefined when
 * dismissed. Throws `AppError` where the file is something else, or too large, and `CancelledError`.
 */
export async function importConversation(
  context: Pick<HistoryContext, 'localFiles' | 'lastFolder' | 'clock' | 'prompts'>,
  beginning: () => Promise<Beginning>,
): Promise<Imported | PickedPrompt | undefined> {
  const { localFiles, lastFolder, clock } = context;
  const file = await localFiles.pick({
    title: l10n.t('Import Conversation'),
    label: l10n.t('Import'),
    // A prompt of AI Studio has no ending.
    filter: { name: l10n.t('JSON'), extensions: ['json', 'prompt', '*'] },
    folder: await lastFolder.load(),
  });
  if (!file) return undefined;
  if (file.size > LARGEST) {
    throw new AppError('tooLarge', l10n.t('{0} is too large for a conversation.', file.name));
  }
  const [source, begun] = [await readText(file), await beginning()];
  const name = file.name.replace(/\.\w+$/, '');
  const imported = file.name.endsWith('.prompt')
    ? { ...(await importedPrompt(source, name, begun.model)), from: file.uri }
    : importedConversation(source, { beginning: begun, now: clock.now(), name });
  await lastFolder.save(file.uri);
  // A prompt asks before it runs.
  if (!('conversation' in imported)) return imported;
  return { ...imported, conversation: await confirmConversation(imported.conversation, context) };
}

/** A prompt out of a file of Dotprompt. Throws `AppError` that says what is wrong with it. */
export async function importedPrompt(
  source: string,
  name: string,
  model: string,
): Promise<ImportedPrompt> {
  // The reader of YAML loads with the first such file.
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

/** Tells what of a file is not in the conversation that was made of it. */
export function reportLeftOut(
  { leftOut }: Pick<Imported, 'leftOut'>,
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
  readonly beginning: Beginning;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Name of the file, without its ending. */
  readonly name: string;
}

/** A conversation out of a file, and what of the file is not in it. */
export interface Imported extends Pick<SanitizedSettings, 'leftOut'> {
  readonly conversation: Conversation;
  /** Words of the next message. */
  readonly draft?: string;
}

/**
 * A new conversation out of a file: our own export, a prompt of AI Studio, a request to generateContent, or messages as
 * OpenAI takes them. Throws `AppError` that says what was expected where it is something else.
 */
export function importedConversation(source: string, context: ImportContext): Imported {
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

/**
 * Whose own id and turns' ids are new, so that nothing is overwritten; what belongs to the machine it is from is left.
 */
function ownConversation(source: string, { now }: ImportContext): Conversation {
  const shared = sharedConversation(parseConversation(source));
  const updateTime = new Date(now).toISOString();
  return { ...withNewTurnIds(shared), id: newId(), revision: 0, updateTime };
}

function withForeign(foreign: ForeignConversation, context: ImportContext): Imported {
  const { beginning, now, name } = context;
  const { model = beginning.model, turns } = foreign;
  const { settings, leftOut } = sanitizeSettings(foreign.settings);
  const made = newConversation({ ...beginning, model, settings }, now);
  const title = name.trim() || made.title;
  // What their messages hold may be too much for a file of ours.
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
