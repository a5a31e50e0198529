import { hostname } from 'node:os';
import * as vscode from 'vscode';

/** A file that the user picked. */
export interface PickedFile {
  /** Where it is, as VS Code writes it; for messages. */
  readonly path: string;
  /** As a URI, for other extensions. */
  readonly uri: string;
  readonly bytes: Uint8Array;
}

/** What is outside of VS Code's window, as far as commands reach it. An interface: tests have their own. */
export interface System {
  /** The name of the machine that the extension runs on, where that is another one than the user's. */
  readonly remoteHost: string | undefined;
  /** Opens an address in the user's own browser. False where VS Code, or the user, did not. */
  openExternal(address: string): Promise<boolean>;
  /** Where that browser finds an address of the machine that the extension runs on. */
  asExternal(address: string): Promise<string>;
  /** Opens a file of the machine that the extension runs on in an editor. */
  openFile(path: string): Promise<void>;
  copy(text: string): Promise<void>;
  /** The text of the clipboard; empty where it has none. */
  paste(): Promise<string>;
  /** Undefined when dismissed. Begins in the workspace's folder, and reads nothing but what is picked. */
  pickFile(options: {
    readonly title: string;
    /** On the button. */
    readonly label: string;
    /** What the files are, and their endings without a dot. */
    readonly filter: { readonly name: string; readonly extensions: readonly string[] };
  }): Promise<PickedFile | undefined>;
}

/** In a remote window the extension runs on the user's own machine if it is installed there only. */
export function remoteHostOf(extension: Pick<vscode.Extension<unknown>, 'extensionKind'>) {
  const isRemote =
    vscode.env.remoteName !== undefined &&
    extension.extensionKind === vscode.ExtensionKind.Workspace;
  return isRemote ? hostname() : undefined;
}

/** The user's machine, through VS Code: also where that runs in a browser or in a remote window. */
export const vscodeSystem: Omit<System, 'remoteHost'> = {
  // As the text itself, which VS Code takes too: out of a Uri it makes the address anew, and "%2B" becomes "+".
  openExternal: async (address) => await vscode.env.openExternal(address as unknown as vscode.Uri),
  asExternal: async (address) =>
    (await vscode.env.asExternalUri(vscode.Uri.parse(address, true))).toString(true),
  async openFile(path) {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));
  },
  copy: async (text) => await vscode.env.clipboard.writeText(text),
  paste: async () => await vscode.env.clipboard.readText(),
  async pickFile({ title, label, filter }) {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const [uri] =
      (await vscode.window.showOpenDialog({
        title,
        openLabel: label,
        filters: { [filter.name]: [...filter.extensions] },
        ...(folder ? { defaultUri: folder.uri } : {}),
      })) ?? [];
    if (!uri) return undefined;
    if (uri.scheme === 'file') {
      const { requirePlainFile } = await import('./safeFiles');
      await requirePlainFile(uri.fsPath);
    }
    const bytes = await vscode.workspace.fs.readFile(uri);
    return { path: uri.fsPath, uri: uri.toString(), bytes };
  },
};
