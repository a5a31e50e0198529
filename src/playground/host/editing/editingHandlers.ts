import { AppError } from '../../../base/errors';
import type { Handlers } from '../../../webview/rpc';
import type { editingCalls } from '../../protocol';
import { type Conversation, DEFAULT_MODE, type Turn } from '../../conversation';
import type { HandlerParts } from '../handlerParts';
import { requireFewTexts } from '../modes/requireFewTexts';
import { checkedAnswer } from '../structured/checkedAnswer';
import { withTurn } from '../transcript';
import { askAgain } from './askAgain';
import { withCandidate } from './candidates';
import { changeTurns } from './changeTurns';
import { withEditedTurn } from './editedTurn';
import { undoChange } from './undoChange';
import { withInserted, writtenTurn } from './writtenTurn';

export function editingHandlers(parts: HandlerParts): Handlers<{ calls: typeof editingCalls }> {
  const { session, l10n } = parts;
  return {
    async editTurn({ turn: id, text, ask }) {
      session.refuseWhileStreaming();
      const turn = requireTurn(parts, id);
      const edit = (conversation: Conversation): Conversation =>
        withEditedTurn(conversation, id, text, l10n);
      const edited = edit(session.conversation).turns.find((other) => other.id === id);
      if (edited?.content.parts?.length === 0) {
        throw new AppError('noText', l10n.t('A message without anything in it can’t be kept.'));
      }
      if (edited) requireFewTexts(sayingOnly(session.conversation, edited, ask), l10n);
      if (ask && turn.role === 'user') return await askAgain(parts, { turn: id, edit });
      changeTurns(parts, edit, l10n.t('Message changed.'));
      return true;
    },
    async insertTurn({ turn, place, role, text }) {
      session.refuseWhileStreaming();
      requireTurn(parts, turn);
      if (text.trim() === '') throw new AppError('noText', l10n.t('There is no text to insert.'));
      const written = writtenTurn({ role, text }, session.target);
      requireFewTexts({ ...session.conversation, turns: [written] }, l10n);
      changeTurns(
        parts,
        (conversation) => withInserted(conversation, turn, place, written),
        l10n.t('Message inserted.'),
      );
      return true;
    },
    async chooseCandidate({ turn: id, index }) {
      session.refuseWhileStreaming();
      const turn = requireTurn(parts, id);
      if (turn.role !== 'model') return;
      const chosen = withCandidate(turn, index, l10n);
      if (chosen === turn) return;
      session.change((conversation) =>
        withTurn(conversation, checkedAnswer(chosen, conversation, l10n)),
      );
    },
    undo: ({ redo }) => undoChange(parts, redo),
  };
}

/** A changed message in the mode that it is asked in: again, or as it was. */
function sayingOnly(conversation: Conversation, message: Turn, again: boolean): Conversation {
  const { turns, mode } = conversation;
  const answer = turns[turns.findIndex(({ id }) => id === message.id) + 1];
  const was = answer?.role === 'model' && !again ? answer.mode : mode;
  return { ...conversation, mode: was ?? DEFAULT_MODE, turns: [message] };
}

function requireTurn({ session, l10n }: HandlerParts, id: string): Turn {
  const turn = session.conversation.turns.find((other) => other.id === id);
  if (turn) return turn;
  throw new AppError('gone', l10n.t('That message is not part of the conversation any more.'));
}
