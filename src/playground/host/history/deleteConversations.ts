import { CancelledError, errorMessage } from '../../../base/errors';
import type { ConversationEntry } from './conversationEntry';
import { KEPT_DAYS, putAside, putBack } from './deletedFiles';
import type { HistoryRoom } from './historyRoom';

/** Deletes conversations after a question, with a way back. Panels that have them close. */
export async function deleteConversations(
  room: HistoryRoom,
  entries: readonly ConversationEntry[],
  onChanged: () => void,
): Promise<void> {
  const { prompts, l10n, activity, report } = room;
  const [only, second] = entries;
  if (!only) return;
  const what = second
    ? l10n.t('Delete {0} conversations?', entries.length)
    : l10n.t('Delete "{0}"?', only.title);
  const action = l10n.t('Delete');
  if (
    (await prompts.confirm(what, { detail: detail(room, entries), actions: [action] })) !== action
  )
    return;
  const deleted: string[] = [];
  const undo = async (): Promise<void> => {
    for (const name of deleted) await putBack(room.files, name);
    onChanged();
  };
  const title = second
    ? l10n.t('Delete {0} conversations', entries.length)
    : l10n.t('Delete "{0}"', only.title);
  const done = (): string => {
    if (!second) return l10n.t('Deleted "{0}".', only.title);
    const count = deleted.length;
    return count === 1
      ? l10n.t('Deleted 1 conversation.')
      : l10n.t('Deleted {0} conversations.', count);
  };
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new CancelledError());
  const entry = await activity.track({ title, cancel });
  try {
    for (const { id } of entries) {
      controller.signal.throwIfAborted();
      await room.findOpen(id)?.close();
      deleted.push(await putAside(room.files, id, room.clock.now()));
      entry.report({ done: deleted.length, total: entries.length });
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

function detail({ l10n, findOpen }: HistoryRoom, entries: readonly ConversationEntry[]): string {
  const sentences = [
    l10n.t('You can undo this within {0} days, as long as this window is open.', KEPT_DAYS),
  ];
  const all = entries.flatMap(({ id }) => findOpen(id) ?? []);
  const open = all.filter(({ isColumn }) => !isColumn).length;
  const columns = all.length - open;
  const whole = l10n.t('A comparison of two columns closes whole.');
  if (columns > 0) sentences.unshift(whole);
  if (columns === 1) sentences.unshift(l10n.t('The column that has it open closes.'));
  if (columns > 1) sentences.unshift(l10n.t('The {0} columns that are open close.', columns));
  if (open === 1) sentences.unshift(l10n.t('The playground that has it open closes.'));
  if (open > 1) sentences.unshift(l10n.t('The {0} playgrounds that are open close.', open));
  return sentences.join(' ');
}

async function offerUndo(
  { prompts, l10n }: HistoryRoom,
  text: string,
  undo: () => Promise<void>,
): Promise<void> {
  const action = l10n.t('Undo');
  if ((await prompts.notify('info', text, action)) === action) await undo();
}
