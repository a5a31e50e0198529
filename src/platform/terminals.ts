import * as vscode from 'vscode';

/** What VS Code sets for the terminals and tasks that begin in a folder of the workspace. */
export interface FolderEnvironment {
  /** Takes the place of what was set. */
  set(variables: { readonly [name: string]: string }): void;
  clear(): void;
}

/** Also once a shell has read its own files, which would have the last word otherwise. */
const WHEN = { applyAtProcessCreation: true, applyAtShellIntegration: true };

/**
 * The environment that we add to in a folder. VS Code keeps it for the next time that the folder is opened, and gives it to
 * terminals before any extension runs: they never call the real service unnoticed. Throws where the folder is none of the
 * workspace.
 * @param uri the folder's.
 * @param description what VS Code says of it beside a terminal; never from elsewhere.
 */
export function folderEnvironment(
  { environmentVariableCollection: all }: vscode.ExtensionContext,
  uri: string,
  description: string,
): FolderEnvironment {
  const workspaceFolder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri, true));
  if (!workspaceFolder) throw new Error(`${uri} is no folder of the workspace.`);
  const collection = all.getScoped({ workspaceFolder });
  collection.description = description;
  return {
    set(variables) {
      // Cleared first, VS Code would ask to restart each terminal that it has restored.
      collection.forEach((name) => {
        if (!Object.hasOwn(variables, name)) collection.delete(name);
      });
      for (const [name, value] of Object.entries(variables)) collection.replace(name, value, WHEN);
    },
    clear: () => collection.clear(),
  };
}

/** Takes back what an earlier window has left in folders of the workspace. @param isKept by the folder's address. */
export function clearEnvironments(
  { environmentVariableCollection: all }: vscode.ExtensionContext,
  isKept: (uri: string) => boolean,
): void {
  for (const workspaceFolder of vscode.workspace.workspaceFolders ?? []) {
    if (!isKept(workspaceFolder.uri.toString())) all.getScoped({ workspaceFolder }).clear();
  }
}

/**
 * Opens a terminal in a folder, in which nothing is run: it is the user's. As the Explorer does, by the address of the
 * folder: by a path, VS Code knows no folder of another machine, and sets what it has for the one that was in front.
 */
export async function openTerminal(folder: string): Promise<void> {
  await vscode.commands.executeCommand('openInIntegratedTerminal', vscode.Uri.parse(folder, true));
}
