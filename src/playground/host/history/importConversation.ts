import { AppError, errorMessage } from '../../../base/errors';
import { isObject } from '../../../base/json';
import type { L10n } from '../../../platform/l10n';
import type { SourceFile } from '../../../platform/localFiles';
import type { Conversation, PlaygroundSettings } from '../../conversation';
import { settingsShape } from '../../settings';
import { withNewTurnIds } from '../branches';
import { formatConversation, newId, parseConversation } from '../conversationFile';
import { confirmConversation } from '../prompts/promptAgreement';
import { type Beginning, newConversation } from '../transcript';
import { aiStudioPrompt, openAiMessages, type ForeignConversation } from './foreignFormats';
import { sharedConversation } from './exportConversation';
import type { HistoryContext } from './historyActions';

/** Largest file that is read, in bytes: what a string in memory can hold without a strain. */
const LARGEST = 100_000_000;

/**
 * Reads a conversation of a file that the user picks, and asks what it may reach; undefined when dismissed. Throws
 * `AppError` where the file is something else, or too large, and `CancelledError`.
 */
export async function importConversation(
  context: Pick<HistoryContext, 'localFiles' | 'lastFolder' | 'clock' | 'prompts' | 'l10n'>,
  beginning: () => Promise<Beginning>,
): Promise<Imported | undefined> {
  const { localFiles, lastFolder, clock, l10n } = context;
  const file = await localFiles.pick({
    title: l10n.t('Import Conversation'),
    label: l10n.t('Import'),
    // A prompt of AI Studio has no ending.
    filter: { name: l10n.t('JSON'), extensions: ['json', '*'] },
    folder: await lastFolder.load(),
  });
  if (!file) return undefined;
  if (file.size > LARGEST) {
    throw new AppError('tooLarge', l10n.t('{0} is too large for a conversation.', file.name));
  }
  const imported = importedConversation(await readText(file), {
    beginning: await beginning(),
    now: clock.now(),
    name: file.name.replace(/\.\w+$/, ''),
    l10n,
  });
  await lastFolder.save(file.uri);
  return { ...imported, conversation: await confirmConversation(imported.conversation, context) };
}

/** Tells which settings of a file are not in the conversation that was made of it. */
export function reportLeftOut(
  { leftOut }: Imported,
  { prompts, l10n }: Pick<HistoryContext, 'prompts' | 'l10n'>,
): void {
  if (leftOut.length === 0) return;
  const message = l10n.t(
    'The conversation was imported without settings that the playground does not take: {0}.',
    leftOut.join(', '),
  );
  void prompts.notify('warning', message);
}

async function readText(file: SourceFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

export interface ImportContext {
  readonly beginning: Beginning;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly l10n: L10n;
}

/** A conversation out of a file, and which settings of the file are not in it. */
export interface Imported extends Pick<SanitizedSettings, 'leftOut'> {
  readonly conversation: Conversation;
  /** Words of the next message. */
  readonly draft?: string;
}

/**
 * A new conversation out of a file: our own export, messages as OpenAI takes them, or a prompt of AI Studio. Throws
 * `AppError` that says what was expected where it is something else.
 */
export function importedConversation(source: string, context: ImportContext): Imported {
  const { l10n } = context;
  const text = source.replace(/^\ufeff/, '');
  const value = parsed(text, l10n);
  try {
    const own = isObject(value) && value.format !== undefined && Array.isArray(value.turns);
    if (own) return { conversation: ownConversation(text, context), leftOut: [] };
    const foreign = aiStudioPrompt(value) ?? openAiMessages(value);
    if (foreign && (foreign.turns.length > 0 || foreign.draft)) {
      return withForeign(foreign, context);
    }
  } catch (error) {
    throw unknownFormat(l10n, error);
  }
  throw unknownFormat(l10n);
}

function parsed(source: string, l10n: L10n): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    const message = l10n.t('This file is not JSON, or it is damaged: {0}.', errorMessage(error));
    throw new AppError('notJson', message, { hint: expected(l10n), cause: error });
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
  const { beginning, now, name, l10n } = context;
  const { model = beginning.model, turns } = foreign;
  const { settings, leftOut } = sanitizeSettings(foreign.settings ?? {});
  const made = newConversation({ ...beginning, model, settings }, now, l10n);
  const title = name.trim() || made.title;
  // What their messages hold may be too much for a file of ours.
  const conversation = parseConversation(
    formatConversation({ ...made, title, turns, revision: 1 }),
  );
  return { conversation, leftOut, ...(foreign.draft && { draft: foreign.draft }) };
}

function unknownFormat(l10n: L10n, cause?: unknown): AppError {
  return new AppError(
    'notImported',
    l10n.t('This file is not a conversation that can be imported.'),
    {
      hint: expected(l10n),
      cause,
    },
  );
}

function expected(l10n: L10n): string {
  return l10n.t(
    'Expected JSON: an exported conversation, messages with "role" and "content", or a prompt of AI Studio.',
  );
}

/** Settings from elsewhere, and those of them that are left out, such as `temperature = 9`. */
interface SanitizedSettings {
  readonly settings: PlaygroundSettings;
  readonly leftOut: readonly string[];
}

/** The settings whose values the playground takes: elsewhere the ranges are others. */
function sanitizeSettings(given: PlaygroundSettings): SanitizedSettings {
  const entries = Object.entries(given) as readonly (readonly [string, unknown])[];
  const taken = entries.filter(([name, value]) => isTaken(name, value));
  const leftOut = entries
    .filter((entry) => !taken.includes(entry))
    .map(([name, value]) => (typeof value === 'number' ? `${name} = ${value}` : name));
  return { settings: Object.fromEntries(taken), leftOut };
}

function isTaken(name: string, value: unknown): boolean {
  try {
    settingsShape.parse({ [name]: value });
    return true;
  } catch {
    // Whether it is taken is all that is asked.
    return false;
  }
}
