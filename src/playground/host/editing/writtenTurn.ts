import type { Version } from '../../../api/versions';
import type { Conversation, Turn } from '../../conversation';
import { newId } from '../conversationFile';

/** What a message that the user wrote for either side is made of. */
export interface Written {
  readonly role: Turn['role'];
  readonly text: string;
}

/** A turn in the words of the user. One of the model counts as said by the model of the conversation. */
export function writtenTurn(
  { role, text }: Written,
  { model, version }: { readonly model: string; readonly version: Version },
): Turn {
  const content = { role, parts: [{ text }] };
  return role === 'user'
    ? { id: newId(), role, content }
    : { id: newId(), role, content, model, version, edited: true };
}

/** The conversation with a turn before or after another; as it is where that one is gone. */
export function withInserted(
  conversation: Conversation,
  beside: string,
  place: 'before' | 'after',
  turn: Turn,
): Conversation {
  const at = conversation.turns.findIndex(({ id }) => id === beside);
  if (at < 0) return conversation;
  const turns = conversation.turns.toSpliced(place === 'before' ? at : at + 1, 0, turn);
  return { ...conversation, turns };
}
