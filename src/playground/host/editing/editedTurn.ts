import type { L10n } from '../../../platform/l10n';
import type { Conversation, ModelTurn, Turn } from '../../conversation';
import { checkedAnswer } from '../structured/checkedAnswer';
import { withText } from './changedText';

/**
 * The conversation with another text in one of its turns. What the service said of a text that is another
 * one now is taken back: that it refused the message, or that there was no answer.
 */
export function withEditedTurn(
  conversation: Conversation,
  id: string,
  text: string,
  l10n: L10n,
): Conversation {
  const at = conversation.turns.findIndex((turn) => turn.id === id);
  const turn = conversation.turns[at];
  if (!turn) return conversation;
  const edited = withText(turn, text);
  if (edited === turn) return conversation;
  const turns = [...conversation.turns];
  if (edited.role === 'user') {
    turns[at] = edited;
    const answer = turns[at + 1];
    if (answer) turns[at + 1] = notRefused(answer);
  } else {
    turns[at] = checkedAnswer(ofUser(edited), conversation, l10n);
  }
  return { ...conversation, turns };
}

function notRefused(turn: Turn): Turn {
  if (turn.role !== 'model' || !turn.outcome) return turn;
  const { promptRefused, unanswered, ...outcome } = turn.outcome;
  if (!promptRefused && !unanswered) return turn;
  return { ...turn, outcome };
}

/** An answer with words of the user. Its candidate holds them too, so that they are there on the way back. */
function ofUser(turn: ModelTurn): ModelTurn {
  // What stood before the rest of it came can't be told any more.
  const { outcome, alternatives, chosen = 0, continuation: _, ...rest } = turn;
  const hadAnswer = outcome?.verdict !== 'failed' && outcome?.verdict !== 'promptBlocked';
  return {
    ...rest,
    edited: true,
    ...(outcome && hadAnswer && { outcome }),
    ...(alternatives && { alternatives: alternatives.with(chosen, turn.content), chosen }),
  };
}
