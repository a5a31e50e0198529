import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { AppError } from '../../../base/errors';
import { commandId } from '../../../catalog/commands';
import { ANSWER_SCHEME } from '../../../catalog/ids';
import { vscodeLocalFiles } from '../../../platform/localFiles';
import type { LensTexts, TextDocuments } from '../../../platform/textDocuments';
import type { CodeView, ShownCode } from '../panelDeps';

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
