import * as vscode from 'vscode';
import { AppError } from '../../../base/errors';
import { parseConversationTarget, type ConversationTarget } from '../../../catalog/ref';
import type { CommandHandlers } from '../../../catalog/commands';
import { CONVERSATIONS_VIEW } from '../../../catalog/ids';
import { focusedRow } from '../../../platform/treeRows';
import type { CommandParts } from '../playgroundCommands';
import type { ConversationEntry } from './conversationEntry';
import type { LoadedHistory } from './createHistory';
import { deleteConversations } from './deleteConversations';
import { exportConversation } from './exportConversation';
import { importConversation, tellLeftOut } from './importConversation';
import { renameConversation } from './renameConversation';
import { searchConversations } from './searchConversations';
import { showUnreadable } from './showUnreadable';

type Names =
  | 'showConversation'
  | 'renameConversation'
  | 'deleteConversation'
  | 'exportConversation'
  | 'importConversation'
  | 'filterConversations'
  | 'showAllConversations';

/** Commands on the conversations of this machine. */
export function historyCommands({ panels, history }: CommandParts): CommandHandlers<Names> {
  const show = async ({ id, unreadable, columns }: ConversationEntry): Promise<void> => {
    if (unreadable === undefined)
      await (
        await panels()
      ).openById(
        id,
        columns?.map((one) => one.id),
      );
    else await showUnreadable(await history.load(), { id, unreadable });
  };
  return {
    async showConversation(target) {
      const [entry] = await chosen(await history.load(), target);
      if (entry) await show(entry);
    },
    async renameConversation(target) {
      const loaded = await history.load();
      const [entry] = await chosen(loaded, target ?? (await focused(loaded)));
      if (!entry || entry.unreadable !== undefined) return;
      await renameConversation(loaded.room, entry);
    },
    async deleteConversation(target, selected) {
      const loaded = await history.load();
      const first = target ?? (await focused(loaded));
      const others = target ? selected : loaded.view.selection.map(parseConversationTarget);
      const entries = await chosen(loaded, first, others);
      await deleteConversations(loaded.room, entries, () => void loaded.tree.refresh());
    },
    async exportConversation(target) {
      const loaded = await history.load();
      const { current } = await panels();
      const id = target?.conversation ?? current?.session.conversation.id;
      if (id === undefined) {
        const { l10n } = loaded.room;
        throw new AppError('noConversation', l10n.t('No conversation is open.'), {
          hint: l10n.t('Open one, or export it from the list of conversations.'),
        });
      }
      const [entry] = await chosen(loaded, { conversation: id });
      if (entry) await exportConversation(loaded.room, { id: target ? entry.id : id });
    },
    async importConversation() {
      const { room } = await history.load();
      const loaded = await panels();
      const made = await importConversation(room, () => loaded.beginning());
      if (!made) return;
      const shown = loaded.openNew(made.conversation);
      if (made.draft !== undefined) shown.tell({ name: 'compose', text: made.draft });
      tellLeftOut(made, room);
    },
    async filterConversations() {
      const { room, tree } = await history.load();
      await room.index.refresh();
      const rowOf = (id: string): ConversationEntry | undefined => room.index.row(id);
      const choice = await searchConversations(room, room.index.entries(), rowOf);
      if (choice?.kind === 'open') {
        const { id, columns } = rowOf(choice.id) ?? { id: choice.id };
        await (
          await panels()
        ).openById(
          id,
          columns?.map((one) => one.id),
        );
      }
      if (choice?.kind !== 'show') return;
      await vscode.commands.executeCommand(`${CONVERSATIONS_VIEW}.focus`);
      await tree.filter(choice.search);
    },
    async showAllConversations() {
      await (await history.load()).tree.filter(undefined);
    },
  };
}

/** The row with the focus, which a key is for. */
async function focused({ view }: LoadedHistory): Promise<ConversationTarget | undefined> {
  return parseConversationTarget(await focusedRow(view));
}

/**
 * The rows that a command is for: the first, and the others where it is among them. Throws `AppError` where the first is not
 * on this machine.
 */
async function chosen(
  { room: { index, l10n } }: LoadedHistory,
  first: ConversationTarget | undefined,
  others: readonly (ConversationTarget | undefined)[] = [],
): Promise<readonly ConversationEntry[]> {
  if (!first) return [];
  const known = index.find(first.conversation);
  // Of a comparison the other columns may not have been looked at yet.
  if (!known || known.comparison) await index.refresh();
  const entry = index.row(first.conversation);
  if (!entry) throw new AppError('gone', l10n.t('This conversation is not there any more.'));
  const ids = others.map((other) => other?.conversation);
  if (!ids.includes(entry.id)) return [entry];
  return index.rows().filter(({ id }) => ids.includes(id));
}
