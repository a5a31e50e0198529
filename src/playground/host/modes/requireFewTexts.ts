import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import { DEFAULT_MODE } from '../../conversation';
import type { Sender } from '../../modeBodies';
import { MODES } from '../../modes';
import { requestContext } from './asked';

/** Texts of one message that become vectors: more would make the conversation's file too large. */
const MAX_TEXTS = 500;

/** Throws `AppError` where the last message is to become more vectors than are made at once. */
export function requireFewTexts(sender: Sender, l10n: L10n): void {
  if (!MODES[sender.mode ?? DEFAULT_MODE].splitsLines) return;
  const { length } = requestContext(sender, 'v1beta').texts;
  if (length <= MAX_TEXTS) return;
  throw new AppError(
    'tooManyTexts',
    l10n.t('This message has {0} texts, and {1} can be compared at once.', length, MAX_TEXTS),
  );
}
