import type { Conversation, Turn } from '../../conversation';

/**
 * A conversation without what belongs to the machine it is on: places of files, what it is compared with, what is not sent yet, and how often
 * it was written there, which one that is open does not know.
 */
export function sharedConversation({
  attachments: _attachments,
  promptFile: _promptFile,
  promptSha256: _promptSha256,
  comparison: _comparison,
  turns,
  ...rest
}: Conversation): Conversation {
  return { ...rest, revision: 1, turns: turns.map(withoutPlaces) };
}

function withoutPlaces(turn: Turn): Turn {
  if (turn.role !== 'user' || !turn.attached) return turn;
  return { ...turn, attached: turn.attached.map(({ source: _source, ...part }) => part) };
}
