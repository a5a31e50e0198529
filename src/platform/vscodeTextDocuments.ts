import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { LiveText, TextDocuments } from './textDocuments';

interface Entry {
  readonly text: LiveText;
  readonly subscription: Disposable | undefined;
}

/** Texts as documents of a scheme of their own. One is forgotten when VS Code closes it. */
export class VscodeTextDocuments
  implements TextDocuments, vscode.TextDocumentContentProvider, Disposable
{
  readonly #entries = new Map<string, Entry>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #disposables = new DisposableStore();
  readonly #scheme: string;
  // The window may have editors open that it had before it was reloaded: no new text gets the name of theirs.
  readonly #window = randomUUID();
  #count = 0;
  readonly onDidChange = this.#changed.event;

  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#disposables.add(this.#changed);
    this.#disposables.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#forget(uri);
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const entry = this.#entries.get(uri.toString());
    // As after a restart of the window, which keeps the editor and not what it showed.
    return entry?.text.read() ?? vscode.l10n.t('This text is gone. Run it again.');
  }

  async show(text: LiveText, { beside = false } = {}): Promise<void> {
    // Beside nothing there would be an empty half.
    const isAlone = vscode.window.tabGroups.activeTabGroup.activeTab === undefined;
    await vscode.window.showTextDocument(this.#add(text), {
      viewColumn: beside && !isAlone ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
      preserveFocus: beside,
      preview: true,
    });
  }

  async compare(left: LiveText, right: LiveText, title: string): Promise<void> {
    const [before, after] = [this.#add(left), this.#add(right)];
    await vscode.commands.executeCommand('vscode.diff', before, after, title);
  }

  async compareWith(left: LiveText, document: string, title: string): Promise<void> {
    const right = vscode.Uri.parse(document, true);
    await vscode.commands.executeCommand('vscode.diff', this.#add(left), right, title);
  }

  dispose(): void {
    for (const { subscription } of this.#entries.values()) subscription?.dispose();
    this.#entries.clear();
    this.#disposables.dispose();
  }

  #add(text: LiveText): vscode.Uri {
    const path = `/${++this.#count}/${text.name}`;
    // Of a query nothing is shown to people, as it is of a path.
    const uri = vscode.Uri.from({ scheme: this.#scheme, path, query: this.#window });
    const subscription = text.onDidChange?.(() => this.#changed.fire(uri));
    this.#entries.set(uri.toString(), { text, subscription });
    return uri;
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#entries.get(key)?.subscription?.dispose();
    this.#entries.delete(key);
  }
}
