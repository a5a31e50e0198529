import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { isObject, items, type JsonObject, textAt } from '../base/json';
import { type FileProblems, vscodeFileProblems } from '../platform/diagnostics';
import type { Emulator } from '../service/emulator';
import { sessionOf } from '../service/folderSession';
import type { SessionModesDeps } from './sessionModes';
import type { Folder } from './terminalSwitches';

const PATTERN = '.genlang/*.answers.jsonc';

/** Lets the rules of folders that are on answer in their sessions, and marks what is wrong with them in the files. */
export class FolderAnswers implements Disposable {
  readonly #deps: Pick<SessionModesDeps, 'ask' | 'emulator' | 'onError'>;
  readonly #on = new Map<string, DisposableStore>();
  readonly #marks = new Map<string, FileProblems>();
  readonly #marked = new Set<string>();
  readonly #disposables = new DisposableStore();

  constructor(deps: Pick<SessionModesDeps, 'ask' | 'onError'> & { readonly emulator: Emulator }) {
    this.#deps = deps;
    this.#disposables.add(
      deps.emulator.onDidChangeState(({ status }) => {
        if (status !== 'running') return;
        for (const uri of this.#on.keys()) void this.#send(uri).catch(deps.onError);
      }),
    );
  }

  /** Resolves once the emulator, which runs, knows the rules. */
  async begin({ uri }: Pick<Folder, 'uri'>): Promise<void> {
    const folder = vscode.Uri.parse(uri, true);
    if (folder.scheme !== 'file') return;
    if (!this.#on.has(uri)) {
      const store = new DisposableStore();
      this.#on.set(uri, store);
      const watcher = store.add(
        vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, PATTERN)),
      );
      const change = (): void => void this.#send(uri).catch(this.#deps.onError);
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
        store.add(event(change));
      }
    }
    await this.#send(uri);
  }

  async end({ uri }: Pick<Folder, 'uri'>): Promise<void> {
    const store = this.#on.get(uri);
    if (!store) return;
    store.dispose();
    this.#on.delete(uri);
    this.#marks.delete(uri);
    if (this.#deps.emulator.state.status !== 'running') return;
    await this.#deps.ask(sessionOf({ uri }), 'POST', 'answers', { files: [] });
  }

  dispose(): void {
    for (const store of this.#on.values()) store.dispose();
    this.#on.clear();
    this.#disposables.dispose();
  }

  async #send(uri: string): Promise<void> {
    const pattern = new vscode.RelativePattern(vscode.Uri.parse(uri, true), PATTERN);
    const found = await vscode.workspace.findFiles(pattern, null);
    const files = found.map(({ fsPath }) => fsPath).toSorted();
    const store = this.#on.get(uri);
    if (!store) return;
    const { problems } = await this.#deps.ask(sessionOf({ uri }), 'POST', 'answers', { files });
    this.#mark(uri, items(problems).filter(isObject));
  }

  #mark(uri: string, problems: readonly JsonObject[]): void {
    const store = this.#on.get(uri);
    if (!store) return;
    const marks =
      this.#marks.get(uri) ?? store.add(vscodeFileProblems('generativeLanguage.answers'));
    this.#marks.set(uri, marks);
    const byFile = Map.groupBy(problems, (problem) => textAt(problem, 'file'));
    for (const file of this.#marked) if (!byFile.has(file)) marks.set(addressOf(file), []);
    for (const [file, found] of byFile) {
      this.#marked.add(file);
      marks.set(
        addressOf(file),
        found.map((one) => ({
          ...{ line: Number(one.line), message: textAt(one, 'message') },
          severity: 'error',
        })),
      );
    }
  }
}

const addressOf = (file: string): string => vscode.Uri.file(file).toString();
