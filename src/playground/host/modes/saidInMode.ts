import { AppError } from '../../../base/errors';
import type { L10n } from '../../../platform/l10n';
import type { Conversation, Turn, UserTurn } from '../../conversation';
import { USUAL_MODE, type PlaygroundMode } from '../../modes';
import { textsOf } from './asked';
import { MODE_ROWS } from './modeRows';

/** Texts of one message that become vectors: more would make the conversation's file too large. */
export const MAX_TEXTS = 500;

/** How a mode keeps its last message: a part for each text that becomes a vector, or with who says it. */
const SAID: {
  readonly [M in PlaygroundMode]?: (
    turn: UserTurn,
    conversation: Conversation,
    l10n: L10n,
  ) => UserTurn;
} = {
  message: (turn, { author = '' }) => (author.trim() === '' ? turn : { ...turn, author }),
  embed: (turn, { oneText }, l10n) => {
    const texts = oneText ? textsOf(turn) : linesOf(textsOf(turn));
    if (texts.length > MAX_TEXTS) {
      throw new AppError(
        'tooManyTexts',
        l10n.t(
          'This message has {0} texts, and {1} can be compared at once.',
          texts.length,
          MAX_TEXTS,
        ),
      );
    }
    return { ...turn, content: { ...turn.content, parts: texts.map((text) => ({ text })) } };
  },
};

/** The conversation with its last message as its mode keeps it. Throws `AppError` where the mode can't send it. */
export function saidInMode(conversation: Conversation, l10n: L10n): Conversation {
  const { mode = USUAL_MODE, turns, settings } = conversation;
  const last: Turn | undefined = turns.at(-1);
  if (last?.role !== 'user') return conversation;
  const { isChat, label } = MODE_ROWS[mode];
  if (!isChat && last.attached?.length) {
    throw new AppError('noAttachments', l10n.t('{0} takes no attachments.', label(l10n)), {
      hint: l10n.t('Remove them, or choose another mode.'),
    });
  }
  const { semanticRetriever, inlinePassages } = settings.requests?.answer ?? {};
  if (mode === 'answer' && !semanticRetriever && !inlinePassages) {
    throw new AppError('noSource', l10n.t('There is nothing to answer from.'), {
      hint: l10n.t('Add a passage, or choose a corpus.'),
    });
  }
  const said = SAID[mode]?.(last, conversation, l10n) ?? last;
  return said === last ? conversation : { ...conversation, turns: [...turns.slice(0, -1), said] };
}

function linesOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(/[\r\n]+/)).filter((line) => line.trim() !== '');
}
