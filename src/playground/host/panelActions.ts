import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { systemClock } from '../../base/clock';
import { AppError } from '../../base/errors';
import { fence } from '../../base/format';
import { commandId } from '../../catalog/commands';
import type { AnswerFile, CodeView, IntoEditor, PanelActions, ShownCode } from './panelDeps';
import type { PlaygroundHost } from '../../conversation/session/context';
import { showPart } from './partFiles';
import type { PromptDeps } from './prompts/promptFiles';
import { vscodeLocalFiles } from '../../platform/localFiles';
import type { Prompts } from '../../platform/prompts';
import type { Disposable } from '../../base/disposable';
import { ANSWER_SCHEME } from '../../catalog/ids';
import { plainText } from '../../platform/plainText';
import type { LensTexts, TextDocuments } from '../../platform/textDocuments';

interface OpensTabs extends Pick<PanelActions, 'openNew' | 'openCompared' | 'code'> {
  readonly editors: Pick<TextEditors, 'last'>;
}

/** Returns the panel actions that use the VS Code API. */
export function panelActions(
  host: PlaygroundHost,
  { openNew, openCompared, code, editors }: OpensTabs,
): PanelActions {
  return {
    openNew,
    openCompared,
    code,
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
    async managePresets(session) {
      const [{ managePresets }, { VscodePresetFiles }] = await Promise.all([
        import('./prompts/presets'),
        import('./prompts/vscodePromptFiles'),
      ]);
      const presets = new VscodePresetFiles(host.context.globalStorageUri);
      await inTrust('applyPreset', (deps) => managePresets({ ...deps, presets }, session));
    },
    async decideRows(session) {
      const { decideRows } = await import('./rows/decideRows');
      const report = (error: unknown): void => void host.report('playground', error);
      const { activity, prompts, sheets } = host;
      const { services } = session;
      const parts = { services, activity, prompts, sheets, localFiles: vscodeLocalFiles, report };
      await decideRows(parts, session);
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
    async allowMore() {
      await vscode.commands.executeCommand(commandId('allowMoreToday'));
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
    openDiagram: (source) => openDiagram(host.documents, source),
    async saveFile(file) {
      await saveFile(file, host.prompts);
    },
    async openFile(file) {
      const { previewMedia } = await import('../../platform/localFiles');
      const media = { ...file, word: 'answer' } as const;
      await previewMedia(media, host.context.globalStorageUri, systemClock.now());
    },
  };

  async function inTrust(
    name: 'savePrompt' | 'saveTestCase' | 'applyPreset',
    work: (deps: PromptDeps) => Promise<unknown>,
  ): Promise<void> {
    const { promptDeps } = await import('./prompts/vscodePromptFiles');
    try {
      await work(promptDeps(host));
    } catch (error) {
      // A panel can't link to VS Code's workspace trust page.
      if (!(error instanceof AppError) || error.reason !== 'notTrusted') throw error;
      void host.report(commandId(name), error);
    }
  }
}

/** Shows Mermaid source in VS Code's Markdown preview. */
export async function openDiagram(documents: TextDocuments, source: string): Promise<void> {
  const text = fence(source, 'mermaid');
  await documents.show({ name: l10n.t('Diagram.md'), read: () => text });
  await vscode.commands.executeCommand('markdown.showPreview');
}

interface MarkdownExtension {
  readonly contributes?: { readonly 'markdown.markdownItPlugins'?: boolean };
}

/**
 * Whether an extension draws Mermaid diagrams in the Markdown preview. Newer versions of VS Code include one:
 * `vscode.mermaid-markdown-features`.
 */
export function drawsDiagrams(): boolean {
  return vscode.extensions.all.some(({ id, packageJSON }) => {
    const { contributes } = packageJSON as MarkdownExtension;
    return /mermaid/i.test(id) && contributes?.['markdown.markdownItPlugins'] === true;
  });
}

async function saveFile(
  { name, extension, bytes }: AnswerFile,
  prompts: Pick<Prompts, 'notify'>,
): Promise<void> {
  const target = await vscodeLocalFiles.saveAs({
    title: l10n.t('Save Message Content'),
    name,
    filter: { name: extension.toUpperCase(), extensions: [extension] },
  });
  if (!target) return;
  await target.write(bytes);
  // Not awaited: resolves only when the user dismisses the notification.
  void prompts.notify('info', l10n.t('Saved to {0}.', target.path));
}

/** Remembers the last focused text editor, because panels take the focus. */
export class TextEditors implements Disposable {
  #last: vscode.TextEditor | undefined;
  readonly #subscription: Disposable;

  constructor() {
    this.#note(vscode.window.activeTextEditor);
    this.#subscription = vscode.window.onDidChangeActiveTextEditor((editor) => this.#note(editor));
  }

  get last(): vscode.TextEditor | undefined {
    if (this.#last && !this.#last.document.isClosed) return this.#last;
    return vscode.window.visibleTextEditors.find(isOfUser) ?? this.#last;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #note(editor: vscode.TextEditor | undefined): void {
    if (editor && isOfUser(editor)) this.#last = editor;
  }
}

/** Whether the user works in this editor. VS Code also reports output channels and diff editors as editors. */
function isOfUser({ document }: vscode.TextEditor): boolean {
  return !['output', ANSWER_SCHEME].includes(document.uri.scheme);
}

export function intoEditor(
  editors: Pick<TextEditors, 'last'>,
  documents: Pick<TextDocuments, 'compare'>,
): IntoEditor {
  const require = (): vscode.TextEditor => {
    if (editors.last) return editors.last;
    throw new AppError('noEditor', l10n.t('No file is open in an editor.'), {
      hint: l10n.t('Open a file, place the cursor, and try again.'),
    });
  };
  return {
    async insert(text) {
      const { document, viewColumn } = require();
      // A hidden or closed tab restores its selection when VS Code reopens it.
      const again = document.isClosed
        ? await vscode.workspace.openTextDocument(document.uri)
        : document;
      const place = viewColumn === undefined ? {} : { viewColumn };
      const shown = await vscode.window.showTextDocument(again, { ...place, preview: false });
      const { version } = shown.document;
      await shown.edit((builder) => {
        for (const selection of shown.selections) builder.replace(selection, text);
      });
      // VS Code returns true even for read-only editors.
      if (shown.document.version !== version) return;
      const name = plainText(fileNameOf(document));
      throw new AppError('notInserted', l10n.t('Couldn’t insert text into {0}.', name), {
        hint: l10n.t('It might be read-only.'),
      });
    },
    async compare(text) {
      const { document, selection } = require();
      const name = plainText(fileNameOf(document));
      const before = document.getText(selection.isEmpty ? undefined : selection);
      const title = selection.isEmpty
        ? l10n.t('{0} ↔ Response', name)
        : l10n.t('Selection of {0} ↔ Response', name);
      await documents.compare({ name, read: () => before }, { name, read: () => text }, title);
    },
    async reveal({ uri, lines }) {
      const place = vscode.Uri.parse(uri, true);
      const open = vscode.window.tabGroups.all.find(({ tabs }) =>
        tabs.some(({ input }) => isTextOf(input, place)),
      );
      const viewColumn = open?.viewColumn ?? editors.last?.viewColumn ?? vscode.ViewColumn.Beside;
      // A line range ends at the start of the next line.
      const selection = lines && new vscode.Range(lines.first - 1, 0, lines.last, 0);
      try {
        await vscode.window.showTextDocument(place, {
          viewColumn,
          ...(selection && { selection }),
        });
      } catch (error) {
        const name = plainText(place.path.slice(place.path.lastIndexOf('/') + 1));
        throw new AppError('placeGone', l10n.t('Couldn’t open {0}.', name), {
          hint: l10n.t('It might have been moved or deleted.'),
          cause: error,
        });
      }
    },
  };
}

function isTextOf(input: unknown, uri: vscode.Uri): boolean {
  return input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
}

function fileNameOf({ uri }: vscode.TextDocument): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}

/** `globalState` key of the language that was last chosen. */
const LANGUAGE_KEY = 'code.language';

/** Shows code in read-only documents, which VS Code closes without a question. */
export class CodeDocuments implements CodeView {
  readonly #documents: TextDocuments;
  readonly #memory: vscode.Memento;
  /** By text, because commands and lenses know only the document. */
  readonly #shown = new Map<string, ShownCode>();

  constructor(documents: TextDocuments, memory: vscode.Memento) {
    this.#documents = documents;
    this.#memory = memory;
  }

  get language(): string | undefined {
    return this.#memory.get<string>(LANGUAGE_KEY);
  }

  async show(code: ShownCode): Promise<void> {
    const { name, text, language } = code;
    await this.#memory.update(LANGUAGE_KEY, language.id);
    const open = new Set(vscode.workspace.textDocuments.map((document) => document.getText()));
    for (const other of this.#shown.keys()) if (!open.has(other)) this.#shown.delete(other);
    this.#shown.set(text, code);
    const lens = (icon: string, title: string, command: CodeCommand): LensTexts => ({
      icon,
      title,
      command: commandId(command),
    });
    await this.#documents.show({
      name,
      read: () => text,
      actions: [
        lens('copy', l10n.t('Copy'), 'copyCode'),
        lens('save', l10n.t('Save to Workspace…'), 'saveCode'),
        {
          ...lens('code', language.label, 'changeCodeLanguage'),
          tooltip: l10n.t('Select a language'),
        },
      ],
    });
  }

  async copy(): Promise<void> {
    const document = activeCode();
    if (document) await vscode.env.clipboard.writeText(document.getText());
  }

  /** Saves the code, in the first folder of the workspace by default, and opens the file. */
  async save(): Promise<void> {
    const document = activeCode();
    if (!document) return;
    const name = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
    const title = l10n.t('Save to Workspace');
    const target = await vscodeLocalFiles.saveAs({ title, name });
    if (!target) return;
    await target.write(document.getText());
    await vscode.window.showTextDocument(vscode.Uri.parse(target.uri));
  }

  async changeLanguage(): Promise<void> {
    const document = activeCode();
    if (!document) return;
    const code = this.#shown.get(document.getText());
    if (!code) {
      throw new AppError(
        'codeGone',
        l10n.t('This text is no longer available. Run the command again.'),
      );
    }
    await code.change();
  }
}

type CodeCommand = 'copyCode' | 'saveCode' | 'changeCodeLanguage';

function activeCode(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document?.uri.scheme === ANSWER_SCHEME ? document : undefined;
}
