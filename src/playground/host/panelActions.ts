import * as vscode from 'vscode';
import { commandId } from '../../catalog/ids';
import type { Conversation } from '../conversation';
import type { PanelActions } from './handlerParts';
import type { PlaygroundHost } from './register';

/** What a panel does in this VS Code. */
export function panelActions(
  host: PlaygroundHost,
  openNew: (conversation: Conversation) => Promise<void>,
): PanelActions {
  return {
    openNew,
    async showText(title, text) {
      await host.documents.show({ name: title, read: () => text });
    },
    async addApiKey() {
      await vscode.commands.executeCommand(commandId('addApiKey'));
    },
    async signIn(target) {
      await vscode.commands.executeCommand(commandId('signIn'), target);
    },
    async diagnose(target) {
      await vscode.commands.executeCommand(commandId('diagnoseConnection'), target);
    },
    async openConversation() {
      await vscode.commands.executeCommand(commandId('openConversation'));
    },
    showLog: () => host.log.show(),
    async copy(text) {
      await vscode.env.clipboard.writeText(text);
    },
    async openLink(address) {
      await vscode.env.openExternal(vscode.Uri.parse(address, true));
    },
    async openInEditor(text, language) {
      const known = language !== null && (await vscode.languages.getLanguages()).includes(language);
      const document = await vscode.workspace.openTextDocument({
        content: text,
        ...(known && { language }),
      });
      await vscode.window.showTextDocument(document, { preview: false });
    },
  };
}
