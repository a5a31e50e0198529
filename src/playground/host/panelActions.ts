import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { systemClock } from '../../base/clock';
import { AppError } from '../../base/errors';
import { commandId } from '../../catalog/commands';
import { intoEditor, type TextEditors } from './textEditors';
import type { AnswerFile, PanelActions } from './panelDeps';
import type { PlaygroundHost } from '../../conversation/session/context';
import { showPart } from './partEditors';
import type { PromptDeps } from './prompts/promptFiles';
import { vscodeLocalFiles } from '../../platform/localFiles';
import type { Prompts } from '../../platform/prompts';

interface OpensTabs extends Pick<PanelActions, 'openNew' | 'openCompared'> {
  readonly editors: Pick<TextEditors, 'last'>;
}

/** What a panel does in this VS Code. */
export function panelActions(
  host: PlaygroundHost,
  { openNew, openCompared, editors }: OpensTabs,
): PanelActions {
  return {
    openNew,
    openCompared,
    editor: intoEditor(editors, host.documents),
    redact: host.redact,
    editPart: showPart,
    async showText(title, text) {
      await host.documents.show({ name: title, read: () => text });
    },
    async savePrompt(session, wanted) {
      const { savePrompt } = await import('./prompts/savePrompt');
      await inTrust('savePrompt', (deps) => savePrompt(deps, session, wanted));
    },
    async saveTestCase(session, turn) {
      const { saveTestCase } = await import('./prompts/saveTestCase');
      await inTrust('saveTestCase', (deps) => saveTestCase(deps, session, turn));
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
    async recordMissing() {
      await vscode.commands.executeCommand(commandId('recordMissing'));
    },
    async recordWindow() {
      await vscode.commands.executeCommand(commandId('recordWindow'));
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
      await saveFile(file, host.prompts);
    },
    async openFile(file) {
      const { previewMedia } = await import('../../platform/mediaPreview');
      const media = { ...file, word: 'answer' } as const;
      await previewMedia(media, host.context.globalStorageUri, systemClock.now());
    },
  };

  async function inTrust(
    name: 'savePrompt' | 'saveTestCase',
    work: (deps: PromptDeps) => Promise<unknown>,
  ): Promise<void> {
    const { promptDeps } = await import('./prompts/vscodePromptFiles');
    try {
      await work(promptDeps(host));
    } catch (error) {
      // A panel has no button that leads to VS Code's page about trust.
      if (!(error instanceof AppError) || error.reason !== 'notTrusted') throw error;
      void host.report(commandId(name), error);
    }
  }
}

/** Writes content of a message where the user wants it. */
async function saveFile(
  { name, extension, bytes }: AnswerFile,
  prompts: Pick<Prompts, 'notify'>,
): Promise<void> {
  const target = await vscodeLocalFiles.saveAs({
    title: l10n.t('Save Content of the Message'),
    name,
    filter: { name: extension.toUpperCase(), extensions: [extension] },
  });
  if (!target) return;
  await target.write(oneOf(bytes));
  // Not waited for: it stays until somebody takes it away.
  void prompts.notify('info', l10n.t('Saved to {0}.', target.path));
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
