import type { L10n } from '../../../platform/l10n';
import type { Conversation } from '../../conversation';
import { newId } from '../conversationFile';

/**
 * A new conversation with the turns up to one of another, which stays as it is. It belongs to no prompt file
 * and no comparison, and nothing is attached to its next message. `now` is in milliseconds since 1970.
 */
export function forked(
  { attachments: _, promptFile: __, comparison: ___, ...conversation }: Conversation,
  turn: string,
  now: number,
  l10n: L10n,
): Conversation {
  const at = conversation.turns.findIndex(({ id }) => id === turn);
  const time = new Date(now).toISOString();
  return {
    ...conversation,
    id: newId(),
    revision: 0,
    title: l10n.t('{0} (fork)', conversation.title),
    createTime: time,
    updateTime: time,
    turns: conversation.turns.slice(0, at + 1),
  };
}
