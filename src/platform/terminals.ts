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
 * The environment that we add to in a folder, for as long as this window lasts. Throws where the folder is none of the
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
  // Kept, it would outlive what it leads to.
  all.persistent = false;
  const collection = all.getScoped({ workspaceFolder });
  collection.persistent = false;
  collection.description = description;
  return {
    set(variables) {
      collection.clear();
      for (const [name, value] of Object.entries(variables)) collection.replace(name, value, WHEN);
    },
    clear: () => collection.clear(),
  };
}

/**
 * Opens a terminal in a folder, in which nothing is run: it is the user's. As the Explorer does, by the address of the
 * folder: by a path, VS Code knows no folder of another machine, and sets what it has for the one that was in front.
 */
export async function openTerminal(folder: string): Promise<void> {
  await vscode.commands.executeCommand('openInIntegratedTerminal', vscode.Uri.parse(folder, true));
}
