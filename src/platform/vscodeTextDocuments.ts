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

/**
 * Time in ms after which an unacknowledged change is reported again; VS Code may have had the text already.
 */
const MAX_READ_MS = 2000;

interface PendingRead {
  readonly timer: Disposable;
  isStale: boolean;
}

/** Texts shown as documents of a scheme, until VS Code closes them. */
export class VscodeTextDocuments implements TextDocuments, Disposable {
  readonly #entries = new Map<string, Entry>();
  readonly #taking = new Map<string, PendingRead>();
  readonly #disposables = new DisposableStore();
  readonly #scheme: string;
  readonly #onDidChange: (uri: vscode.Uri) => void;
  // Unique per window load, as restored editors may have the same names.
  readonly #window = randomUUID();
  #count = 0;
  readonly #subjects = new Map<string, vscode.Uri>();

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

  /** Returns the text of a document. Undefined if unknown. */
  textOf(uri: vscode.Uri): string | undefined {
    return this.#entries.get(uri.toString())?.text.read();
  }

  async show(text: LiveText, { beside = false } = {}): Promise<void> {
    // Avoids an empty split.
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
    // In the query, which VS Code doesn't display.
    return vscode.Uri.from({ scheme: this.#scheme, path, query: this.#window });
  }

  /**
   * Reports a change once VS Code has processed the previous one, since VS Code diffs every version in the
   * shared editor worker, even if a newer one exists.
   */
  #tell(uri: vscode.Uri): void {
    const key = uri.toString();
    const taking = this.#taking.get(key);
    if (taking) {
      taking.isStale = true;
      return;
    }
    const timer = systemClock.schedule(MAX_READ_MS, () => this.#taken(uri));
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
