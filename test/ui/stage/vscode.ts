import * as files from 'node:fs/promises';
import { posix } from 'node:path';
import picomatch from 'picomatch';

/**
 * What the playground uses of VS Code, for the stage: tabs are pages of a browser, and whatever else a panel asks VS
 * Code to do is noted under the name of the function.
 */

interface Disposable {
  dispose(): void;
}

/** What VS Code was asked to do, such as `window.showTextDocument`, with what. */
export interface Deed {
  readonly what: string;
  readonly args: readonly unknown[];
}

/** A tab of the editor area. */
export interface Tab {
  readonly type: string;
  readonly html: () => string;
  readonly title: () => string;
  /** Delivers a message of the page. */
  receive(message: unknown): void;
  /** Its user closes it. */
  close(): void;
  /** Its user brings another tab to the front, or this one again. */
  setVisible(visible: boolean): void;
}

/** What shows tabs; set by the stage. */
export interface Shell {
  /** User settings by their whole names. */
  readonly settings: { readonly [name: string]: unknown };
  readonly deeds: Deed[];
  /** What the file dialogs are answered with, in their order; dismissed where nothing is left. */
  readonly chosen: Uri[][];
  /** A tab that was opened, and how messages get to its page. */
  opened(tab: Tab, onPost: (listener: (message: unknown) => void) => void): void;
  /** Address of a file of the extension. */
  address(path: string): string;
}

let shell: Shell | undefined;

export function setShell(chosen: Shell): void {
  shell = chosen;
}

function current(): Shell {
  if (!shell) throw new Error('The stage is not set.');
  return shell;
}

const nothing: Disposable = { dispose: () => undefined };
const never = (): Disposable => nothing;

/** Notes that a function was called. */
function noted<T>(
  what: string,
  answer?: T,
): (...args: readonly unknown[]) => Promise<T | undefined> {
  return async (...args) => {
    current().deeds.push({ what, args });
    return answer;
  };
}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly authority: string,
    readonly path: string,
  ) {}

  static file(path: string): Uri {
    return new Uri('file', '', path);
  }

  static from({
    scheme,
    authority = '',
    path = '',
  }: {
    scheme: string;
    authority?: string;
    path?: string;
  }): Uri {
    return new Uri(scheme, authority, path);
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname } = new URL(text);
    return new Uri(protocol.slice(0, -1), host, pathname);
  }

  static joinPath({ scheme, authority, path }: Uri, ...parts: readonly string[]): Uri {
    return new Uri(scheme, authority, posix.join(path, ...parts));
  }

  with({ path }: { readonly path: string }): Uri {
    return new Uri(this.scheme, this.authority, path);
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    return `${this.scheme}:${this.authority ? `//${this.authority}` : ''}${this.path}`;
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event = (listener: (value: T) => void): Disposable => {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of Array.from(this.#listeners)) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** What a file system of an extension fails with. */
export class FileSystemError extends Error {
  static FileNotFound = (uri: Uri): FileSystemError =>
    new FileSystemError(`${String(uri)} is not there`);
  static Unavailable = (message: string): FileSystemError => new FileSystemError(message);
}

export const FileType = { File: 1, Directory: 2 };
export const FileChangeType = { Changed: 1 };
export const ViewColumn = { Active: -1, Beside: -2, One: 1 };
export const UIKind = { Desktop: 1, Web: 2 };

/** A tab as an extension sees it. */
class Panel {
  readonly #received = new EventEmitter<unknown>();
  readonly #posted = new EventEmitter<unknown>();
  readonly #state = new EventEmitter<undefined>();
  readonly #closed = new EventEmitter<undefined>();
  iconPath: unknown;
  visible = true;
  readonly onDidChangeViewState = this.#state.event;
  readonly onDidDispose = this.#closed.event;
  readonly webview = {
    html: '',
    options: {},
    cspSource: "'self'",
    asWebviewUri: (uri: Uri) => current().address(uri.path),
    onDidReceiveMessage: this.#received.event,
    postMessage: async (message: unknown) => {
      this.#posted.fire(message);
      return true;
    },
  };

  constructor(
    readonly viewType: string,
    public title: string,
  ) {
    const tab: Tab = {
      type: viewType,
      html: () => this.webview.html,
      title: () => this.title,
      receive: (message) => this.#received.fire(message),
      close: () => this.dispose(),
      setVisible: (visible) => {
        this.visible = visible;
        this.#state.fire(undefined);
      },
    };
    current().opened(tab, this.#posted.event);
  }

  get active(): boolean {
    return this.visible;
  }

  reveal(): void {
    current().deeds.push({ what: 'reveal', args: [this.title] });
  }

  dispose(): void {
    this.#closed.fire(undefined);
    this.#closed.dispose();
  }
}

/** A tab that was there before: a window that was reloaded gives it to its extension again. */
export function restoredPanel(type: string): unknown {
  return new Panel(type, '');
}

export class Range {
  constructor(
    readonly startLine: number,
    readonly startCharacter: number,
    readonly endLine: number,
    readonly endCharacter: number,
  ) {}
}

/** A text editor of the user with everything selected in it, as far as a panel uses one. */
export class TextEditor {
  readonly document = {
    uri: Uri.file('/kites.md'),
    isClosed: false,
    version: 1,
    getText: (): string => this.text,
  };
  readonly selection = { isEmpty: false };
  readonly selections = [this.selection];

  constructor(public text: string) {}

  async edit(change: (builder: unknown) => void): Promise<boolean> {
    change({
      replace: (_selection: unknown, text: string) => {
        this.text = text;
        this.document.version += 1;
      },
    });
    return true;
  }
}

const editors: TextEditor[] = [];

/** Opens a text editor beside the panels. */
export function openTextEditor(text: string): TextEditor {
  const editor = new TextEditor(text);
  editors.push(editor);
  return editor;
}

/** What the tab of a text editor shows. */
export class TabInputText {
  constructor(readonly uri: Uri) {}
}

interface EditorTab {
  readonly input: TabInputText;
  readonly group: { readonly viewColumn: number };
  readonly isDirty: boolean;
}

const tabsChanged = new EventEmitter<{
  readonly opened: readonly EditorTab[];
  readonly closed: readonly EditorTab[];
  readonly changed: readonly EditorTab[];
}>();
const editorGroup = { viewColumn: 2, tabs: [] as EditorTab[] };
const tabGroups = { all: [editorGroup], onDidChangeTabs: tabsChanged.event };

/** The tabs of text editors, beside the panels: what their user does with them. */
export const editorTabs = {
  open(uri: Uri): void {
    if (editorGroup.tabs.some(({ input }) => String(input.uri) === String(uri))) return;
    const tab = { input: new TabInputText(uri), group: editorGroup, isDirty: false };
    editorGroup.tabs.push(tab);
    tabsChanged.fire({ opened: [tab], closed: [], changed: [] });
  },
  /** Types into the newest one, or saves it. */
  setDirty(isDirty: boolean): void {
    const before = editorGroup.tabs.pop();
    if (!before) throw new Error('No editor is open.');
    const tab = { ...before, isDirty };
    editorGroup.tabs.push(tab);
    tabsChanged.fire({ opened: [], closed: [], changed: [tab] });
  },
  closeAll(): void {
    const closed = editorGroup.tabs.splice(0);
    tabsChanged.fire({ opened: [], closed, changed: [] });
  },
};

export const env = {
  language: 'en',
  remoteName: undefined,
  uiKind: UIKind.Desktop,
  clipboard: { writeText: noted('env.clipboard.writeText') },
  openExternal: noted('env.openExternal', true),
};

export const l10n = {
  // As VS Code does: what has no value stays.
  t: (message: string, ...args: readonly unknown[]): string =>
    message.replace(/\{(\d+)\}/g, (found, index: string) =>
      Number(index) < args.length ? String(args[Number(index)]) : found,
    ),
};

export const ProgressLocation = { Notification: 15 };

export const window = {
  activeTextEditor: undefined,
  visibleTextEditors: editors,
  onDidChangeActiveTextEditor: never,
  createWebviewPanel: (type: string, title: string) => new Panel(type, title),
  showTextDocument: async (...args: readonly unknown[]) => {
    await noted('window.showTextDocument')(...args);
    if (args[0] instanceof Uri) editorTabs.open(args[0]);
    return editors.find(({ document }) => document === args[0]);
  },
  /** Nobody cancels it. */
  withProgress: async <T>(
    _options: unknown,
    work: (progress: unknown, token: unknown) => Promise<T>,
  ): Promise<T> =>
    await work(
      { report: () => undefined },
      { isCancellationRequested: false, onCancellationRequested: never },
    ),
  showSaveDialog: noted('window.showSaveDialog'),
  showOpenDialog: async (options: unknown) => {
    current().deeds.push({ what: 'window.showOpenDialog', args: [options] });
    return current().chosen.shift();
  },
  tabGroups,
};

/** A search below a folder. */
export class RelativePattern {
  constructor(
    readonly baseUri: Uri,
    readonly pattern: string,
  ) {}
}

export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false, onCancellationRequested: never };
  readonly cancel = (): void => undefined;
}

let folder: Uri | undefined;

/** Opens a folder as the workspace. */
export function openFolder(path: string): void {
  folder = Uri.file(path);
}

export const workspace = {
  isTrusted: true,
  workspaceFolders: undefined,
  textDocuments: [],
  getWorkspaceFolder: ({ path }: Uri) =>
    folder && path.startsWith(`${folder.path}/`) ? { uri: folder } : undefined,
  asRelativePath: ({ path }: Uri) => (folder ? posix.relative(folder.path, path) : path),
  findFiles: async (glob: string | RelativePattern) => {
    const { baseUri, pattern } =
      glob instanceof RelativePattern ? glob : { baseUri: folder, pattern: glob };
    if (!baseUri) return [];
    const isMatch = picomatch(pattern);
    const names = await files.readdir(baseUri.path, { recursive: true });
    return names.filter((name) => isMatch(name)).map((name) => Uri.joinPath(baseUri, name));
  },
  onDidGrantWorkspaceTrust: never,
  /** The disk of this machine. */
  fs: {
    createDirectory: ({ fsPath }: Uri) => files.mkdir(fsPath, { recursive: true }),
    writeFile: ({ fsPath }: Uri, content: Uint8Array) => files.writeFile(fsPath, content),
    readFile: ({ fsPath }: Uri) => files.readFile(fsPath),
    delete: ({ fsPath }: Uri) => files.rm(fsPath),
    readDirectory: async ({ fsPath }: Uri) =>
      (await files.readdir(fsPath)).map((name) => [name, FileType.File]),
    stat: async ({ fsPath }: Uri) => {
      const { mtimeMs, size } = await files.stat(fsPath);
      return { mtime: mtimeMs, size, type: FileType.File };
    },
  },
  onDidChangeConfiguration: never,
  onDidChangeTextDocument: never,
  onDidCloseTextDocument: never,
  onDidOpenTextDocument: never,
  onDidRenameFiles: never,
  openTextDocument: noted('workspace.openTextDocument', {}),
  getConfiguration: (prefix: string) => ({
    get: (name: string, otherwise: unknown) => current().settings[`${prefix}.${name}`] ?? otherwise,
    inspect: (name: string) => ({ globalValue: current().settings[`${prefix}.${name}`] }),
  }),
};

/** A tool of VS Code. */
export const lm = {
  tools: [{ name: 'get_tide', description: 'Returns the height of the tide.' }],
  invokeTool: noted('lm.invokeTool', { content: [{ value: '2.5 meters' }] }),
};

export const commands = { executeCommand: noted('commands.executeCommand') };

/** Without extensions that draw diagrams. */
export const extensions = { all: [] };

export const languages = {
  getLanguages: async () => ['json', 'python', 'plaintext'],
  /** No editor is there to show marks. */
  createDiagnosticCollection: () => ({
    set: () => undefined,
    delete: () => undefined,
    dispose: () => undefined,
  }),
};
