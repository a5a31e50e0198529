import { hostname } from 'node:os';
import * as vscode from 'vscode';
import type { ReadNetwork } from '../api/transport';
import type { Disposable } from '../base/disposable';

export interface PickedFile {
  readonly path: string;
  readonly uri: string;
  readonly bytes: Uint8Array;
}

/** Operating system functions via VS Code. An interface, so that tests can replace it. */
export interface System {
  /** Name of the extension's machine, if it isn't the user's. */
  readonly remoteHost: string | undefined;
  /** Opens a URL in the user's browser. False if VS Code or the user refused. */
  openExternal(address: string): Promise<boolean>;
  /** Maps a URL of the extension's machine to one that the browser can reach. */
  asExternal(address: string): Promise<string>;
  openFile(path: string): Promise<void>;
  copy(text: string): Promise<void>;
  paste(): Promise<string>;
  /** Undefined if dismissed. Starts in the workspace folder and reads only the chosen file. */
  pickFile(options: {
    readonly title: string;
    readonly label: string;
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

/** The user's machine via VS Code, also in the web and in remote windows. */
export const vscodeSystem: Omit<System, 'remoteHost'> = {
  // Passes a string, which VS Code accepts: a Uri would be re-encoded, and “%2B” would become “+”.
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

export const readNetwork: ReadNetwork = async () => (await import('./network')).readNetwork();

export function onDidChangeNetwork(listener: () => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration('http')) listener();
  });
}
