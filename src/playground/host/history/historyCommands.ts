import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError } from '../../../base/errors';
import type { CommandHandlers } from '../../../catalog/commands';
import { CONVERSATIONS_VIEW } from '../../../catalog/ids';
import { type ConversationTarget, parseConversationTarget } from '../../../catalog/ref';
import { focusedRow } from '../../../platform/treeRows';
import type { PlaygroundHost } from '../../../conversation/session/context';
import { conversationFileName } from '../../../conversation/store/conversationFile';
import {
  type ConversationEntry,
  unreadableEntry,
} from '../../../conversation/store/conversationIndex';
import type { Panels } from '../panels';
import { searchConversations } from './historyTree';
import type { LoadedHistory } from './createHistory';
import { exportConversation, importConversation, reportLeftOut } from './sharedFiles';
import { deleteConversations, renameConversation } from './historyActions';

type Names =
  | 'showConversation'
  | 'renameConversation'
  | 'deleteConversation'
  | 'exportConversation'
  | 'importConversation'
  | 'filterConversations'
  | 'showAllConversations';

export function historyCommands(
  host: PlaygroundHost,
  panels: () => Promise<Panels>,
  load: () => Promise<LoadedHistory>,
): CommandHandlers<Names> {
  const show = async ({ id, unreadable, columns }: ConversationEntry): Promise<void> => {
    if (unreadable !== undefined) await showUnreadable(await load(), { id, unreadable });
    else await openRow(await panels(), { id, ...(columns && { columns }) });
  };
  return {
    async showConversation(target) {
      const [entry] = await chosen(await load(), target);
      if (entry) await show(entry);
    },
    async renameConversation(target) {
      const loaded = await load();
      const [entry] = await chosen(loaded, target ?? (await focused(loaded)));
      if (!entry || entry.unreadable !== undefined) return;
      await renameConversation(loaded.context, entry);
    },
    async deleteConversation(target, selected) {
      const loaded = await load();
      const first = target ?? (await focused(loaded));
      const others = target ? selected : loaded.view.selection.map(parseConversationTarget);
      const entries = await chosen(loaded, first, others);
      await deleteConversations(loaded.context, entries, () => void loaded.tree.refresh());
    },
    async exportConversation(target) {
      const loaded = await load();
      const { current } = await panels();
      const id = target?.conversation ?? current?.session.conversation.id;
      if (id === undefined) {
        throw new AppError('noConversation', l10n.t('No conversation is open.'), {
          hint: l10n.t('Open one, or export it from the Conversations view.'),
        });
      }
      if (!target) {
        await exportConversation(loaded.context, { id });
        return;
      }
      const [entry] = await chosen(loaded, target);
      if (entry) await exportConversation(loaded.context, { id: entry.id });
    },
    async importConversation() {
      const { context } = await load();
      const loaded = await panels();
      const made = await importConversation(context, () => loaded.beginning());
      if (!made) return;
      if ('prompt' in made) {
        const [{ importPrompt }, { promptDeps }] = await Promise.all([
          import('../prompts/openPrompt'),
          import('../prompts/vscodePromptFiles'),
        ]);
        if (await importPrompt(made, promptDeps(host), loaded)) reportLeftOut(made, context);
        return;
      }
      const shown = loaded.openNew(made.conversation);
      if (made.draft !== undefined) shown.tell({ name: 'compose', text: made.draft });
      reportLeftOut(made, context);
    },
    async filterConversations() {
      const { context, tree } = await load();
      await context.index.refresh();
      const rowOf = (id: string): ConversationEntry | undefined => context.index.row(id);
      const choice = await searchConversations(context, context.index.entries(), rowOf);
      if (choice?.kind === 'open') {
        await openRow(await panels(), rowOf(choice.id) ?? { id: choice.id });
      }
      if (choice?.kind !== 'show') return;
      await vscode.commands.executeCommand(`${CONVERSATIONS_VIEW}.focus`);
      await tree.filter(choice.search);
    },
    async showAllConversations() {
      await (await load()).tree.filter(undefined);
    },
  };
}

async function openRow(
  panels: Panels,
  { id, columns }: Pick<ConversationEntry, 'id' | 'columns'>,
): Promise<void> {
  const ids = columns?.map((one) => one.id);
  await panels.openById(id, ids);
}

async function focused({ view }: LoadedHistory): Promise<ConversationTarget | undefined> {
  return parseConversationTarget(await focusedRow(view));
}

/**
 * Returns the clicked row, plus the selection if it contains the row. Throws `AppError` if the row has no local
 * file.
 */
async function chosen(
  { context: { index } }: LoadedHistory,
  first: ConversationTarget | undefined,
  others: readonly (ConversationTarget | undefined)[] = [],
): Promise<readonly ConversationEntry[]> {
  if (!first) return [];
  const known = index.find(first.conversation);
  // The other columns of a comparison may not be indexed yet.
  if (!known || known.comparison) await index.refresh();
  const entry = index.row(first.conversation);
  if (!entry) throw new AppError('gone', l10n.t('This conversation no longer exists.'));
  const ids = others.map((other) => other?.conversation);
  if (!ids.includes(entry.id)) return [entry];
  return index.rows().filter(({ id }) => ids.includes(id));
}

async function showUnreadable(
  { context, folder, tree }: LoadedHistory,
  { id, unreadable }: { readonly id: string; readonly unreadable: string },
): Promise<void> {
  const { prompts } = context;
  const show = l10n.t('Show in Folder');
  const remove = l10n.t('Delete');
  const message = l10n.t('Couldn’t read this conversation’s file: {0}.', unreadable);
  const answer = await prompts.notify('warning', message, show, remove);
  if (answer === show) await reveal(vscode.Uri.joinPath(folder, conversationFileName(id)));
  if (answer !== remove) return;
  await deleteConversations(context, [unreadableEntry(id, unreadable)], () => void tree.refresh());
}

/** In a browser or remote window the OS can't show the folder, so opens the file. */
async function reveal(file: vscode.Uri): Promise<void> {
  const isHere = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  await vscode.commands.executeCommand(isHere ? 'revealFileInOS' : 'vscode.open', file);
}
