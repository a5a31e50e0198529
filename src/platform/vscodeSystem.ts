import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { requirePlainFile } from './plainFile';
import type { System } from './system';

/** The user's machine, through VS Code: also where that runs in a browser or in a remote window. */
export const vscodeSystem: System = {
  // In a remote window the extension may run on the user's own machine too, if it is installed there only.
  get remoteHost() {
    const ours = vscode.extensions.getExtension('generative-language.generative-language');
    const isRemote =
      vscode.env.remoteName !== undefined && ours?.extensionKind === vscode.ExtensionKind.Workspace;
    return isRemote ? hostname() : undefined;
  },
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
    if (uri.scheme === 'file') await requirePlainFile(uri.fsPath, vscode.l10n);
    const bytes = await vscode.workspace.fs.readFile(uri);
    return { path: uri.fsPath, uri: uri.toString(), bytes };
  },
};
