import * as vscode from 'vscode';
import { systemClock } from '../../base/clock';
import { AppError } from '../../base/errors';
import { commandId } from '../../catalog/commands';
import type { Conversation } from '../conversation';
import { intoEditor, type TextEditors } from './textEditors';
import type { PanelActions } from './panelDeps';
import type { PlaygroundHost } from './context';
import { showPart } from './partEditors';

/** What a panel does in this VS Code. */
export function panelActions(
  host: PlaygroundHost,
  openNew: (conversation: Conversation) => Promise<void>,
  editors: Pick<TextEditors, 'last'>,
): PanelActions {
  return {
    openNew,
    editor: intoEditor(editors, host.documents),
    redact: host.redact,
    editPart: showPart,
    async showText(title, text) {
      await host.documents.show({ name: title, read: () => text });
    },
    async savePrompt(session, wanted) {
      const [{ savePrompt }, { promptDeps }] = await Promise.all([
        import('./prompts/savePrompt'),
        import('./prompts/vscodePromptFiles'),
      ]);
      try {
        await savePrompt(promptDeps(host), session, wanted);
      } catch (error) {
        // A panel has no button that leads to VS Code's page about trust.
        if (!(error instanceof AppError) || error.reason !== 'notTrusted') throw error;
        void host.report(commandId('savePrompt'), error);
      }
    },
    async showPromptFile(uri) {
      await vscode.window.showTextDocument(vscode.Uri.parse(uri, true));
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
    async openResource(ref) {
      await vscode.commands.executeCommand(commandId('open'), ref);
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
    async saveFile(file) {
      const { saveFile } = await import('./answerFiles');
      await saveFile(file, host.prompts);
    },
    async openFile(file) {
      const { previewMedia } = await import('../../platform/mediaPreview');
      const media = { ...file, word: 'answer' } as const;
      await previewMedia(media, host.context.globalStorageUri, systemClock.now());
    },
  };
}
