import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import { REQUEST_BYTES } from '../../api/schema/fieldLimits';
import type { Version } from '../../api/versions';
import { AppError } from '../../base/errors';
import { type Conversation, DEFAULT_MODE, type Turn } from '../model/conversation';
import { questionRows, questionsProblem } from '../model/decisionMode';
import type { Sender } from '../model/modeRow';
import { MODES } from '../model/modes';
import { withFilledTurns } from '../model/variables';
import { conversationRequest } from './conversationRequest';
import { modeLabel, requestContext, type RequestTarget } from './resolveTarget';
import { type AttachedParts, withAttachments, withUserTurn } from '../store/transcript';

/** Bytes reserved for the text of a message with attachments. */
const RESERVED_BYTES = 1024 * 1024;
/**
 * Limit on texts to embed per message, because the vectors are saved in the conversation's file.
 */
const MAX_TEXTS = 500;

interface BuiltRequest {
  readonly input: { readonly model?: string; readonly body: object };
}

/**
 * Appends a message, fills in its variables, and clears the attachments. Throws `AppError` if the
 * message is empty or too large.
 */
export function withMessage(
  conversation: Conversation,
  text: string,
  attached: AttachedParts,
  { model, ...target }: RequestTarget,
): Conversation {
  if (text.trim() === '' && attached.parts.length === 0) {
    throw new AppError('noText', l10n.t('Enter a message.'));
  }
  const said = withUserTurn(conversation, text, attached);
  const next = withFilledTurns(withAttachments(said, []));
  const asked = validateMessage(next);
  const built = conversationRequest({ ...asked, model }, target);
  requireSendable(built, target.version);
  return asked;
}

/** Converts the last message to its mode's format. Throws `AppError` if the mode can't send it. */
export function validateMessage(conversation: Conversation): Conversation {
  const { mode = DEFAULT_MODE, turns, settings } = conversation;
  const last: Turn | undefined = turns.at(-1);
  if (last?.role !== 'user') return conversation;
  const { isChat, takesFiles, hasSources, hasAuthors } = MODES[mode];
  const hasReference = last.attached?.some(({ reference }) => reference) ?? false;
  if (!isChat && (!takesFiles || hasReference) && last.attached?.length) {
    throw new AppError(
      'noAttachments',
      l10n.t('{0} doesn’t support attachments.', modeLabel(mode)),
      {
        hint: l10n.t('Remove them, or select another mode.'),
      },
    );
  }
  const { semanticRetriever, inlinePassages } = settings.requests?.answer ?? {};
  if (hasSources && !semanticRetriever && !inlinePassages) {
    throw new AppError('noSource', l10n.t('There are no passages or corpus to answer from.'), {
      hint: l10n.t('Add a passage, or select a corpus.'),
    });
  }
  const problem =
    MODES[mode].hasQuestions &&
    questionsProblem(questionRows(settings.requests?.decision?.questions));
  if (problem) throw new AppError('noQuestion', problem);
  requireMaxTexts(conversation);
  const { author = '' } = conversation;
  if (!hasAuthors || author.trim() === '') return conversation;
  return { ...conversation, turns: [...turns.slice(0, -1), { ...last, author }] };
}

/** Throws `AppError` if the last message has too many texts to embed. */
export function requireMaxTexts(sender: Sender): void {
  if (!MODES[sender.mode ?? DEFAULT_MODE].splitsLines) return;
  const { length } = requestContext(sender, 'v1beta').texts;
  if (length <= MAX_TEXTS) return;
  throw new AppError(
    'tooManyTexts',
    l10n.t(
      'This message has {0} text items. You can compare up to {1} at once.',
      length,
      MAX_TEXTS,
    ),
  );
}

function requestSize({ input }: BuiltRequest): number {
  return Buffer.byteLength(JSON.stringify(input.body));
}

/** Returns the bytes left for attachments in a request. */
export function remainingBytes(built: BuiltRequest): number {
  return Math.max(0, REQUEST_BYTES - RESERVED_BYTES - requestSize(built));
}

/**
 * Throws `AppError` if the last message would be empty or the request exceeds the API's size limit.
 */
export function requireSendable(built: BuiltRequest, version: Version): void {
  const { contents, input } = built.input.body as Partial<Message<'GenerateContentRequest'>> & {
    readonly input?: unknown;
  };
  const isEmpty = Array.isArray(input) && input.length === 0;
  if (isEmpty || (contents && contents.at(-1)?.role !== 'user')) {
    throw new AppError(
      'nothingToSend',
      l10n.t('API version {0} doesn’t support any part of this message.', version),
      { hint: l10n.t('Add text, or select another version or other attachments.') },
    );
  }
  const size = requestSize(built);
  if (size <= REQUEST_BYTES) return;
  throw new AppError(
    'requestTooLarge',
    l10n.t(
      'This request is {0} MB with the conversation so far. The limit is {1} MB.',
      megabytes(size, Math.ceil),
      megabytes(REQUEST_BYTES, Math.floor),
    ),
    {
      hint: l10n.t(
        'Remove an attachment or some text, or start a new conversation. Large files are uploaded if you attach them as files.',
      ),
    },
  );
}

/** The rounding direction makes a size just above the limit look different from the limit. */
function megabytes(bytes: number, round: (value: number) => number): string {
  return String(round(bytes / 100_000) / 10);
}
