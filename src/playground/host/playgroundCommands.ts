import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { chooseAgent } from './pickers';
import { type CommandHandlers, commandId, type PlaygroundCommand } from '../../catalog/commands';
import { historyCommands } from './history/historyCommands';
import type { LoadedHistory } from './history/createHistory';
import type { PlaygroundHost } from '../../conversation/session/context';
import type { Panels } from './panels';
import { promptCommands, type PromptFileEditors } from './prompts/promptEditors';
import type { ResourceRef } from '../../catalog/ref';
import type { Interactions } from '../../service/interactions';
import { showResponse } from './modes';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import { DEFAULT_MODE } from '../../conversation/model/conversation';
import type { EditorPiece } from '../../conversation/model/conversation';
import { MODES } from '../../conversation/model/modes';
import type { Attachments } from '../../conversation/session/attachments';
import type { PlaygroundPanel } from './panel';

interface CommandDeps {
  readonly host: PlaygroundHost;
  readonly panels: () => Promise<Panels>;
  readonly history: { readonly load: () => Promise<LoadedHistory> };
  readonly promptFiles: PromptFileEditors;
}

/** Runs a playground command. `args` are already validated. */
export async function runPlaygroundCommand(
  deps: CommandDeps,
  name: PlaygroundCommand,
  args: readonly unknown[],
): Promise<void> {
  const handler: (...values: never[]) => void | Promise<void> = handlers(deps)[name];
  await handler(...(args as readonly never[]));
}

function handlers(deps: CommandDeps): CommandHandlers<PlaygroundCommand> {
  const { host, panels, history, promptFiles } = deps;
  return {
    async openPlayground(target) {
      await (await panels()).open(target);
    },
    async askAboutFile(target) {
      if (target) await (await panels()).askAbout(target);
    },
    async askStore(target) {
      if (target) await (await panels()).askStore(target);
    },
    async openInteraction(target) {
      if (target) await openInteraction(target, host, await panels());
    },
    async askAgent(target) {
      if (target) await (await panels()).askAgent(target);
    },
    async chooseAgent(target) {
      const all = await panels();
      const agent = await chooseAgent({ ...all.services, prompts: host.prompts }, target);
      if (agent) await all.askAgent(agent);
    },
    async openConversation() {
      await (await panels()).openConversation();
    },
    async choosePlaygroundModel() {
      await (await panels()).current?.choose('model');
    },
    async choosePlaygroundMode() {
      await (await panels()).current?.choose('mode');
    },
    async choosePlaygroundVersion() {
      await (await panels()).current?.choose('version');
    },
    async choosePlaygroundConnection() {
      await (await panels()).current?.choose('connection');
    },
    async showMessageActions() {
      await (await panels()).current?.showMessageActions();
    },
    async showPlaygroundSettings() {
      (await panels()).current?.focus('settings');
    },
    async renameOpenConversation() {
      (await panels()).current?.focus('title');
    },
    async focusComposer() {
      (await panels()).current?.focus('composer');
    },
    async focusLastMessage() {
      (await panels()).current?.focus('lastMessage');
    },
    async compareModels(target) {
      await (await panels()).compare(target);
    },
    async getCode() {
      (await panels()).current?.tell({ name: 'getCode' });
    },
    async copyCode() {
      await (await panels()).code.copy();
    },
    async saveCode() {
      await (await panels()).code.save();
    },
    async changeCodeLanguage() {
      await (await panels()).code.changeLanguage();
    },
    ...historyCommands(host, panels, () => history.load()),
    ...promptCommands(host, panels, promptFiles),
    ...editorCommands(panels, host.prompts),
  };
}

/**
 * Opens a stored interaction in its conversation and resumes it if it's running. Opens the JSON if there is
 * no local conversation.
 */
async function openInteraction(
  target: ResourceRef,
  { interactions }: { readonly interactions: Pick<Interactions, 'find'> },
  panels: Pick<Panels, 'all' | 'openById' | 'read'>,
): Promise<void> {
  const { connection, name } = target;
  const record = await interactions.find({ connection, id: name.replace(/^interactions\//, '') });
  const { conversation, turn } = record ?? {};
  if (conversation !== undefined && (await panels.read(conversation))) {
    await panels.openById(conversation);
    const panel = panels.all.find(({ session }) => session.conversation.id === conversation);
    if (panel && turn !== undefined) {
      await showResponse(panel.session, turn, (event) => panel.tell(event));
    }
  } else {
    await vscode.commands.executeCommand(commandId('open'), target);
  }
}

type Names = 'askAboutSelection' | 'addToPlayground';

function editorCommands(panels: () => Promise<Panels>, prompts: Prompts): CommandHandlers<Names> {
  const panel = async (
    fits: (open: PlaygroundPanel) => boolean = () => true,
  ): Promise<PlaygroundPanel> => {
    const loaded = await panels();
    const { current, all } = loaded;
    const open = current && fits(current) ? current : all.findLast(fits);
    return open ?? (await loaded.open(undefined, true));
  };
  return {
    async askAboutSelection() {
      const editor = vscode.window.activeTextEditor;
      if (!editor || editor.selection.isEmpty) {
        throw new AppError('noSelection', l10n.t('No text is selected in an editor.'), {
          hint: l10n.t('Select the text to ask about.'),
        });
      }
      (await panel(chats)).tell({ name: 'add', pieces: piecesOf(editor) });
    },
    async addToPlayground(target, selected) {
      const editor = vscode.window.activeTextEditor;
      // Only the Explorer passes a selection of files.
      const isEditor = editor && !selected && (!target || isSame(editor.document.uri, target));
      if (isEditor && (!editor.selection.isEmpty || editor.document.isUntitled)) {
        (await panel()).tell({ name: 'add', pieces: piecesOf(editor) });
        return;
      }
      const one = target ?? editor?.document.uri;
      const files = selected && selected.length > 0 ? selected : one ? [one] : [];
      if (files.length === 0) {
        throw new AppError('noEditor', l10n.t('No file is open in an editor.'));
      }
      const shown = await panel();
      shown.focus('composer');
      attachFiles(files, shown.session.attachments, prompts);
    },
  };
}

/** Whether the panel has a chat mode. Embedding and legacy modes can't take questions. */
function chats({ session }: PlaygroundPanel): boolean {
  return MODES[session.conversation.mode ?? DEFAULT_MODE].isChat === true;
}

function isSame(uri: vscode.Uri, target: FileTarget): boolean {
  return uri.toString() === vscode.Uri.from(target).toString();
}

function piecesOf({ document, selections, selection }: vscode.TextEditor): readonly EditorPiece[] {
  const uri = document.uri.toString();
  const path = plainText(vscode.workspace.asRelativePath(document.uri));
  const { languageId: language } = document;
  if (selection.isEmpty) return [{ uri, path, language, text: document.getText() }];
  return selections
    .filter(({ isEmpty }) => !isEmpty)
    .map((range) => {
      const last = range.end.character === 0 ? range.end.line : range.end.line + 1;
      const lines = { first: range.start.line + 1, last };
      return { uri, path, lines, language, text: document.getText(range) };
    });
}

/**
 * Attaches files, with unsaved text of open editors. Warns if another editor type has unsaved changes.
 * @throws AppError if a file can't be attached
 */
function attachFiles(
  files: readonly FileTarget[],
  attachments: Pick<Attachments, 'attachUris' | 'attachData'>,
  prompts: Pick<Prompts, 'notify'>,
): void {
  const uris = files.map((file) => vscode.Uri.from(file));
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) => isDirty && uris.some((other) => isSameUri(other, uri)),
  );
  const saved = uris.filter((uri) => !unsaved.some((document) => isSameUri(document.uri, uri)));
  attachments.attachUris(saved.map((uri) => uri.toString()));
  for (const document of unsaved) {
    const text = document.getText();
    if (text === '') throw new AppError('emptyFile', l10n.t('This file is empty.'));
    const data = Buffer.from(text).toString('base64');
    attachments.attachData({ name: nameOf(document.uri), mimeType: 'text/plain', data });
  }
  const changed = saved.filter(isChanged).map(nameOf);
  if (changed.length === 0) return;
  void prompts.notify(
    'info',
    l10n.t(
      'The saved version is attached, without unsaved changes: {0}.',
      changed.map(plainText).join(', '),
    ),
  );
}

function isChanged(file: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ isDirty, input }) => {
      const { uri } = (input ?? {}) as { readonly uri?: unknown };
      return isDirty && uri instanceof vscode.Uri && isSameUri(uri, file);
    }),
  );
}

function isSameUri(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
