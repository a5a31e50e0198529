import { CancelledError, errorMessage } from '../../../base/errors';
import { conversationsOf, type ConversationEntry } from './conversationEntry';
import { putAside, putBack } from './deletedFiles';
import type { HistoryRoom } from './historyRoom';

/** Deletes conversations without a question, as there is a way back. Panels that have them close. */
export async function deleteConversations(
  room: HistoryRoom,
  entries: readonly ConversationEntry[],
  onChanged: () => void,
): Promise<void> {
  const { l10n, activity, report } = room;
  const [only, second] = entries;
  if (!only) return;
  const deleted: string[] = [];
  const all = entries.flatMap(conversationsOf);
  const undo = async (): Promise<void> => {
    for (const name of deleted) await putBack(room.files, name);
    onChanged();
  };
  const title = second
    ? l10n.t('Deleting {0} conversations', entries.length)
    : l10n.t('Deleting “{0}”', only.title);
  const done = (): string => {
    if (!second) return l10n.t('Deleted “{0}”.', only.title);
    // A comparison counts as one, as its row does.
    const gone = new Set(all.slice(0, deleted.length));
    const count = entries.filter((row) => conversationsOf(row).some((one) => gone.has(one))).length;
    return count === 1
      ? l10n.t('Deleted 1 conversation.')
      : l10n.t('Deleted {0} conversations.', count);
  };
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new CancelledError());
  const entry = await activity.track({ title, cancel });
  try {
    for (const { id } of all) {
      controller.signal.throwIfAborted();
      await room.findOpen(id)?.close();
      deleted.push(await putAside(room.files, id, room.clock.now()));
      entry.report({ done: deleted.length, total: all.length });
    }
    entry.end({ title: done(), actions: [{ kind: 'undo', run: undo }] });
  } catch (error) {
    if (CancelledError.is(error)) entry.end('cancelled');
    else entry.fail(errorMessage(error), []);
    throw error;
  } finally {
    onChanged();
    // Not waited for: it stays until somebody answers it. What was deleted before a failure can be had back too.
    if (deleted.length > 0)
      void offerUndo(room, done(), undo).catch((error: unknown) => report('playground', error));
  }
}

async function offerUndo(
  { prompts, l10n }: HistoryRoom,
  text: string,
  undo: () => Promise<void>,
): Promise<void> {
  const action = l10n.t('Undo');
  if ((await prompts.notify('info', text, action)) === action) await undo();
}
