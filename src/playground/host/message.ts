import { AppError } from '../../base/errors';
import type { L10n } from '../../platform/l10n';
import type { Conversation } from '../conversation';
import { requireSendable } from './attachments/requestSize';
import type { Wanted } from './modelChoice';
import { requestBody } from './requestBody';
import { withAttachments, withUserTurn, type AttachedParts } from './transcript';

/**
 * The conversation with a message at its end, and nothing attached to the one after it. Throws `AppError` where
 * there is nothing to send, or more than a request can carry.
 */
export function withMessage(
  conversation: Conversation,
  text: string,
  attached: AttachedParts,
  { model, version }: Wanted,
  l10n: L10n,
): Conversation {
  if (text.trim() === '' && attached.parts.length === 0) {
    throw new AppError('noText', l10n.t('There is no text to send.'));
  }
  const next = withAttachments(withUserTurn(conversation, text, attached), []);
  requireSendable(requestBody({ ...next, model }, version), version, l10n);
  return next;
}
