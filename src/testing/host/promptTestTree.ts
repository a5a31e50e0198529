import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { CaseProblem } from '../case';
import type { TestFiles } from '../planFile';
import { CASES_ENDINGS } from '../readCases';
import { RETRIEVAL_ENDING } from '../retrieval/retrievalFile';
import { hasTests, planTests } from './plannedTest';
import { TestRows } from './testRows';

const ENDINGS = ['.prompt.json', RETRIEVAL_ENDING] as const;
const FILES = `**/*{${ENDINGS.join(',')}}`;
const CASE_FILES = `**/*{${CASES_ENDINGS.join(',')}}`;
const EXCLUDED = '**/{node_modules,.git}/**';

export class PromptTestTree implements Disposable {
  readonly #controller: vscode.TestController;
  readonly #files: () => Promise<TestFiles>;
  readonly #disposables = new DisposableStore();
  readonly rows: TestRows;
  readonly #reading = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  /** URIs of test case files by prompt file. */
  readonly #named = new Map<string, ReadonlySet<string>>();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<string>());
  readonly #opened = new Set<string>();
  #all: Promise<void> | undefined;
  readonly #shown = this.#disposables.add(new vscode.EventEmitter<void>());
  /** Fires when a file's rows are up to date. */
  readonly onDidRead = this.#shown.event;
  /** Fires with the URI when a test file or one of its test case files is saved. */
  readonly onDidSave = this.#changed.event;

  constructor(controller: vscode.TestController, files: () => Promise<TestFiles>) {
    this.#controller = controller;
    this.#files = files;
    this.rows = new TestRows(controller);
    const { workspace } = vscode;
    const watcher = this.#disposables.add(workspace.createFileSystemWatcher(FILES));
    const read = ({ scheme, path }: vscode.Uri, uri: string): void => {
      if (scheme !== 'git' && !path.includes('/node_modules/')) void this.read(uri);
    };
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
      this.#disposables.add(event((uri) => read(uri, uri.toString())));
    }
    // Deleting a folder fires no events for its files.
    const folders = this.#disposables.add(workspace.createFileSystemWatcher('**', true, true));
    this.#disposables.add(
      folders.onDidDelete((folder) => {
        const files = [...controller.items].map(([id]) => id);
        for (const id of files) if (id.startsWith(`${folder.toString()}/`)) void this.read(id);
      }),
    );
    const cases = this.#disposables.add(workspace.createFileSystemWatcher(CASE_FILES));
    const naming = (uri: vscode.Uri): readonly string[] => this.#naming(uri.toString());
    const readNaming = (uri: vscode.Uri): void => {
      for (const prompt of naming(uri)) void this.read(prompt);
    };
    for (const event of [cases.onDidCreate, cases.onDidChange, cases.onDidDelete]) {
      this.#disposables.add(event(readNaming));
    }
    this.#disposables.add(
      workspace.onDidSaveTextDocument(({ uri }) => {
        for (const file of isTestFile(uri) ? [uri.toString()] : naming(uri)) {
          void this.read(file).then(() => this.#changed.fire(file));
        }
      }),
    );
  }

  /** Reads all test files once. File watchers report later changes. */
  async readAll(): Promise<void> {
    this.#all ??= this.#readFound();
    await this.#all;
  }

  async refresh(): Promise<void> {
    this.#all = this.#readFound();
    await this.#all;
  }

  async open(uri: string): Promise<void> {
    this.#opened.add(uri);
    await this.read(uri);
  }

  async openNaming(casesFile: string): Promise<void> {
    await this.readAll();
    const unread = this.#naming(casesFile).filter((uri) => !this.rows.hasShown(uri));
    for (const uri of unread) await this.open(uri);
  }

  async resolve(item: vscode.TestItem): Promise<void> {
    if (item.parent) await this.rows.resolve(item);
    else if (!this.rows.hasShown(item.id)) await this.open(item.id);
  }

  /** Reads a test file again. Test cases are read when shown. */
  async read(uri: string): Promise<void> {
    const running = this.#reading.get(uri);
    if (running) {
      this.#again.add(uri);
      await running;
      return;
    }
    const reading = this.#readOnce(uri);
    this.#reading.set(uri, reading);
    try {
      await reading;
    } finally {
      this.#reading.delete(uri);
    }
  }

  /** Reads the files of the given rows again, by default all. */
  async openAgain(items?: readonly vscode.TestItem[]): Promise<void> {
    const files = items ?? [...this.#controller.items].map(([, item]) => item);
    const uris = new Set(files.map((item) => fileOf(item).id));
    for (const uri of uris) await this.open(uri);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #readFound(): Promise<void> {
    const uris = await vscode.workspace.findFiles(FILES, EXCLUDED);
    const found = new Set(uris.map((uri) => uri.toString()));
    for (const [id] of this.#controller.items) if (!found.has(id)) this.#remove(id);
    for (const uri of found) await this.read(uri);
  }

  async #readOnce(uri: string): Promise<void> {
    const given = await this.#files();
    do {
      this.#again.delete(uri);
      if (!(await exists(uri))) {
        this.#remove(uri);
        continue;
      }
      const named = new Set<string>();
      const files: TestFiles = {
        read: (one) => given.read(one),
        open: (one, signal) => given.open(one, signal),
        resolve: async (from, path) => {
          const found = await given.resolve(from, path);
          if (found !== undefined) named.add(found);
          return found;
        },
      };
      const problems: CaseProblem[] = [];
      const onProblem = (problem: CaseProblem): void => void problems.push(problem);
      const options = { files, onProblem };
      if (this.#opened.has(uri)) {
        const groups = await planTests(uri, options);
        await this.rows.show(uri, groups, problems);
      } else this.rows.showFile(uri, await hasTests(uri, options), problems);
      this.#named.set(uri, named);
      this.#shown.fire();
    } while (this.#again.has(uri));
  }

  #remove(uri: string): void {
    this.rows.remove(uri);
    this.#named.delete(uri);
    this.#opened.delete(uri);
  }

  #naming(casesFile: string): readonly string[] {
    return [...this.#named].flatMap(([uri, named]) => (named.has(casesFile) ? uri : []));
  }
}

/** Returns the file's row of any row. For a test case file, the prompt's row. */
export function fileOf(item: vscode.TestItem): vscode.TestItem {
  return item.parent ? fileOf(item.parent) : item;
}

/**
 * Whether a file exists on disk. VS Code's documents and delete events are unreliable, because apps replace files when
 * saving. Other errors appear on the row.
 */
async function exists(uri: string): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(vscode.Uri.parse(uri));
    return true;
  } catch (error) {
    return !(error instanceof vscode.FileSystemError && error.code === 'FileNotFound');
  }
}

/** Whether the file is in the workspace, rather than in a Git diff. */
function isTestFile(uri: vscode.Uri): boolean {
  const isOurs = uri.scheme === 'file' || vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isOurs && ENDINGS.some((ending) => uri.path.endsWith(ending));
}
