import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import { plainText } from './plainText';
import { codeLens, type LiveText, type TextDocuments } from './textDocuments';

interface Entry {
  readonly text: LiveText;
  readonly subscription: Disposable | undefined;
}

/** Milliseconds after which VS Code is told of a text again that it has not taken over: it may have had it already. */
const LONGEST_TAKING = 2000;

/** A text of which VS Code was told that it has changed. */
interface Taking {
  readonly timer: Disposable;
  /** Whether it has changed again since. */
  isStale: boolean;
}

/** The texts that are shown as documents of a scheme. One is forgotten when VS Code closes it. */
export class VscodeTextDocuments implements TextDocuments, Disposable {
  readonly #entries = new Map<string, Entry>();
  readonly #taking = new Map<string, Taking>();
  readonly #disposables = new DisposableStore();
  readonly #scheme: string;
  readonly #onDidChange: (uri: vscode.Uri) => void;
  // The window may have editors open that it had before it was reloaded: no new text gets the name of theirs.
  readonly #window = randomUUID();
  #count = 0;
  /** Addresses by what their texts are of. */
  readonly #subjects = new Map<string, vscode.Uri>();

  /** @param onDidChange Is told whose text is another one now. */
  constructor(scheme: string, onDidChange: (uri: vscode.Uri) => void) {
    this.#scheme = scheme;
    this.#onDidChange = onDidChange;
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#forget(uri);
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (uri.scheme === scheme) this.#taken(uri);
      }),
    );
    this.#disposables.add(
      vscode.languages.registerCodeLensProvider(
        { scheme },
        {
          provideCodeLenses: ({ uri }) =>
            (this.#entries.get(uri.toString())?.text.actions ?? []).map(codeLens),
        },
      ),
    );
  }

  /** Undefined for a document that none of these texts is shown as. */
  textOf(uri: vscode.Uri): string | undefined {
    return this.#entries.get(uri.toString())?.text.read();
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
    await vscode.commands.executeCommand('vscode.diff', before, after, plainText(title));
  }

  async compareWith(left: LiveText, document: string, title: string): Promise<void> {
    const right = vscode.Uri.parse(document, true);
    await vscode.commands.executeCommand('vscode.diff', this.#add(left), right, plainText(title));
  }

  dispose(): void {
    for (const { subscription } of this.#entries.values()) subscription?.dispose();
    for (const { timer } of this.#taking.values()) timer.dispose();
    this.#entries.clear();
    this.#disposables.dispose();
  }

  #add(text: LiveText): vscode.Uri {
    const { subject } = text;
    const uri =
      (subject === undefined ? undefined : this.#subjects.get(subject)) ?? this.#fresh(text);
    if (subject !== undefined) this.#subjects.set(subject, uri);
    const before = this.#entries.get(uri.toString());
    before?.subscription?.dispose();
    const subscription = text.onDidChange?.(() => this.#tell(uri));
    this.#entries.set(uri.toString(), { text, subscription });
    if (before) this.#tell(uri);
    return uri;
  }

  #fresh({ name }: LiveText): vscode.Uri {
    const path = `/${++this.#count}/${name}`;
    // Of a query nothing is shown to people, as it is of a path.
    return vscode.Uri.from({ scheme: this.#scheme, path, query: this.#window });
  }

  /**
   * Tells that a text has changed, once VS Code has taken over what it was told before. It compares each text with what the
   * editor has, in the worker that serves all editors, and does so to the end where a newer one has come meanwhile, which
   * is then further from what the editor has.
   */
  #tell(uri: vscode.Uri): void {
    const key = uri.toString();
    const taking = this.#taking.get(key);
    if (taking) {
      taking.isStale = true;
      return;
    }
    const timer = systemClock.schedule(LONGEST_TAKING, () => this.#taken(uri));
    this.#taking.set(key, { timer, isStale: false });
    this.#onDidChange(uri);
  }

  #taken(uri: vscode.Uri): void {
    const key = uri.toString();
    const taking = this.#taking.get(key);
    if (!taking) return;
    taking.timer.dispose();
    this.#taking.delete(key);
    if (taking.isStale) this.#tell(uri);
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#taking.get(key)?.timer.dispose();
    this.#taking.delete(key);
    const entry = this.#entries.get(key);
    entry?.subscription?.dispose();
    this.#entries.delete(key);
    if (entry?.text.subject !== undefined) this.#subjects.delete(entry.text.subject);
  }
}
