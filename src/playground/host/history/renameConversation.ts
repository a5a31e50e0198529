import type { ConversationEntry } from './conversationEntry';
import type { HistoryRoom } from './historyRoom';
import { loadSaved } from './loadConversation';

/** Longest name that is taken, in UTF-16 units. */
const LONGEST = 200;

type Renamed = Pick<ConversationEntry, 'id' | 'title'> & {
  /** Of a comparison, all its conversations: they get the same name. */
  readonly columns?: readonly Pick<ConversationEntry, 'id'>[];
};

/** Asks for another name of a conversation. One that is open gets it in its panel. */
export async function renameConversation(
  room: HistoryRoom,
  { id, title, columns = [{ id }] }: Renamed,
): Promise<void> {
  const { prompts, l10n } = room;
  const typed = await prompts.input({
    title: l10n.t('Rename Conversation'),
    prompt: l10n.t('New name of the conversation.'),
    value: title,
    validate: (name) =>
      name.trim() === '' ? l10n.t('A conversation needs a name.') : tooLong(name, room),
  });
  const name = typed?.trim();
  if (!name || name === title) return;
  for (const one of columns) {
    const open = room.findOpen(one.id);
    if (open) open.rename(name);
    else await renameSaved(room, one.id, name);
  }
}

function tooLong(name: string, { l10n }: HistoryRoom): string | undefined {
  return name.length > LONGEST ? l10n.t('At most {0} characters.', LONGEST) : undefined;
}

/** Its time stays: nothing was said in it. */
async function renameSaved(room: HistoryRoom, id: string, title: string): Promise<void> {
  const found = await loadSaved(room, id);
  const failures: unknown[] = [];
  const writer = room.store.writer(
    {
      onForked: () => undefined,
      onFailed: (error) => failures.push(error),
      onWritten: () => undefined,
    },
    found,
  );
  writer.save(() => ({ ...found.conversation, title, named: true }));
  await writer.flush();
  if (failures.length > 0) throw failures[0];
}
