import { AppError } from '../../../base/errors';
import type { Conversation } from '../../conversation';
import type { Loaded } from '../conversationStore';
import type { HistoryRoom } from './historyRoom';

/** What is on disk of a conversation. Throws `AppError` where it is gone, or can't be read any more. */
export async function loadSaved(
  { store, l10n }: Pick<HistoryRoom, 'store' | 'l10n'>,
  id: string,
): Promise<Extract<Loaded, { kind: 'found' }>> {
  const loaded = await store.load(id);
  if (loaded.kind === 'found') return loaded;
  if (loaded.kind === 'absent') {
    throw new AppError('gone', l10n.t('This conversation is not there any more.'));
  }
  throw new AppError(
    'damaged',
    l10n.t('The file of this conversation is damaged: {0}.', loaded.reason),
    { hint: l10n.t('It is kept as {0}.', loaded.keptAs) },
  );
}

/** A conversation as it is now: that of its panel where it is open. Throws as `loadSaved`. */
export async function loadConversation(
  room: Pick<HistoryRoom, 'store' | 'l10n' | 'findOpen'>,
  id: string,
): Promise<Conversation> {
  return room.findOpen(id)?.conversation ?? (await loadSaved(room, id)).conversation;
}
