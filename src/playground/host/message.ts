import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { Conversation } from '../conversation';
import { withFilledTurns } from '../variables';
import { requireSendable } from './attachments/requestSize';
import type { Wanted } from './modelChoice';
import { modeAsk } from './modes/modeAsk';
import { validateMessage } from './modes/saidInMode';
import { withAttachments, withUserTurn, type AttachedParts } from './transcript';

/**
 * The conversation with a message at its end, its variables filled in, and nothing attached to the one after it. Throws `AppError` where
 * there is nothing to send, or more than a request can carry.
 */
export function withMessage(
  conversation: Conversation,
  text: string,
  attached: AttachedParts,
  { model, ...target }: Wanted,
  l10n: L10n,
): Conversation {
  if (text.trim() === '' && attached.parts.length === 0) {
    throw new AppError('noText', l10n.t('There is no text to send.'));
  }
  const said = withUserTurn(conversation, text, attached);
  // That of a prompt file has its name already.
  const named = conversation.promptFile === undefined ? {} : { title: conversation.title };
  const next = withFilledTurns(withAttachments({ ...said, ...named }, []));
  const asked = validateMessage(next, l10n);
  const built = modeAsk({ ...asked, model }, target, l10n);
  requireSendable(built, target.version, l10n);
  return asked;
}
