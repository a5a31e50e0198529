import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import { type Conversation, DEFAULT_MODE, type Turn } from '../../conversation';
import { MODES } from '../../modes';
import { modeLabel } from './modeCall';
import { requireFewTexts } from './requireFewTexts';

/** The conversation with its last message as its mode keeps it. Throws `AppError` where the mode can't send it. */
export function validateMessage(conversation: Conversation, l10n: L10n): Conversation {
  const { mode = DEFAULT_MODE, turns, settings } = conversation;
  const last: Turn | undefined = turns.at(-1);
  if (last?.role !== 'user') return conversation;
  const { isChat, hasSources, hasAuthors } = MODES[mode];
  if (!isChat && last.attached?.length) {
    throw new AppError(
      'noAttachments',
      l10n.t('{0} takes no attachments.', modeLabel(mode, l10n)),
      {
        hint: l10n.t('Remove them, or choose another mode.'),
      },
    );
  }
  const { semanticRetriever, inlinePassages } = settings.requests?.answer ?? {};
  if (hasSources && !semanticRetriever && !inlinePassages) {
    throw new AppError('noSource', l10n.t('There is nothing to answer from.'), {
      hint: l10n.t('Add a passage, or choose a corpus.'),
    });
  }
  requireFewTexts(conversation, l10n);
  const { author = '' } = conversation;
  if (!hasAuthors || author.trim() === '') return conversation;
  return { ...conversation, turns: [...turns.slice(0, -1), { ...last, author }] };
}
