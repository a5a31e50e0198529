import * as vscode from 'vscode';
import { documentPath } from '../../catalog/documents';
import { DOCUMENT_SCHEME } from '../../catalog/ids';
import type { ResourceRef } from '../../catalog/ref';

/** The document at a path, while VS Code has it open. */
export function openDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === DOCUMENT_SCHEME && uri.path === path,
  );
}

export function isOpen(path: string): boolean {
  return openDocument(path) !== undefined;
}

/** Puts the document of what was made in the place of the one that described it. */
export async function replaceTab(uri: vscode.Uri, ref: ResourceRef): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.path === uri.path);
  if (tabs.length === 0) return;
  const made = vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path: documentPath(ref) });
  const viewColumn = tabs[0]?.group.viewColumn ?? vscode.ViewColumn.Active;
  await vscode.commands.executeCommand('vscode.open', made, { preview: false, viewColumn });
  await vscode.window.tabGroups.close(tabs);
}

/** Opens documents again of which the tab is in front, but could only say why it shows nothing. */
export function reopenFailed(isMeant: (uri: vscode.Uri) => boolean): void {
  for (const { activeTab, viewColumn } of vscode.window.tabGroups.all) {
    const uri = activeTab?.input instanceof vscode.TabInputText ? activeTab.input.uri : undefined;
    if (!uri || isOpen(uri.path) || !isMeant(uri)) continue;
    const options = { viewColumn, preserveFocus: true, preview: activeTab?.isPreview ?? false };
    void vscode.commands.executeCommand('vscode.open', uri, options);
  }
}
