import { isObject } from '../../../base/json';
import { AppError, errorMessage } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import type { Conversation, Turn } from '../../conversation';
import { formatConversation, newId, parseConversation } from '../conversationFile';
import { newConversation, type Beginning } from '../transcript';
import { aiStudioPrompt } from './aiStudioPrompt';
import { openAiMessages } from './openAiMessages';
import { sharedConversation } from './sharedConversation';
import { takenSettings, type TakenSettings } from './takenSettings';

/** What other formats say of a conversation; what is absent begins as usual. */
export interface ForeignConversation extends Partial<Pick<Conversation, 'model' | 'settings'>> {
  readonly turns: readonly Turn[];
  /** What stood in the box for the next message. */
  readonly draft?: string;
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
export interface Imported extends Pick<TakenSettings, 'leftOut'> {
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

/** Whose own id and turns' ids are new, so that nothing is overwritten; what belongs to the machine it is from is left. */
function ownConversation(source: string, { now }: ImportContext): Conversation {
  const shared = sharedConversation(parseConversation(source));
  const updateTime = new Date(now).toISOString();
  const turns = shared.turns.map((turn) => ({ ...turn, id: newId() }));
  return { ...shared, id: newId(), revision: 0, updateTime, turns };
}

function withForeign(foreign: ForeignConversation, context: ImportContext): Imported {
  const { beginning, now, name, l10n } = context;
  const { model = beginning.model, turns } = foreign;
  const { settings, leftOut } = takenSettings(foreign.settings ?? {});
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
