import * as vscode from 'vscode';

export interface FolderEnvironment {
  set(variables: { readonly [name: string]: string }): void;
  clear(): void;
}

/** Applied again after shell startup files, which could override them. */
const WHEN = { applyAtProcessCreation: true, applyAtShellIntegration: true };

/**
 * Returns a folder's environment. VS Code persists the environment and applies it before extensions start,
 * so that terminals never call the live API unnoticed. Throws if the folder isn't in the workspace.
 * @param uri folder URI.
 * @param description shown by VS Code next to a terminal; never from untrusted data.
 */
export function folderEnvironment(
  { environmentVariableCollection: all }: vscode.ExtensionContext,
  uri: string,
  description: string,
): FolderEnvironment {
  const workspaceFolder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri, true));
  if (!workspaceFolder) throw new Error(`${uri} isn’t a workspace folder.`);
  const collection = all.getScoped({ workspaceFolder });
  collection.description = description;
  return {
    set(variables) {
      // Clearing all first would make VS Code ask to restart restored terminals.
      collection.forEach((name) => {
        if (!Object.hasOwn(variables, name)) collection.delete(name);
      });
      for (const [name, value] of Object.entries(variables)) collection.replace(name, value, WHEN);
    },
    clear: () => collection.clear(),
  };
}

/**
 * Clears variables left by an earlier window.
 * @param isKept by folder URI.
 */
export function clearEnvironments(
  { environmentVariableCollection: all }: vscode.ExtensionContext,
  isKept: (uri: string) => boolean,
): void {
  for (const workspaceFolder of vscode.workspace.workspaceFolders ?? []) {
    if (!isKept(workspaceFolder.uri.toString())) all.getScoped({ workspaceFolder }).clear();
  }
}

/**
 * Opens an empty terminal in a folder. Uses the URI: with a path, VS Code can't identify remote folders and
 * would use the active folder's environment.
 */
export async function openTerminal(folder: string): Promise<void> {
  await vscode.commands.executeCommand('openInIntegratedTerminal', vscode.Uri.parse(folder, true));
}
