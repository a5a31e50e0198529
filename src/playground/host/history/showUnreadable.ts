import * as vscode from 'vscode';
import { conversationFileName } from '../conversationFile';
import { deleteConversations } from './deleteConversations';
import { unreadableEntry } from './conversationEntry';
import type { LoadedHistory } from './createHistory';

/** Says why a file can't be read as a conversation, and offers what can be done with it. */
export async function showUnreadable(
  { room, folder, tree }: LoadedHistory,
  { id, unreadable }: { readonly id: string; readonly unreadable: string },
): Promise<void> {
  const { prompts, l10n } = room;
  const show = l10n.t('Show in Folder');
  const remove = l10n.t('Delete');
  const message = l10n.t('The file of this conversation can’t be read: {0}.', unreadable);
  const answer = await prompts.notify('warning', message, show, remove);
  if (answer === show) await reveal(vscode.Uri.joinPath(folder, conversationFileName(id)));
  if (answer !== remove) return;
  await deleteConversations(room, [unreadableEntry(id, unreadable)], () => void tree.refresh());
}

/** In a browser or a remote window there is no folder to show: then the file itself. */
async function reveal(file: vscode.Uri): Promise<void> {
  const isHere = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  await vscode.commands.executeCommand(isHere ? 'revealFileInOS' : 'vscode.open', file);
}
